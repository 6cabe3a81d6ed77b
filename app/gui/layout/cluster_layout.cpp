#include "app/gui/layout/cluster_layout.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

namespace {

// Pixels at 100 %.
constexpr float least_slot = 19;
constexpr float least_radius = 5;
constexpr float tight_radius = 3.5f;  ///< least radius in a column that would otherwise be split
constexpr float most_radius = 40;
constexpr float most_of_width = 0.055f;  ///< largest radius, relative to the view's width
constexpr float most_half = 24;          ///< half of the largest side of the resource's square
constexpr float halo = 6;                ///< around a selected place
constexpr float ring_gap = 6;
constexpr float ring_half = 2.5f;         ///< half the width of a key's ring
constexpr float below_disc = 6;           ///< distance to the label below a client
constexpr float beside_disc = 12;         ///< reserved between a node or resource and its label
constexpr float edge = 4;                 ///< between a label and the edge of the view
constexpr float roomy_row = 260;          ///< a wider row has room for clients in its middle
constexpr float least_way = 120;          ///< a narrower row without words has clients at its left
constexpr float part_before = 0.37f;      ///< relative position in a row up to roomy_row wide
constexpr float crowd_gap = 3;            ///< least gap on either side of a client with its label
constexpr float behind_words = 10;        ///< reserved between a client's words and its link
constexpr float behind_label = 1;         ///< between the end of a label and the link
constexpr float least_room = 90;          ///< for a client's links on both sides and its words
constexpr float most_of_nodes = 0.42f;    ///< of the width, for words to the left of the nodes
constexpr float wide_view = 440;          ///< a wider view has room for the resource's words
constexpr float most_of_resource = 0.3f;  ///< of the width, for the resource's words
constexpr float least_near = 0.46f;       ///< part of a row kept for links to nodes, if names fit
constexpr float most_of_clock = 0.4f;     ///< of the width, for a node's name with a clock error
constexpr float near_nodes = 0.6f;        ///< part of the links' space on the nodes' side
constexpr float beside = 4;               ///< distance of requests and replies from their link

/// The arrangement of places of one kind in columns.
struct Columns {
  std::size_t count = 1, rows = 1;
  float slot = 0;  ///< height of a place with its label
  float radius = 0;
};

class ClusterLayout {
 public:
  ClusterLayout(const Scene& scene, const ClusterState& state, const ClusterOptions& options)
      : scene_(scene), state_(state), options_(options) {}

  ClusterShapes shapes() {
    place_all();
    rings();
    links();
    replication();
    for (const ClusterMessage& message : state_.messages) flight(message);
    return std::move(shapes_);
  }

 private:
  float px(float at_100_percent) const { return at_100_percent * options_.scale; }

  void place_all() {
    std::vector<std::uint16_t> clients;
    std::vector<std::uint16_t> nodes;
    std::vector<std::uint16_t> resource;
    for (const std::uint16_t lane : options_.lanes) {
      if (lane >= scene_.lanes.size()) continue;
      const LaneKind kind = scene_.lanes[lane].kind;
      (kind == LaneKind::client ? clients
       : kind == LaneKind::node ? nodes
                                : resource)
          .push_back(lane);
    }
    const float usual = std::max(std::min(px(150), options_.width * 0.22f),
                                 options_.resource_name + px(2 * most_half));
    const float words = options_.resource_words + px(2 * most_half);
    constexpr std::size_t crowd = 6;  // with more clients than this, they need the space themselves
    const bool told = options_.width > px(wide_view) && clients.size() <= crowd;
    const float wanted =
        told ? std::max(usual, std::min(words, options_.width * most_of_resource)) : usual;
    const float right =
        options_.width - (options_.resource_room > 0 ? options_.resource_room : wanted);
    const float left = options_.node_room > 0 ? options_.node_room : room_of_nodes(nodes, right);
    const float reach = place_nodes(nodes, left);
    place_resource(resource, right);
    place_clients(clients, left + reach, right - px(most_half + halo));
  }

