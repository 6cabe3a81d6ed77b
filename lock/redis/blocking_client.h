// A connection for set-up and clean-up that sends one command and waits for the reply. Locks must
// not use it: they go through an Env. It has its own small loop, so it works before and after a
// run.
#pragma once

#include <memory>

#include "lock/command.h"
#include "lock/redis/endpoint.h"
#include "lock/reply.h"
#include "lock/time.h"

namespace locklab::redis {

class BlockingClient {
 public:
  BlockingClient(Endpoint endpoint, Login login);
  ~BlockingClient();
  BlockingClient(const BlockingClient&) = delete;
  BlockingClient& operator=(const BlockingClient&) = delete;

  /// Sends `command` and waits for its reply. Unknown, with the reason, if no reply came within
  /// `timeout`, or there is no connection. A lost connection is reopened.
  Reply call(const Command& command, Duration timeout = 1s);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace locklab::redis
