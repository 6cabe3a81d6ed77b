// What in a run something is done to: a lane, the link between two lanes, or one message on its
// way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

enum class SpotKind : std::uint8_t { lane, link, message };

struct Spot {
  SpotKind kind = SpotKind::lane;
  std::uint16_t lane = 0;     ///< of a link and of a message: the client's
  std::uint16_t node = 0;     ///< lane of a link's or message's other end
  std::uint32_t message = 0;  ///< of Scene::messages
  bool reply = false;         ///< of it: not the request
  bool operator==(const Spot&) const = default;
};

/// A request, or the reply, as a message of the scene.
Spot message_spot(const Scene& scene, std::uint32_t message, bool reply);
/// The message that an event is about: its reply from when the node has run it.
std::optional<Spot> message_of_event(const ShownRun& run, std::uint32_t event);
/// The moment at which a message leaves, as a scenario file says it: "bob's 2nd request to n3".
std::string message_moment(const ShownRun& run, const Spot& spot);
/// When it arrives in that run; none: nobody knows, or never.
std::optional<std::int64_t> arrival(const ShownRun& run, const Spot& spot);

}  // namespace locklab::app
