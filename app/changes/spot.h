// What in a run something is done to: a lane, the link between two lanes, or one message on its
// way.
#pragma once

#include <cstdint>

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

/// An arrow whose head is being dragged: that message is to arrive at another time.
struct ArrowDrag {
  std::size_t branch = 0;  ///< in which
  std::uint32_t message = 0;
  bool reply = false;
  double to_us = 0;
  bool left = false;  ///< by Escape: dropping it does nothing
  bool operator==(const ArrowDrag&) const = default;
};

}  // namespace locklab::app
