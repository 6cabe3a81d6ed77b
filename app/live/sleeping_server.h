// Makes a server of the lab's own sleep, by its command DEBUG SLEEP, which the server must allow
// (enable-debug-command). Nothing ends that sooner but the end of its process.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lock/redis/connection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"

namespace locklab::app {

/// The words that a server must be started with.
std::vector<std::string> debug_options();

/// DEBUG SLEEP for that time.
Command debug_sleep(Duration time);

class SleepingServer final : private redis::Connection::Listener {
 public:
  /// Connects at once, so that the command is quick when it is time. `woken` is called with the
  /// server's reply, from the loop.
  SleepingServer(redis::Loop& loop, const redis::Endpoint& server, redis::Login login,
                 std::function<void(const Reply&)> woken);

  void fall_asleep(Duration time);

 private:
  void answered(redis::Connection::Ticket ticket, Reply reply) override;
  void connect();

  redis::Loop& loop_;
  const redis::Endpoint server_;
  const redis::Login login_;
  std::function<void(const Reply&)> woken_;
  std::unique_ptr<redis::Connection> connection_;
};

}  // namespace locklab::app
