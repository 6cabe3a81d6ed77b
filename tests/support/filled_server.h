// A server whose memory somebody fills while a run uses it.
#pragma once

#include <thread>

#include "tests/support/endless_run.h"
#include "tests/support/live_client.h"

namespace locklab::test {

/// Fills the first server once somebody holds the lock there; by its end it has.
class FilledOnceHeld {
 public:
  explicit FilledOnceHeld(Servers& servers)
      : stranger_([&servers] {
          wait_for([&] { return lock_is_held(servers[0].endpoint().port); });
          servers.ask(plain({"CONFIG", "SET", "maxmemory", "1"}));
        }) {}
  ~FilledOnceHeld() { stranger_.join(); }
  FilledOnceHeld(const FilledOnceHeld&) = delete;
  FilledOnceHeld& operator=(const FilledOnceHeld&) = delete;

 private:
  std::thread stranger_;
};

}  // namespace locklab::test
