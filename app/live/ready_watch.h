// Waits, on a libuv loop, until a server that was just started answers: it is the process that we
// started and not somebody else's on that port, it has loaded its data, and, as a replica, it is
// linked to its master.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "app/live/server_process.h"
#include "lock/redis/connection.h"

namespace locklab::app {

class ReadyWatch final : private redis::Connection::Listener {
 public:
  struct Result {
    bool ready = false;
    std::int64_t keys = 0;    ///< how many it has, when ready
    std::string why;          ///< not ready: why
    bool port_taken = false;  ///< not ready: because another program has its port
  };

  /// Calls `done` once, from the loop, within `patience`. `server` outlives the watch.
  ReadyWatch(uv_loop_t* loop, ServerProcess& server, std::uint64_t patience_ms,
             std::function<void(Result)> done);
  ~ReadyWatch();
  ReadyWatch(const ReadyWatch&) = delete;
  ReadyWatch& operator=(const ReadyWatch&) = delete;

 private:
  struct Timer;
  void answered(redis::Connection::Ticket, Reply reply) override;
  void tick();
  void finish(Result result);

  uv_loop_t* loop_;
  ServerProcess& server_;
  std::uint64_t give_up_at_ms_;
  std::function<void(Result)> done_;
  redis::Login login_;
  std::unique_ptr<redis::Connection> connection_;
  bool asked_ = false;
  std::string info_;
  std::string last_problem_ = "it did not answer";
  Timer* timer_;
};

/// The value of `field` in the text of INFO; empty: it is not there.
std::string_view info_field(std::string_view info, std::string_view field);

}  // namespace locklab::app
