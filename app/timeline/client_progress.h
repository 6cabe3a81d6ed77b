// How far one client is: present, waiting, believing, inside. The part of a lane's state that its
// own events alone tell.
#pragma once

#include <cstdint>

#include "app/timeline/layout.h"

namespace locklab::app {

struct ClientProgress {
  bool present = false;
  bool waits = false;
  bool believes = false;
  std::uint32_t acquisition = 0;  ///< that it believes in
  bool inside = false;
  bool paused = false;
  bool operator==(const ClientProgress&) const = default;
  bool releasing = false;
};

/// The client after one more event of its own.
void advance(ClientProgress& client, const Event& event);

LaneCell cell_of(const ClientProgress& client);

}  // namespace locklab::app
