#include "app/gui/layout/challenge_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace locklab::app {

namespace {

// Pixels at 100 %.
constexpr float least_deciding = 330;
constexpr float most_deciding = 470;
constexpr float least_below = 150;
constexpr float card_pad = 6;
constexpr float card_tip = 8;  ///< the arrow at its end
constexpr float card_gap = 4;  ///< between two cards
constexpr float clearance = 10;
constexpr float mark_radius = 10;
constexpr float step = 3;

class FlightLayout {
 public:
  FlightLayout(const ClusterShapes& shapes, const std::vector<FlightWords>& flights,
               const std::vector<Rectangle>& taken, const ClusterOptions& options,
               const CardType& type)
      : shapes_(shapes), flights_(flights), options_(options), type_(type), taken_(taken) {
    for (const PlaceShape& place : shapes.places) taken_.push_back(disc(place));
    for (const PlaceShape& place : shapes.places)
      taken_.push_back(event_mark(place, options.scale));
  }

  std::vector<FlightCard> cards() {
    for (const bool brief : {false, true})
      if (place_all(brief)) break;
    return std::move(cards_);
  }

 private:
  float px(float at_100_percent) const { return at_100_percent * options_.scale; }

  Rectangle disc(const PlaceShape& place) const {
    float radius = place.radius;
    for (const RingShape& ring : shapes_.rings)
      if (ring.lane == place.lane) radius = std::max(radius, ring.radius + px(3));
    return Rectangle{place.x, place.y, place.x, place.y}.grown(radius + px(3));
  }

  /// Whether all cards found room.
  bool place_all(bool brief) {
    cards_.clear();
    bool all = true;
    std::vector<std::size_t> order(flights_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return anchor_y(a) < anchor_y(b); });
    for (const std::size_t flight : order) {
      std::optional<FlightCard> card = card_of(flight, brief);
      if (!card) continue;  // one end of its way is hidden
      all = find_room(*card) && all;
      cards_.push_back(std::move(*card));
    }
    return all;
  }

  float anchor_y(std::size_t flight) const {
    const PlaceShape* client = shapes_.place_of(flights_[flight].client);
    const PlaceShape* node = shapes_.place_of(flights_[flight].node);
    if (!client || !node) return 0;
    // A reply above a request of the same link.
    return (client->y + node->y) / 2 + (flights_[flight].reply ? -1.0f : 1.0f);
  }

  /// The card in the middle of its way, as large as its words need and as the way allows.
  std::optional<FlightCard> card_of(std::size_t flight, bool brief) const {
    const FlightWords& words = flights_[flight];
    const PlaceShape* client = shapes_.place_of(words.client);
    const PlaceShape* node = shapes_.place_of(words.node);
    if (!client || !node) return std::nullopt;
    const bool node_left = node->x < client->x;
    const float left = (node_left ? node : client)->x;
    const float right = (node_left ? client : node)->x;
    const float room = right - left - radius_of(*client) - radius_of(*node) - 2 * px(clearance);
    const float inside = room - 2 * px(card_pad) - px(card_tip);
    FlightCard card;
    card.flight = flight;
    card.to_right = node_left == words.reply;
    // "READ stock" says where it goes.
    const bool said =
        !brief && (words.cargo + " ").find(" " + words.target + " ") != std::string::npos;
    const std::string arrow = said ? "" : "→ " + words.target;
    card.first = (brief ? words.brief : words.cargo) + (said ? "" : " ") + arrow;
    if (type_.width(card.first) > inside && said) {
      card.first = fitting(words.cargo, inside);
    } else if (type_.width(card.first) > inside) {
      card.first = fitting(brief ? words.brief : words.cargo, inside);
      card.second = fitting(arrow, inside);
    }
    const float width = std::max(type_.width(card.first), type_.width(card.second)) +
                        2 * px(card_pad) + px(card_tip);
    const float height = type_.line * (card.second.empty() ? 1.0f : 2.0f) + px(card_pad);
    const float middle = left + radius_of(node_left ? *node : *client) + px(clearance) + room / 2;
    const float y = (client->y + node->y) / 2;
    card.at = {middle - width / 2, y - height / 2, middle + width / 2, y + height / 2};
    return card;
  }

  float radius_of(const PlaceShape& place) const {
    const Rectangle whole = disc(place);
    return (whole.x1 - whole.x0) / 2;
  }

  std::string fitting(std::string text, float room) const {
    if (type_.width(text) <= room) return text;
    while (!text.empty() && type_.width(text + "…") > room) {
      while (!text.empty() && (text.back() & 0xc0) == 0x80) text.pop_back();
      if (!text.empty()) text.pop_back();
    }
    return text + "…";
  }

  bool is_free(const Rectangle& at) const {
    const Rectangle around = at.grown(px(card_gap) / 2);
    if (at.y0 < 0 || at.y1 > options_.height) return false;
    return std::none_of(taken_.begin(), taken_.end(),
                        [&](const Rectangle& other) { return other.overlaps(at); }) &&
           std::none_of(cards_.begin(), cards_.end(), [&](const FlightCard& other) {
             return other.at.grown(px(card_gap) / 2).overlaps(around);
           });
  }

  /// Moves a card up or down to the nearest free place.
  bool find_room(FlightCard& card) const {
    for (float away = 0; away < options_.height; away += px(step))
      for (const float side : {-1.0f, 1.0f}) {
        Rectangle at = card.at;
        at.y0 += side * away;
        at.y1 += side * away;
        if (!is_free(at)) continue;
        card.at = at;
        return true;
      }
    return false;
  }

  const ClusterShapes& shapes_;
  const std::vector<FlightWords>& flights_;
  const ClusterOptions& options_;
  const CardType& type_;
  std::vector<Rectangle> taken_;
  std::vector<FlightCard> cards_;
};

}  // namespace

BoardPlaces board_places(float width, float height, float scale, float gap) {
  BoardPlaces places;
  const float deciding =
      std::clamp(width * 0.33f, std::min(least_deciding * scale, width / 2), most_deciding * scale);
  const float left = width - deciding - gap;
  const float below = std::max(height * 0.44f, std::min(least_below * scale, height / 2));
  places.picture = {0, 0, left, height - below - gap};
  places.below = {0, height - below, left, height};
  places.deciding = {left + gap, 0, width, height};
  return places;
}

ClusterOptions board_cluster(float width, float height, float scale,
                             std::vector<std::uint16_t> lanes) {
  ClusterOptions options;
  options.width = width;
  options.height = height;
  options.scale = scale;
  options.lanes = std::move(lanes);
  options.node_room = std::min(180 * scale, width * 0.22f);
  options.resource_room = std::min(125 * scale, width * 0.16f);
  return options;
}

std::vector<Rectangle> places_of(const std::vector<ClusterLabel>& labels) {
  std::vector<Rectangle> places;
  for (const ClusterLabel& label : labels)
    places.push_back({label.x0, label.y0, label.x1, label.y1});
  return places;
}

std::vector<FlightCard> lay_out_flights(const ClusterShapes& shapes,
                                        const std::vector<FlightWords>& flights,
                                        const std::vector<Rectangle>& taken,
                                        const ClusterOptions& options, const CardType& type) {
  return FlightLayout(shapes, flights, taken, options, type).cards();
}

Rectangle event_mark(const PlaceShape& place, float scale) {
  const float away = place.radius * 0.78f;
  return Rectangle{place.x + away, place.y - away, place.x + away, place.y - away}.grown(
      mark_radius * scale);
}

}  // namespace locklab::app
