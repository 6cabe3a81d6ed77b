#include "app/gui/window/cluster_painter.h"

#include <algorithm>
#include <cmath>

#include "app/gui/layout/cluster_words.h"
#include "app/gui/window/strokes.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

constexpr float full_turn = 6.2831853f;
constexpr float upwards = -full_turn / 4;
constexpr float most_half = 24;  ///< half the side of the resource's square
constexpr std::size_t readable_flights =
    4;  ///< labels are hidden in larger crowds, except on hover

class ClusterPainter {
 public:
  ClusterPainter(const View& view, const ClusterShapes& shapes, const ClusterState& state,
                 ImVec2 corner, ImVec2 size)
      : view_(view),
        run_(*view.model.run),
        shapes_(shapes),
        state_(state),
        canvas_(*ImGui::GetWindowDrawList()),
        strokes_(canvas_, view.scale),
        corner_(corner),
        size_(size) {}

  void paint() {
    canvas_.PushClipRect(corner_, {corner_.x + size_.x, corner_.y + size_.y}, true);
    for (const LinkShape& link : shapes_.links) line(link);
    for (const ReplicationShape& way : shapes_.replication) replication(way);
    for (const PlaceShape& place : shapes_.places) this->place(place);
    for (const RingShape& ring : shapes_.rings) this->ring(ring);
    for (const PlaceShape& place : shapes_.places)
      if (place.named) label(place);
    for (const LinkShape& link : shapes_.links) fault(link);
    for (const FlightShape& flight : shapes_.flights) this->flight(flight);
    canvas_.PopClipRect();
  }

 private:
  ImVec2 p(float x, float y) const { return {corner_.x + x, corner_.y + y}; }
  /// The largest halo that fits.
  float halo(ImVec2 at, float radius) const {
    const ImVec2 least = canvas_.GetClipRectMin();
    const ImVec2 most = canvas_.GetClipRectMax();
    const float room = std::min({at.x - least.x, at.y - least.y, most.x - at.x, most.y - at.y});
    return std::clamp(room, radius + px(2), radius + px(5));  // the label begins there
  }
  float px(float at_100_percent) const { return view_.px(at_100_percent); }
  const Theme& theme() const { return view_.theme; }
  LaneKind kind(std::uint16_t lane) const { return run_.scene.lanes[lane].kind; }
  ImU32 tone(LabelTone of) const {
    switch (of) {
      case LabelTone::plain:
        return theme().text;
      case LabelTone::warning:
        return theme().warning;
      case LabelTone::bad:
        return theme().violation;
      default:
        return theme().second_text;
    }
  }

  // ---- links ----

  void line(const LinkShape& link) {
    const bool selected =
        view_.model.lane == link.link.client || view_.model.lane == link.link.node;
    const ImVec2 from = p(link.x0, link.y0);
    const ImVec2 to = p(link.x1, link.y1);
    const float wide = px(1.4f) * theme().line_width;
    if (link.link.cut == 3) {
      strokes_.dashed(from, to, faded(theme().violation, 0.7f), wide);
    } else {
      canvas_.AddLine(from, to, faded(selected ? theme().second_text : theme().line, 0.8f), wide);
    }
  }

  void fault(const LinkShape& link) {
    const std::string words = link_fault_words(view_.say, link.link);
    if (words.empty()) return;
    const ImU32 colour = link.link.cut != 0 ? theme().violation : theme().warning;
    ImFont* font = view_.fonts.small;
    const float wide = Strokes::text_width(words, font) + px(20);
    const ImVec2 at = p(link.fault_x, link.fault_y);
    const float half = font->FontSize / 2 + px(2);
    const ImVec2 from{at.x - wide / 2, at.y - half};
    canvas_.AddRectFilled(from, {at.x + wide / 2, at.y + half}, theme().panel, px(4));
    canvas_.AddRect(from, {at.x + wide / 2, at.y + half}, colour, px(4), 0, px(1.2f));
    if (link.link.cut != 0) {
      strokes_.cross({from.x + px(9), at.y}, px(3.5f), colour);
    } else {
      canvas_.AddRectFilled({from.x + px(6), at.y - px(4)}, {from.x + px(8), at.y + px(4)}, colour);
      canvas_.AddRectFilled({from.x + px(10), at.y - px(4)}, {from.x + px(12), at.y + px(4)},
                            colour);
    }
    strokes_.text({from.x + px(16), at.y - font->FontSize / 2}, theme().text, words, font);
  }

