// How far one client is: present, waiting, believing, inside. What of a run's state the lane of a
// client shows.
#pragma once

#include <cstdint>

#include "app/timeline/layout.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

struct ClientProgress {
  bool present = false;
  bool waits = false;
  bool believes = false;
  bool inside = false;
  bool paused = false;
  bool releasing = false;
  bool operator==(const ClientProgress&) const = default;
};

/// Whether the run's clients lock at all: one atomic command needs no critical section, and nobody
/// is inside one.
bool has_critical_section(const TraceInfo& info);

/// `critical`: it has a critical section. Otherwise its whole work is one command: it waits for the
/// reply, and holds nothing meanwhile.
ClientProgress progress_of(const sim::RunState& run, ClientId client, bool critical);

LaneCell cell_of(const ClientProgress& client);

}  // namespace locklab::app
