// The board of a challenge: the areas of the picture, of the panel below it and of the possible
// moves, and the cards of messages in flight. Plain rectangles in pixels, without a window.
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

/// The areas of the board, relative to its corner.
struct BoardPlaces {
  Rectangle picture;   ///< the cluster
  Rectangle below;     ///< code, timeline or the moves so far
  Rectangle deciding;  ///< the possible moves
};
BoardPlaces board_places(float width, float height, float scale, float gap);

/// Options for the cluster in a picture of this size. Nodes and resource leave space for the cards
/// of messages between them and the clients.
ClusterOptions board_cluster(float width, float height, float scale,
                             std::vector<std::uint16_t> lanes);

/// The rectangles covered by the cluster's labels.
std::vector<Rectangle> places_of(const std::vector<ClusterLabel>& labels);

/// A straight part of a message's path.
struct FlightLine {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

struct FlightCard {
  Rectangle at;
  FlightLine behind;  ///< from its sender to the card
  FlightLine ahead;   ///< from the card to its receiver
  std::size_t flight = 0;
  std::string first, second;  ///< lines of text; the second may be empty
  bool to_right = false;      ///< whether its receiver is to the right
};

struct FlightWords {
  std::uint16_t client = 0;  ///< lane
  std::uint16_t node = 0;    ///< lane
  bool reply = false;
  std::string cargo;   ///< for example "SET lock 7f3a… NX PX 50"
  std::string brief;   ///< for example "SET"
  std::string target;  ///< for example "alice"
};

/// Text metrics of a picture.
struct CardType {
  std::function<float(std::string_view)> width;  ///< of a text, in pixels
  float line = 0;                                ///< height of a line, in pixels
  float scale = 1;
};

/// Lays out a card for each message in the middle of its link, with lines from the sender and to
/// the receiver. A card moves up or down to avoid other cards, the cluster's places with their
/// event marks, and the labels in `taken`. If not all cards fit, all become brief, and a card that
/// still does not fit stays on its link. A message whose sender or receiver is hidden has no card.
std::vector<FlightCard> lay_out_flights(const ClusterShapes& shapes,
                                        const std::vector<FlightWords>& flights,
                                        const std::vector<Rectangle>& taken,
                                        const ClusterOptions& options, const CardType& type);

/// The rectangle of the mark at the upper right of a place whose lane has a possible move.
Rectangle event_mark(const PlaceShape& place, float scale);

}  // namespace locklab::app
