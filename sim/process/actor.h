// A client of the lab as its program sees it: an Env, and a way to say where the program stands.
// Locks know only the Env; entering and leaving a critical section is the program's word, not the
// lock's.
#pragma once

#include <string_view>

#include "lock/env.h"
#include "sim/trace/event.h"

namespace locklab::sim {

class Actor : public Env {
 public:
  using Env::Env;

  /// Records `kind` (started, entered, left, gave_up or finished) about the lock `key`.
  virtual void say(EventKind kind, std::string_view key, std::uint32_t acquisition) = 0;
};

}  // namespace locklab::sim