  /// The width for the nodes with their words, reduced if the clients' words need it, but not below
  /// the smaller of the usual width and that of the node names.
  float room_of_nodes(const std::vector<std::uint16_t>& nodes, float right) const {
    const float share = std::min(px(230), options_.width * 0.28f);
    if (nodes.empty() || options_.node_words <= 0) return share;
    const float radius = columns_of(nodes.size()).radius;
    const float around = radius + px(beside_disc + edge + 6);
    const float usual =
        std::max(share, std::min(options_.node_clock + around, options_.width * most_of_clock));
    const float wanted =
        std::max(usual, std::min(options_.node_words + around, options_.width * most_of_nodes));
    const float least = std::min(options_.node_names + around, usual);
    const float most = right - px(most_half + halo) - radius - px(least_room);
    // Precedence: all names, the nodes' usual words, the clients' states, the nodes' keys.
    if (most - options_.client_names < usual)
      return std::clamp(most - options_.client_names, least, usual);
    return std::clamp(most - options_.client_words, usual, wanted);
  }

  /// The columns needed for `places` places.
  Columns columns_of(std::size_t places) const {
    Columns columns;
    const auto fit = static_cast<std::size_t>(
        std::max(std::floor(options_.height / std::max(px(least_slot), options_.line)), 1.0f));
    columns.count = (places + fit - 1) / fit;
    // A second column would hide the links and labels of the first one, so the rows of one column
    // are made lower first.
    const float tight = std::max(px(2 * tight_radius + 2 * ring_half), options_.line * 0.8f);
    if (columns.count > 1 && static_cast<float>(places) * tight <= options_.height)
      columns.count = 1;
    columns.rows = (places + columns.count - 1) / columns.count;
    columns.slot = options_.height / static_cast<float>(columns.rows);
    const float most = std::min(columns.slot * 0.36f, options_.width * most_of_width);
    const float least =
        std::clamp(columns.slot / 2 - px(ring_half) - 1, px(tight_radius), px(least_radius));
    columns.radius =
        std::clamp(std::min(columns.slot / 2 - px(halo), most), least, px(most_radius));
    return columns;
  }

  PlaceShape& add(std::uint16_t lane, float x, float y, const Columns& columns, LabelSide side) {
    PlaceShape place;
    place.lane = lane;
    place.x = x;
    place.y = y;
    place.radius = columns.radius;
    place.room = columns.slot;
    place.side = side;
    shapes_.places.push_back(place);
    return shapes_.places.back();
  }

  /// Places nodes with their labels on the left; further columns are to the left of the first.
  /// Returns the extent of the first column to the right of `x` in pixels; 0 without nodes.
  float place_nodes(const std::vector<std::uint16_t>& lanes, float x) {
    if (lanes.empty()) return 0;
    const Columns columns = columns_of(lanes.size());
    const float wide = (x + columns.radius) / static_cast<float>(columns.count);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const std::size_t column = i / columns.rows;
      const float aside = wide * static_cast<float>(column);
      const float y = columns.slot * (static_cast<float>(i % columns.rows) + 0.5f);
      PlaceShape& place = add(lanes[i], x - aside, y, columns, LabelSide::left);
      place.label = wide - 2 * columns.radius - px(beside_disc + edge);
    }
    return columns.radius + px(halo);
  }

  void place_resource(const std::vector<std::uint16_t>& lanes, float x) {
    if (lanes.empty()) return;
    const Columns columns = columns_of(lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const float y = columns.slot * (static_cast<float>(i) + 0.5f);
      PlaceShape& place = add(lanes[i], x, y, columns, LabelSide::right);
      place.radius = std::min(place.radius, px(most_half));
      place.square = true;
      place.label = options_.width - x - place.radius - px(beside_disc + edge);
    }
  }