  void replication(const ReplicationShape& way) {
    const std::size_t node = run_.scene.lanes[way.replica].index;
    const ImU32 colour = state_.nodes[node].behind ? theme().warning : theme().second_text;
    const float wide = px(1.4f) * theme().line_width;
    const ImVec2 from = p(way.x1, way.y1);
    const ImVec2 to = p(way.x0, way.y0);
    if (way.bend == 0) {
      strokes_.dashed(from, to, colour, wide);
      return strokes_.head(from, to, colour);
    }
    const ImVec2 upper = p(way.x1 - way.bend, way.y1);
    const ImVec2 lower = p(way.x0 - way.bend, way.y0);
    canvas_.AddBezierCubic(from, upper, lower, to, faded(colour, 0.7f), wide);
    strokes_.head(lower, to, colour);
  }

  // ---- clients, nodes, the resource ----

  void place(const PlaceShape& place) {
    const ImVec2 at = p(place.x, place.y);
    if (view_.model.lane == place.lane)
      canvas_.AddCircleFilled(at, halo(at, place.radius), faded(theme().accent, 0.45f), 40);
    switch (kind(place.lane)) {
      case LaneKind::client:
        return client(place, at);
      case LaneKind::node:
        return node(place, at);
      default:
        return resource(place, at);
    }
  }

  /// A client, filled like its bar on the timeline: the more it holds, the fuller.
  void client(const PlaceShape& place, ImVec2 at) {
    const ClusterClient& client = state_.clients[place.lane];
    const ImU32 own = theme().client(place.lane);
    const float r = place.radius;
    const bool gone = client.crashed || client.finished || !client.progress.present;
    const Bar bar = cell_of(client.progress).bar;
    canvas_.AddCircleFilled(at, r, theme().panel, 40);
    if (bar == Bar::inside || bar == Bar::paused_holding) {
      canvas_.AddCircleFilled(at, r, faded(own, bar == Bar::inside ? 1.0f : 0.4f), 40);
      canvas_.AddCircle(at, r - px(3.5f), faded(Theme::text_on(own), 0.8f), 40, px(1.2f));
    } else if (bar == Bar::believes) {
      canvas_.AddCircleFilled(at, r * 0.62f, own, 32);
    } else if (bar == Bar::waiting) {
      for (int i = -1; i <= 1; ++i)
        canvas_.AddCircleFilled({at.x + static_cast<float>(i) * r * 0.42f, at.y}, px(2.4f), own, 8);
    }
    if (client.progress.paused) strokes_.hatch_disc(at, r - px(2), theme().text);
    canvas_.AddCircle(at, r, faded(own, gone ? 0.35f : 1.0f), 40, px(2.5f));
    if (client.crashed) strokes_.cross(at, r * 0.5f, theme().violation);
  }

  void node(const PlaceShape& place, ImVec2 at) {
    const ClusterNode& node = state_.nodes[run_.scene.lanes[place.lane].index];
    const float r = place.radius;
    const bool down =
        node.condition == NodeCondition::killed || node.condition == NodeCondition::without_power;
    canvas_.AddCircleFilled(at, r, down ? theme().down : theme().raised, 40);
    canvas_.AddCircle(at, r, down ? theme().violation : theme().line, 40, px(2));
    if (down) return strokes_.cross(at, r * 0.5f, theme().violation);
    if (!node.keys.empty() && r >= px(11)) {
      const ImU32 own = theme().client(node.keys.front().owner);
      canvas_.AddCircleFilled(at, r * 0.5f, own, 32);
      initial(node.keys.front().owner, at, Theme::text_on(own));
    }
    if (node.condition != NodeCondition::up)
      strokes_.hatch_disc(at, r - px(2), theme().second_text);
  }

