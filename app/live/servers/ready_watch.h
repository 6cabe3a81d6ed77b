// Waits, on a loop, until a server that was just started is ready: the reply comes from the lab's
// process and not from another one on that port, its data is loaded, and a replica is linked to its
// master. Uses the machine's clock, since a process takes time to start even while a run's time is
// frozen.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/live/machine_timer.h"
#include "app/live/servers/server_process.h"
#include "lock/redis/connection.h"
#include "lock/redis/loop.h"
#include "lock/time.h"

namespace locklab::app {

class ReadyWatch final : private redis::Connection::Listener {
 public:
  struct Result {
    bool ready = false;
    std::int64_t keys = 0;    ///< number of keys that have not expired, if ready
    std::string why;          ///< the reason, if not ready
    bool port_taken = false;  ///< another program uses the server's port; false if ready
  };

  /// Calls `done` once, from the loop, within `patience`. `server` must outlive the watch.
  ReadyWatch(redis::Loop& loop, ServerProcess& server, Duration patience,
             std::function<void(Result)> done);
  ReadyWatch(const ReadyWatch&) = delete;
  ReadyWatch& operator=(const ReadyWatch&) = delete;

 private:
  void answered(redis::Connection::Ticket, Reply reply) override;
  void tick();
  void finish(Result result);

  redis::Loop& loop_;
  ServerProcess& server_;
  std::int64_t give_up_at_us_;
  std::function<void(Result)> done_;
  const redis::Login login_;
  std::unique_ptr<redis::Connection> connection_;
  bool asked_ = false;
  std::string info_;
  std::optional<std::int64_t> keys_;
  std::string last_problem_ = "it did not answer";
  Silence last_silence_{};  ///< of the last missing reply
  MachineTimer again_{loop_, [this] { tick(); }};
};

}  // namespace locklab::app
