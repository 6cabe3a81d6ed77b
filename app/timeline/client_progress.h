// How far one client is: present, waiting, believing, inside. The part of a lane's state that its
// own events alone tell.
#pragma once

#include <cstdint>

#include "app/timeline/layout.h"
#include "sim/trace/trace.h"

namespace locklab::app {

struct ClientProgress {
  bool present = false;
  bool waits = false;
  bool believes = false;
  std::uint32_t acquisition = 0;  ///< that it believes in
  bool inside = false;
  bool paused = false;
  bool releasing = false;
  bool operator==(const ClientProgress&) const = default;
};

/// Whether the run's clients lock at all: one atomic command needs no critical section, and nobody
/// is inside one.
bool has_critical_section(const TraceInfo& info);

/// The client after one more event of its own; `critical`: it has a critical section.
void advance(ClientProgress& client, const Event& event, bool critical = true);

LaneCell cell_of(const ClientProgress& client);

}  // namespace locklab::app
