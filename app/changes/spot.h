// A target for a fault: a lane, the link between two lanes, or one message.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/timeline/shown_run.h"

namespace locklab::app {

enum class SpotKind : std::uint8_t { lane, link, message };

struct Spot {
  SpotKind kind = SpotKind::lane;
  std::uint16_t lane = 0;     ///< for a link or a message: the client's lane
  std::uint16_t node = 0;     ///< for a link or a message: the lane at the other end
  std::uint32_t message = 0;  ///< index into Scene::messages
  bool reply = false;         ///< the message's reply, not its request
  bool operator==(const Spot&) const = default;
};

/// The spot of a request or of its reply in the scene.
Spot message_spot(const Scene& scene, std::uint32_t message, bool reply);
/// The message that an event concerns: the reply, if the command ran in the event or the reply
/// arrived or was lost in it; otherwise the request. nullopt if none.
std::optional<Spot> message_of_event(const ShownRun& run, std::uint32_t event);
/// The moment at which a message is sent, as written in a scenario file: "bob's 2nd request to n3".
std::string message_moment(const ShownRun& run, const Spot& spot);
/// The time of the message's arrival, in us; nullopt if it never arrives, or the trace does not
/// show it.
std::optional<std::int64_t> arrival(const ShownRun& run, const Spot& spot);

}  // namespace locklab::app
