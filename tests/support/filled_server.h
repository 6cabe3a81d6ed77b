// A server that a stranger changes while a run uses it.
#pragma once

#include <functional>
#include <thread>
#include <utility>

#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"

namespace locklab::test {

/// Runs `effect` in a thread once the lock on the first server is held. The destructor waits for
/// it.
class OnceHeld {
 public:
  OnceHeld(Servers& servers, std::function<void()> effect)
      : stranger_([&servers, effect = std::move(effect)] {
          wait_for([&] { return lock_is_held(servers[0].endpoint().port); });
          effect();
        }) {}
  ~OnceHeld() { stranger_.join(); }
  OnceHeld(const OnceHeld&) = delete;
  OnceHeld& operator=(const OnceHeld&) = delete;

 private:
  std::thread stranger_;
};

}  // namespace locklab::test
