// The board of a challenge: where the picture, the code and the choices are, and in the picture the
// messages that are on their way. Plain rectangles in pixels, without a window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/layout/cluster_labels.h"
#include "app/gui/layout/cluster_layout.h"
#include "app/gui/layout/pointing.h"

namespace locklab::app {

/// The parts of the board, from the corner of the area that it has.
struct BoardPlaces {
  Rectangle picture;   ///< the cluster
  Rectangle below;     ///< code, timeline or the moves so far
  Rectangle deciding;  ///< what can be done
};
BoardPlaces board_places(float width, float height, float scale, float gap);

/// The cluster's layout for a picture of that size: its nodes and its resource leave room for
/// messages between them and the clients.
ClusterOptions board_cluster(float width, float height, float scale,
                             std::vector<std::uint16_t> lanes);

/// The rectangles that words of the cluster take up.
std::vector<Rectangle> places_of(const std::vector<ClusterLabel>& labels);

/// A straight line between two points.
struct FlightLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// A message as the picture shows it.
struct FlightCard {
  Rectangle at;
  FlightLine behind;  ///< from its sender to the card
  FlightLine ahead;   ///< from the card to its receiver
  std::size_t flight = 0;
  std::string first, second;  ///< lines; the second may be empty
  bool to_right = false;      ///< where its receiver is
};

struct FlightWords {
  std::uint16_t client = 0;  ///< lanes
  std::uint16_t node = 0;
  bool reply = false;
  std::string cargo;   ///< "SET lock 7f3a… NX PX 50"
  std::string brief;   ///< "SET"
  std::string target;  ///< "alice"
};

/// How a picture measures its words.
struct CardType {
  std::function<float(std::string_view)> width;
  float line = 0;  ///< height
  float scale = 1;
};

/// A card for each message, between its two ends, with the lines that lead there: a card that had
/// to move stands beside another place. No card covers another, a place of the cluster or a name in
/// `taken`; where there are too many, they are brief.
std::vector<FlightCard> lay_out_flights(const ClusterShapes& shapes,
                                        const std::vector<FlightWords>& flights,
                                        const std::vector<Rectangle>& taken,
                                        const ClusterOptions& options, const CardType& type);

/// Of the mark beside a lane's place that something can happen there.
Rectangle event_mark(const PlaceShape& place, float scale);

}  // namespace locklab::app
