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
constexpr float card_tip = 8;  ///< width of the pointed end of a card
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

  /// Lays out all cards; returns whether all fit.
  bool place_all(bool brief) {
    cards_.clear();
    bool all = true;
    std::vector<std::size_t> order(flights_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return anchor_y(a) < anchor_y(b); });
    for (const std::size_t flight : order) {
      std::optional<FlightCard> card = card_of(flight, brief);
      if (!card) continue;  // one end of its link is hidden
      all = find_room(*card) && all;
      lead(*card);
      cards_.push_back(std::move(*card));
    }
    return all;
  }

  float anchor_y(std::size_t flight) const {
    const PlaceShape* client = shapes_.place_of(flights_[flight].client);
    const PlaceShape* node = shapes_.place_of(flights_[flight].node);
    if (!client || !node) return 0;
    // A reply is placed before a request of the same link.
    return (client->y + node->y) / 2 + (flights_[flight].reply ? -1.0f : 1.0f);
  }

  /// The card in the middle of its link, as large as its words need and the link permits; nullopt
  /// if the sender or the receiver is hidden.
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
    // "READ stock" already names the target.
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

  /// Moves a card up or down to the nearest free position where its lines cross no other place, or
  /// else to the nearest free one. Returns false, and leaves the card, if there is none.
  bool find_room(FlightCard& card) const {
    for (const bool clear : {true, false})
      for (float away = 0; away < options_.height; away += px(step))
        for (const float side : {-1.0f, 1.0f}) {
          FlightCard moved = card;
          moved.at.y0 += side * away;
          moved.at.y1 += side * away;
          if (!is_free(moved.at) || (clear && !is_clear(moved))) continue;
          card = std::move(moved);
          return true;
        }
    return false;
  }

  /// Sets the lines from the sender to the card and from the card to the receiver.
  void lead(FlightCard& card) const {
    const FlightWords& words = flights_[card.flight];
    const PlaceShape& client = *shapes_.place_of(words.client);
    const PlaceShape& node = *shapes_.place_of(words.node);
    const float middle = (card.at.y0 + card.at.y1) / 2;
    const float back = card.to_right ? card.at.x0 : card.at.x1;
    const float front = card.to_right ? card.at.x1 : card.at.x0;
    card.behind = from_edge(words.reply ? node : client, back, middle);
    const FlightLine ahead = from_edge(words.reply ? client : node, front, middle);
    card.ahead = {ahead.x1, ahead.y1, ahead.x0, ahead.y0};
  }

  /// The line from the edge of a place to a point.
  FlightLine from_edge(const PlaceShape& place, float x, float y) const {
    const float length = std::max(std::hypot(x - place.x, y - place.y), 1.0f);
    const float out = std::min(radius_of(place), length) / length;
    return {place.x + (x - place.x) * out, place.y + (y - place.y) * out, x, y};
  }

  bool is_clear(FlightCard card) const {
    lead(card);
    const FlightWords& words = flights_[card.flight];
    return std::none_of(shapes_.places.begin(), shapes_.places.end(), [&](const PlaceShape& place) {
      return place.lane != words.client && place.lane != words.node &&
             (passes(card.behind, place) || passes(card.ahead, place));
    });
  }

  static bool passes(const FlightLine& line, const PlaceShape& place) {
    const float dx = line.x1 - line.x0;
    const float dy = line.y1 - line.y0;
    const float square = std::max(dx * dx + dy * dy, 1.0f);
    const float part =
        std::clamp(((place.x - line.x0) * dx + (place.y - line.y0) * dy) / square, 0.0f, 1.0f);
    return std::hypot(line.x0 + part * dx - place.x, line.y0 + part * dy - place.y) < place.radius;
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