  /// The owner's initial: colour is never the only signal.
  void initial(std::uint16_t owner, ImVec2 at, ImU32 colour) {
    if (owner >= run_.scene.clients) return;
    const std::string& name = run_.scene.lanes[owner].name;
    const std::string_view letter(name.data(), std::min<std::size_t>(name.size(), 1));
    ImFont* font = view_.fonts.small;
    strokes_.text({at.x - Strokes::text_width(letter, font) / 2, at.y - font->FontSize / 2}, colour,
                  letter, font);
  }

  void ring(const RingShape& ring) {
    const ImVec2 at = p(ring.x, ring.y);
    const ImU32 own = theme().client(ring.owner);
    canvas_.AddCircle(at, ring.radius, faded(own, 0.25f), 48, px(5));
    if (ring.part <= 0) return;
    canvas_.PathArcTo(at, ring.radius, upwards, upwards + full_turn * ring.part, 48);
    canvas_.PathStroke(own, 0, px(5));
    if (!ring.lasting) return;
    // Four gaps mark a ring that does not run down.
    for (int quarter = 0; quarter < 4; ++quarter) {
      const float angle = upwards + full_turn / 8 + full_turn / 4 * static_cast<float>(quarter);
      canvas_.AddCircleFilled(
          {at.x + std::cos(angle) * ring.radius, at.y + std::sin(angle) * ring.radius}, px(2),
          theme().panel, 8);
    }
  }

  void resource(const PlaceShape& place, ImVec2 at) {
    const float half = std::min(place.radius, px(most_half));
    const std::uint16_t writer = state_.resource.writer;
    const ImVec2 from{at.x - half, at.y - half};
    const ImVec2 to{at.x + half, at.y + half};
    canvas_.AddRectFilled(from, to, theme().raised, px(5));
    canvas_.AddRect(from, to,
                    writer < run_.scene.clients ? theme().client(writer) : theme().second_text,
                    px(5), 0, px(2.5f));
    if (!state_.resource.touched) return;
    const std::string value = fmt::format("{}", state_.resource.value);
    ImFont* font = view_.fonts.text;
    strokes_.text({at.x - Strokes::text_width(value, font) / 2, at.y - font->FontSize / 2},
                  theme().text, value, font);
  }

  // ---- labels ----

  /// The font of labels: larger if the cluster has the room for itself.
  ImFont* label_font() const { return size_.y > px(400) ? view_.fonts.text : view_.fonts.small; }

  void label(const PlaceShape& place) {
    const auto at = static_cast<std::int64_t>(view_.model.cursor.at_us);
    std::vector<LabelLine> lines = cluster_label(view_.say, run_, state_, place.lane, at);
    if (kind(place.lane) == LaneKind::client) return below(place, lines);
    ImFont* font = label_font();
    const float step = font->FontSize + px(2);
    const auto fit =
        static_cast<std::size_t>(std::max(std::floor((place.room - px(6)) / step), 1.0f));
    if (lines.size() > fit && lines.size() > 1) {  // the state moves beside the name
      lines[1].text = lines[0].text + "  " + lines[1].text;
      lines.erase(lines.begin());
    }
    if (lines.size() > fit) lines.resize(fit);
    float y = place.y - step * static_cast<float>(lines.size()) / 2;
    const bool node = kind(place.lane) == LaneKind::node;
    for (LabelLine& line : lines) {
      // The tooltip has what does not fit before the circle.
      if (node) line.text = shortened(line.text, font, place.x - place.radius - px(16));
      const float wide = Strokes::text_width(line.text, font);
      const float x = node ? place.x - place.radius - px(12) - wide
                           : place.x + std::min(place.radius, px(most_half)) + px(10);
      // A name at the window's edge loses its end, not its beginning.
      strokes_.text(p(std::max(x, px(4)), y), tone(line.tone), line.text, font);
      y += step;
    }
  }

