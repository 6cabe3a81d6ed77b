// A client's progress as shown by its lane: whether it is present, waits, believes that it holds,
// is inside, is paused, or releases.
#pragma once

#include <cstdint>

#include "lock/ids.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

struct ClientProgress {
  bool present = false;
  bool waits = false;
  bool believes = false;
  bool inside = false;    ///< in a critical section, with the lock or without
  bool unlocked = false;  ///< inside, and only without the lock
  bool paused = false;
  bool releasing = false;
  bool operator==(const ClientProgress&) const = default;
};

/// Whether clients of the run have a critical section. A run of single atomic commands has none.
bool has_critical_section(const sim::TraceInfo& info);

/// The progress of a client. `critical`: whether it has a critical section. Without one, its work
/// is a single command: the client waits for the reply, and never believes that it holds.
ClientProgress progress_of(const sim::RunState& run, ClientId client, bool critical);

}  // namespace locklab::app
