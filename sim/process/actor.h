// A client of the lab as its program sees it: an Env, and a way to report the program's progress.
// Locks know only the Env. The program, not the lock, reports that it enters or leaves a critical
// section.
#pragma once

#include <string_view>

#include "lock/env.h"
#include "sim/trace/event.h"

namespace locklab::sim {

class Actor : public Env {
 public:
  using Env::Env;

  /// Records that the program started, entered, left, gave_up or finished (`kind`), for the lock
  /// `key`. `acquisition` is the number of the attempt; 0 if the event has none. `entry` is of
  /// entered and left.
  virtual void say(EventKind kind, std::string_view key, std::uint32_t acquisition,
                   Entry entry) = 0;
};

}  // namespace locklab::sim