  static std::string shortened(std::string text, ImFont* font, float room) {
    if (Strokes::text_width(text, font) <= room) return text;
    while (!text.empty() && Strokes::text_width(text + "…", font) > room) {
      while (!text.empty() && (text.back() & 0xc0) == 0x80) text.pop_back();
      if (!text.empty()) text.pop_back();
    }
    return text + "…";
  }

  /// Labels a client on one line below it, since links leave it on both sides.
  void below(const PlaceShape& place, const std::vector<LabelLine>& lines) {
    ImFont* font = label_font();
    const float gap = px(6);
    float wide = -gap;
    for (const LabelLine& line : lines) wide += Strokes::text_width(line.text, font) + gap;
    float x = place.x - wide / 2;
    const float y = place.y + place.radius + px(6);
    canvas_.AddRectFilled(p(x - px(4), y), p(x + wide + px(4), y + font->FontSize + px(2)),
                          faded(theme().panel, 0.85f), px(3));
    for (const LabelLine& line : lines) {
      strokes_.text(p(x, y), tone(line.tone), line.text, font);
      x += Strokes::text_width(line.text, font) + gap;
    }
  }

  // ---- messages ----

  void flight(const FlightShape& flight) {
    const Message& message = run_.scene.messages[flight.message];
    const ImU32 own = flight.abandoned ? theme().second_text : theme().client(message.client);
    const ImVec2 at = p(flight.x, flight.y);
    const float r = px(6);
    const ImVec2 tip{at.x + flight.to_x * r * 2.1f, at.y + flight.to_y * r * 2.1f};
    const ImVec2 side{-flight.to_y * r * 0.8f, flight.to_x * r * 0.8f};
    canvas_.AddTriangleFilled({at.x + side.x, at.y + side.y}, {at.x - side.x, at.y - side.y}, tip,
                              own);
    canvas_.AddCircleFilled(at, r, flight.reply ? theme().panel : own, 16);
    canvas_.AddCircle(at, r, own, 16, px(2));
    if (flight.held) {
      canvas_.AddRectFilled({at.x - px(3), at.y - px(3)}, {at.x - px(1), at.y + px(3)},
                            theme().text);
      canvas_.AddRectFilled({at.x + px(1), at.y - px(3)}, {at.x + px(3), at.y + px(3)},
                            theme().text);
    }
    if (flight.lost) strokes_.cross(at, px(7), theme().violation);
    if (shapes_.flights.size() <= readable_flights) words(flight, message);
  }

  void words(const FlightShape& flight, const Message& message) {
    const sim::Trace& trace = run_.trace();
    std::string words = flight.reply && message.ran != none_at
                            ? view_.tell(short_reply(trace, trace[message.ran]))
                            : short_command(trace, trace[message.sent]);
    ImFont* font = view_.fonts.small;
    const float wide = Strokes::text_width(words, font);
    const float x =
        std::clamp(flight.words_x - wide / 2, px(4), std::max(size_.x - wide - px(4), px(4)));
    const float y = flight.words_y + (flight.reply ? px(9) : -px(11) - font->FontSize);
    canvas_.AddRectFilled(p(x - px(3), y), p(x + wide + px(3), y + font->FontSize + px(2)),
                          faded(theme().panel, 0.85f), px(3));
    strokes_.text(p(x, y), theme().text, words, font);
  }

  const View& view_;
  const ShownRun& run_;
  const ClusterShapes& shapes_;
  const ClusterState& state_;
  ImDrawList& canvas_;
  Strokes strokes_;
  ImVec2 corner_;
  ImVec2 size_;
};

}  // namespace

void paint_cluster(const View& view, const ClusterShapes& shapes, const ClusterState& state,
                   ImVec2 corner, ImVec2 size) {
  ClusterPainter(view, shapes, state, corner, size).paint();
}

}  // namespace locklab::app
