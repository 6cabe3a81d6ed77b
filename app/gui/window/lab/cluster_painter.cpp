#include "app/gui/window/lab/cluster_painter.h"

#include <algorithm>
#include <cmath>

#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/scene/lane_states.h"
#include "app/timeline/words/wording.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr float full_turn = 6.2831853f;
constexpr float upwards = -full_turn / 4;
constexpr float rim = 1.4f;  ///< width of the outline of a name's letters, in pixels at 100 %
constexpr float halo = 5;    ///< width around a selected place, in pixels at 100 %

ImFont* cluster_label_font(const View& view, float height) {
  return height > view.px(400) ? view.fonts.text : view.fonts.small;
}

class ClusterPainter {
 public:
  ClusterPainter(const View& view, const ClusterPicture& picture, ImVec2 corner, ImVec2 size)
      : view_(view),
        run_(*view.model.run),
        shapes_(picture.shapes),
        state_(picture.state),
        labels_(picture.labels),
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
    for (const ClusterLabel& label : labels_)
      if (label.of == ClusterLabel::Of::place) {
        words(label);
        view_.name_place(
            "cluster words of " + run_.scene.lanes[shapes_.places[label.index].lane].name,
            p(label.x0, label.y0), {label.x1 - label.x0, label.y1 - label.y0});
      }
    for (const FlightShape& flight : shapes_.flights) this->flight(flight);
    for (const ClusterLabel& label : labels_)
      if (label.of != ClusterLabel::Of::place) this->label(label);
    canvas_.PopClipRect();
  }

 private:
  ImVec2 p(float x, float y) const { return {corner_.x + x, corner_.y + y}; }
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
    } else if (link.link.held != 0 || link.link.slowed_us != 0) {
      canvas_.AddLine(from, to, faded(theme().warning, 0.8f), wide);
    } else {
      canvas_.AddLine(from, to, faded(selected ? theme().second_text : theme().line, 0.8f), wide);
    }
  }

  /// Draws the sign of a link fault: a cross for a cut, two bars for held or slowed messages.
  void sign(const ClusterLink& link, ImVec2 at) {
    if (link.cut != 0) return strokes_.cross(at, px(3.5f), fault_colour(link));
    for (const float x : {-px(3), px(1)})
      canvas_.AddRectFilled({at.x + x, at.y - px(4)}, {at.x + x + px(2), at.y + px(4)},
                            fault_colour(link));
  }
  ImU32 fault_colour(const ClusterLink& link) const {
    return link.cut != 0 ? theme().violation : theme().warning;
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
    const ImVec2 upper = p(way.x1 + way.bend, way.y1);
    const ImVec2 lower = p(way.x0 + way.bend, way.y0);
    canvas_.AddBezierCubic(from, upper, lower, to, faded(colour, 0.7f), wide);
    strokes_.head(lower, to, colour);
  }

  // ---- clients, nodes, the resource ----

  void place(const PlaceShape& place) {
    const ImVec2 at = p(place.x, place.y);
    if (view_.model.lane == place.lane)
      canvas_.AddCircleFilled(at, place.radius + px(halo), faded(theme().accent, 0.45f), 40);
    switch (kind(place.lane)) {
      case LaneKind::client:
        return client(place, at);
      case LaneKind::node:
        return node(place, at);
      default:
        return resource(place, at);
    }
  }

  /// Draws a client, filled like its bar on the timeline: a full disc if it is in the critical
  /// section, an empty one with a second ring if it is there without the lock, a pale one if it is
  /// paused there or while it believes that it holds, a smaller one if it only believes that it
  /// holds, three dots if it waits.
  void client(const PlaceShape& place, ImVec2 at) {
    const ClusterClient& client = state_.clients[place.lane];
    const ImU32 own = theme().client(place.lane);
    const float r = place.radius;
    const bool gone = client.crashed || client.finished || !client.progress.present;
    const Bar bar = cell_of(client.progress).bar;
    canvas_.AddCircleFilled(at, r, theme().panel, 40);
    if (bar == Bar::inside || bar == Bar::paused_holding) {
      canvas_.AddCircleFilled(at, r, faded(own, bar == Bar::inside ? 1.0f : 0.4f), 40);
      strokes_.pattern_disc(at, r, place.lane, own);
      canvas_.AddCircle(at, r - px(3.5f), faded(Theme::text_on(own), 0.8f), 40, px(1.2f));
    } else if (bar == Bar::unlocked) {
      canvas_.AddCircle(at, r - px(4), theme().violation, 40, px(2));
    } else if (bar == Bar::believes) {
      canvas_.AddCircleFilled(at, r * 0.62f, own, 32);
      strokes_.pattern_disc(at, r * 0.62f, place.lane, own);
    } else if (bar == Bar::waiting) {
      for (int i = -1; i <= 1; ++i)
        canvas_.AddCircleFilled({at.x + static_cast<float>(i) * r * 0.42f, at.y}, px(2.4f), own, 8);
    }
    if (client.progress.paused) strokes_.hatch_disc(at, r - px(2), theme().text);
    canvas_.AddCircle(at, r, faded(own, gone ? 0.35f : 1.0f), 40, px(2.5f));
    strokes_.pattern_ring(at, r, px(2.5f), 1, place.lane, own);
    if (client.crashed) strokes_.cross(at, r * 0.5f, theme().violation);
  }

  void node(const PlaceShape& place, ImVec2 at) {
    const ClusterNode& node = state_.nodes[run_.scene.lanes[place.lane].index];
    const float r = place.radius;
    const bool down = is_down(node.condition);
    canvas_.AddCircleFilled(at, r, down ? theme().down : theme().raised, 40);
    canvas_.AddCircle(at, r, down ? theme().violation : theme().line, 40, px(2));
    if (down) return strokes_.cross(at, r * 0.5f, theme().violation);
    const bool granted = !node.keys.empty() && node.keys.front().key == run_.scene.main_lock;
    if (granted && r >= px(11)) {
      const ImU32 own = theme().client(node.keys.front().owner);
      canvas_.AddCircleFilled(at, r * 0.5f, own, 32);
      initial(node.keys.front().owner, at, Theme::text_on(own));
    }
    if (node.condition != NodeCondition::up)
      strokes_.hatch_disc(at, r - px(2), theme().second_text);
  }

  /// Writes the owner's initial, since colour is never the only signal.
  void initial(std::uint16_t owner, ImVec2 at, ImU32 colour) {
    if (owner >= run_.scene.clients) return;
    const std::vector<std::string> letters = characters(run_.scene.lanes[owner].name);
    if (letters.empty()) return;
    const std::string& letter = letters.front();
    ImFont* font = view_.fonts.small;
    const ImVec2 size{Strokes::text_width(letter, font), font->FontSize};
    const ImVec2 corner{at.x - size.x / 2, at.y - size.y / 2};
    strokes_.text(corner, colour, letter, font);
    view_.name_place("cluster initial " + letter, corner, size);
  }

  void ring(const RingShape& ring) {
    const ImVec2 at = p(ring.x, ring.y);
    const ImU32 own = theme().client(ring.owner);
    const float wide = px(ring.other_lock ? 1.5f : 5.0f);
    canvas_.AddCircle(at, ring.radius, faded(own, 0.25f), 48, wide);
    if (ring.part <= 0) return;
    canvas_.PathArcTo(at, ring.radius, upwards, upwards + full_turn * ring.part, 48);
    canvas_.PathStroke(own, 0, wide);
    if (ring.other_lock) return;
    strokes_.pattern_ring(at, ring.radius, wide, ring.part, ring.owner, own);
    if (!ring.lasting) return;
    // Four gaps mark a key without a lease.
    for (int quarter = 0; quarter < 4; ++quarter) {
      const float angle = upwards + full_turn / 8 + full_turn / 4 * static_cast<float>(quarter);
      canvas_.AddCircleFilled(
          {at.x + std::cos(angle) * ring.radius, at.y + std::sin(angle) * ring.radius}, px(2),
          theme().panel, 8);
    }
  }

  void resource(const PlaceShape& place, ImVec2 at) {
    const float half = place.radius;
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

  void ground(const ClusterLabel& label) {
    canvas_.AddRectFilled(p(label.x0, label.y0), p(label.x1, label.y1), faded(theme().panel, 0.85f),
                          px(3));
  }

  void label(const ClusterLabel& label) {
    const ImVec2 from = p(label.x0, label.y0);
    const ImVec2 to = p(label.x1, label.y1);
    ground(label);
    if (label.of == ClusterLabel::Of::link) {
      const ClusterLink& link = shapes_.links[label.index].link;
      canvas_.AddRect(from, to, fault_colour(link), px(4), 0, px(1.2f));
      sign(link, {from.x + px(9), (from.y + to.y) / 2});
    }
    words(label);
  }

  void words(const ClusterLabel& label) {
    const bool place = label.of == ClusterLabel::Of::place;
    ImFont* font = place ? cluster_label_font(view_, size_.y) : view_.fonts.small;
    for (const PlacedWords& line : label.words) {
      // A name has an outline instead of a background, at which a link would seem to end.
      for (const float x : {-rim, 0.0f, rim})
        for (const float y : {-rim, 0.0f, rim})
          if (place)
            strokes_.text(p(line.x + px(x), line.y + px(y)), theme().panel, line.text, font);
      strokes_.text(p(line.x, line.y), tone(line.tone), line.text, font);
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
  }

  const View& view_;
  const ShownRun& run_;
  const ClusterShapes& shapes_;
  const ClusterState& state_;
  const std::vector<ClusterLabel>& labels_;
  ImDrawList& canvas_;
  Strokes strokes_;
  ImVec2 corner_;
  ImVec2 size_;
};

LabelFont measured(ImFont* font) {
  return {[font](std::string_view words) { return Strokes::text_width(words, font); },
          font->FontSize};
}

}  // namespace