  /// Places clients between `from` and `to`, with their labels below them or, if there are several
  /// columns, the rows are low or links would cross the labels, on the right.
  void place_clients(const std::vector<std::uint16_t>& lanes, float from, float to) {
    if (lanes.empty()) return;
    Columns columns = columns_of(lanes.size());
    const float wide =
        std::max(to - from, px(2 * least_radius)) / static_cast<float>(columns.count);
    columns.radius = std::min(columns.radius, wide / 3);
    const std::size_t first = shapes_.places.size();
    if (place_above_labels(lanes, from, wide, columns) && !links_strike_labels(first)) return;
    shapes_.places.resize(first);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const std::size_t column = i / columns.rows;
      const float left = from + wide * static_cast<float>(column);
      const float middle = columns.slot * (static_cast<float>(i % columns.rows) + 0.5f);
      // In a narrow row, the right side has the larger part, since the label is there.
      const float part = wide > px(roomy_row) ? 0.5f : part_before;
      const bool alone = columns.count == 1 && wide > px(least_way);
      float x = alone ? left + wide * part : left + columns.radius + px(crowd_gap);
      const float all = wide - 2 * columns.radius - px(behind_words);
      const bool roomy = all - options_.client_words >= px(least_room / 2);
      const float words = roomy ? options_.client_words : options_.client_names;
      const float free = std::max(all - words, 0.0f);
      const bool led = columns.count == 1 && words > 0;
      // Words are shortened before the links to the nodes become short.
      const float near =
          std::min(all * least_near, all - options_.client_names - px(least_room / 3));
      if (led)
        x = left + std::max(std::min(wide * part, columns.radius + free * near_nodes),
                            columns.radius + near);
      x = std::max(x, left + columns.radius + px(crowd_gap));
      PlaceShape& place = add(lanes[i], x, middle, columns, LabelSide::right);
      place.label = left + wide - x - columns.radius - px(crowd_gap + 1);
      if (!led) continue;
      const float link = px(behind_words + crowd_gap);  // this gap is dropped before a name is cut
      place.label = std::max(place.label - link, std::min(place.label, options_.client_names));
      // If no words are drawn, the link begins at the disc, so that it never starts in empty space.
      place.words = place.label;
      place.words = options_.drawn ? options_.drawn(place, options_) : 0;
    }
  }

  /// Places clients above their labels. Returns false if the rows are too low for that, or clients
  /// need several columns.
  bool place_above_labels(const std::vector<std::uint16_t>& lanes, float from, float wide,
                          Columns columns) {
    const float label = px(below_disc) + options_.line;
    const float most = (columns.slot - label) / 2 - px(halo);
    if (columns.count > 1 || most < px(2 * least_radius)) return false;
    columns.radius = std::min(columns.radius, most);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      const float middle = columns.slot * (static_cast<float>(i) + 0.5f);
      add(lanes[i], from + wide / 2, middle - label / 2, columns, LabelSide::below).label = wide;
    }
    return true;
  }

  /// Whether any link crosses the label below a client; `first` is the index of the first client.
  bool links_strike_labels(std::size_t first) const {
    const auto& places = shapes_.places;
    for (std::size_t i = first; i < places.size(); ++i) {
      const float half = options_.client_most / 2 + px(beside);
      const float top = places[i].y + places[i].radius + px(below_disc);
      const float bottom = top + options_.line;
      for (std::size_t client = first; half > px(beside) && client < places.size(); ++client)
        for (std::size_t other = 0; other < first; ++other)
          if (goes_through(places[client], places[other], places[i].x - half, top,
                           places[i].x + half, bottom))
            return true;
    }
    return false;
  }

  const ClusterNode* node(std::uint16_t lane) const {
    if (lane >= scene_.lanes.size() || scene_.lanes[lane].kind != LaneKind::node) return nullptr;
    return &state_.nodes[scene_.lanes[lane].index];
  }

  void rings() {
    constexpr std::size_t most = 3;
    for (const PlaceShape& place : shapes_.places) {
      const ClusterNode* of = node(place.lane);
      if (!of) continue;
      for (std::size_t i = 0; i < std::min(of->keys.size(), most); ++i) {
        const ClusterKey& key = of->keys[i];
        RingShape ring;
        ring.lane = place.lane;
        ring.x = place.x;
        ring.y = place.y;
        // The outermost ring, on a node's outline, is reserved for the run's main lock.
        ring.other_lock = key.key != scene_.main_lock;
        const auto within = static_cast<float>(ring.other_lock ? std::max<std::size_t>(i, 1) : i);
        ring.radius = std::max(place.radius - px(ring_gap) * within, px(2));
        ring.lasting = key.lease_us < 0;
        if (key.lease_us > 0)
          ring.part = std::clamp(static_cast<float>(key.left_us) / static_cast<float>(key.lease_us),
                                 0.0f, 1.0f);
        ring.owner = key.owner;
        shapes_.rings.push_back(ring);
      }
    }
  }

  ClusterLink link_between(std::uint16_t client, std::uint16_t node) const {
    for (const ClusterLink& link : state_.links)
      if (link.client == client && link.node == node) return link;
    ClusterLink whole;
    whole.client = client;
    whole.node = node;
    return whole;
  }

  bool anything_flies(std::uint16_t client, std::uint16_t node) const {
    return std::any_of(state_.messages.begin(), state_.messages.end(),
                       [&](const ClusterMessage& message) {
                         const Message& whole = scene_.messages[message.message];
                         return whole.client == client && whole.node == node;
                       });
  }

  /// Adds the links of clients to masters and to the resource, and those to replicas that have a
  /// fault or a message.
  void links() {
    for (const PlaceShape& client : shapes_.places) {
      if (client.lane >= scene_.clients) continue;
      for (const PlaceShape& other : shapes_.places) {
        if (other.lane < scene_.clients) continue;
        const ClusterNode* of = node(other.lane);
        const ClusterLink link = link_between(client.lane, other.lane);
        const bool whole = link.cut == 0 && link.held == 0 && link.slowed_us == 0;
        if (of && of->master >= 0 && whole && !anything_flies(client.lane, other.lane)) continue;
        shapes_.links.push_back(between(client, other, link));
      }
    }
  }

  LinkShape between(const PlaceShape& client, const PlaceShape& other,
                    const ClusterLink& link) const {
    // A link to the resource begins to the right of the client's words, so it crosses none.
    const bool behind = other.square && client.words > 0;
    const float from_x = client.x + (behind ? client.radius + client.words + px(behind_label) : 0);
    const float dx = other.x - from_x;
    const float dy = other.y - client.y;
    const float length = std::max(std::hypot(dx, dy), 1.0f);
    const float out = behind ? 0 : client.radius + px(1);
    // To the ring's outline; a square extends further towards its corners.
    const float in = other.square ? other.radius * length / std::max(std::abs(dx), std::abs(dy))
                                  : other.radius + px(ring_half);
    LinkShape shape;
    shape.x0 = from_x + dx / length * out;
    shape.y0 = client.y + dy / length * out;
    shape.x1 = other.x - dx / length * in;
    shape.y1 = other.y - dy / length * in;
    // Beyond the middle, where the links of one client are further apart.
    shape.fault_x = shape.x0 + (shape.x1 - shape.x0) * 0.62f;
    shape.fault_y = shape.y0 + (shape.y1 - shape.y0) * 0.62f;
    shape.link = link;
    return shape;
  }

  void replication() {
    for (const PlaceShape& replica : shapes_.places) {
      const ClusterNode* of = node(replica.lane);
      if (!of || of->master < 0) continue;
      const auto lane =
          static_cast<std::uint16_t>(scene_.clients + static_cast<std::size_t>(of->master));
      const PlaceShape* master = shapes_.place_of(lane);
      if (!master) continue;
      ReplicationShape shape;
      shape.replica = replica.lane;
      const float down = master->y > replica.y ? 1.0f : -1.0f;
      shape.x0 = replica.x;
      shape.y0 = replica.y + down * (replica.radius + px(4));
      shape.x1 = master->x;
      shape.y1 = master->y - down * (master->radius + px(4));
      // A line to a neighbour is straight; a longer one curves around the nodes in between.
      const bool neighbours = std::abs(master->y - replica.y) <= replica.room * 1.1f;
      shape.bend = neighbours ? 0 : px(40);
      shapes_.replication.push_back(shape);
    }
  }

  void flight(const ClusterMessage& message) {
    const Message& whole = scene_.messages[message.message];
    const PlaceShape* client = shapes_.place_of(whole.client);
    const PlaceShape* other = shapes_.place_of(whole.node);
    if (!client || !other) return;
    const ClusterLink link = link_between(whole.client, whole.node);
    const LinkShape way = between(*client, *other, link);
    const float from_x = message.reply ? way.x1 : way.x0;
    const float from_y = message.reply ? way.y1 : way.y0;
    const float dx = (message.reply ? way.x0 : way.x1) - from_x;
    const float dy = (message.reply ? way.y0 : way.y1) - from_y;
    const float length = std::max(std::hypot(dx, dy), 1.0f);
    FlightShape shape;
    shape.to_x = dx / length;
    shape.to_y = dy / length;
    shape.x = from_x + dx * message.part + shape.to_y * px(beside);
    shape.y = from_y + dy * message.part - shape.to_x * px(beside);
    shape.x0 = from_x;
    shape.y0 = from_y;
    shape.x1 = from_x + dx;
    shape.y1 = from_y + dy;
    shape.part = message.part;
    shape.message = message.message;
    shape.client = whole.client;
    shape.reply = message.reply;
    shape.abandoned = message.abandoned;
    shape.lost = message.lost;
    shape.held = (link.held & (message.reply ? 2 : 1)) != 0;
    shapes_.flights.push_back(shape);
  }

  const Scene& scene_;
  const ClusterState& state_;
  const ClusterOptions& options_;
  ClusterShapes shapes_;
};

}  // namespace

ClusterShapes lay_out_cluster(const Scene& scene, const ClusterState& state,
                              const ClusterOptions& options) {
  return ClusterLayout(scene, state, options).shapes();
}

}  // namespace locklab::app
