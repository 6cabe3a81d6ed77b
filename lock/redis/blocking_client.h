// A connection for set-up and clean-up: asks one thing and waits for the answer. Not for locks:
// they must go through an Env. It runs a small loop of its own, so that it works before and after
// the run's.
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

  /// Unknown{why}: no reply within `timeout`, or no connection. A lost connection is made again.
  Reply call(const Command& command, Duration timeout = 1s);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace locklab::redis