float label_line(const View& view, ImVec2 size) {
  const auto& lanes = view.model.run->scene.lanes;
  const auto nodes = std::count_if(lanes.begin(), lanes.end(),
                                   [](const Lane& lane) { return lane.kind == LaneKind::node; });
  const float height = cluster_label_font(view, size.y)->FontSize;
  const float line = height + view.px(2);
  // In a short view the lines lose their gaps, which is better than a second column.
  const bool low = size.y < view.px(110) || static_cast<float>(nodes) * line > size.y;
  return low ? height : line;
}

void measure_cluster(const View& view, const ClusterState& state, ClusterOptions& options) {
  make_room_for_words(view.say, *view.model.run, state,
                      static_cast<std::int64_t>(view.model.cursor.at_us),
                      measured(cluster_label_font(view, options.height)), options);
}

std::vector<ClusterLabel> measured_labels(const View& view, const ClusterShapes& shapes,
                                          const ClusterState& state,
                                          const ClusterOptions& options) {
  const ClusterTexts texts = cluster_texts(view.say, *view.model.run, shapes, state,
                                           static_cast<std::int64_t>(view.model.cursor.at_us));
  return cluster_labels(shapes, texts, options, measured(cluster_label_font(view, options.height)),
                        measured(view.fonts.small));
}

void paint_cluster(const View& view, const ClusterPicture& picture, ImVec2 corner, ImVec2 size) {
  ClusterPainter(view, picture, corner, size).paint();
}

}  // namespace locklab::app
