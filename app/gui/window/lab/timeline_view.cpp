// The timeline: lanes, messages, the holders in the three meanings of holding, faults and
// violations; and above it the strip of the whole run. Paints the shapes of
// app/timeline/scene/shapes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/changes/spot.h"
#include "app/gui/layout/cluster_words.h"
#include "app/gui/layout/timeline_rows.h"
#include "app/gui/update/comparison.h"
#include "app/gui/update/lanes.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/lab/lane_menu.h"
#include "app/gui/window/lab/timeline_painter.h"
#include "app/gui/window/lab/timeline_pointer.h"
#include "app/gui/window/lab/tool_drop.h"
#include "app/gui/window/shortened.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/scene/shapes.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

// Sizes in pixels at 100 %.
constexpr float names_width = 132;
constexpr float before_name = 12;
constexpr float least_state = 24;  ///< width of a state; with less, it is omitted
constexpr float least_row = 21;
constexpr float least_shown_row = 20;  ///< in presenter mode
constexpr float least_compared_row = 16;
constexpr float least_strip = 12;
constexpr float least_compared_strip = 9;
constexpr float least_shown_strip = 8;
constexpr float strip_gap = 6;
constexpr float shown_strip_gap = 3;

constexpr float few_lanes = 4;      ///< number that must fit below the overview; the others scroll
constexpr float few_to_lower = 12;  ///< with more lanes, most would be out of view even if short
constexpr float two_lines = 34;     ///< a lane at least this high shows its state on a second line

/// The state of a lane at the cursor; empty for the resource.
std::string state_of(const View& view, const ClusterState& now, std::uint16_t lane) {
  const Lane& of = view.model.run->scene.lanes[lane];
  if (of.kind == LaneKind::client) return client_state_words(view.say, now.clients[of.index]);
  if (of.kind == LaneKind::node)
    return node_state_words(view.say, *view.model.run, now.nodes[of.index]);
  return {};
}

/// Draws the pin of a pinned lane, at the right edge of its name.
void pin(const View& view, ImVec2 at) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  canvas.AddCircleFilled(at, view.px(3.5f), view.theme.accent, 12);
  canvas.AddLine(at, {at.x, at.y + view.px(9)}, view.theme.accent, view.px(1.5f));
}

/// Draws the names of the lanes, with their states, on the left.
class Names {
 public:
  Names(const View& view, ImVec2 at)
      : view_(view),
        at_(at),
        canvas_(*ImGui::GetWindowDrawList()),
        scene_(view.model.run->scene),
        now_(cluster_at(view.model.run->trace(), scene_, view.model.cursor.events,
                        static_cast<std::int64_t>(view.model.cursor.at_us))) {}

  void lane(const LaneRow& row) const {
    const bool client = row.lane < scene_.clients;
    const ImU32 colour = client ? view_.theme.client(row.lane) : view_.theme.text;
    const ImVec2 from{at_.x, at_.y + row.y0};
    const ImVec2 to{at_.x + view_.px(names_width), at_.y + row.y1};
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(row.lane);
    if (ImGui::InvisibleButton("lane", {to.x - from.x, to.y - from.y}))
      click_on(view_, Spot{SpotKind::lane, row.lane}, {}, intent::SelectLane{row.lane});
    const std::string& name = scene_.lanes[row.lane].name;
    const std::string shown = shown_name(row);
    const std::string tip(view_.say("lane.tip"));
    view_.name_last("lane " + name, !view_.rests    ? std::string_view()
                                    : shown == name ? tip
                                                    : name + "\n" + tip);
    drop_on(view_, Spot{SpotKind::lane, row.lane}, {});
    lane_menu(view_, row.lane);
    ImGui::PopID();
    if (view_.model.lane == row.lane)
      canvas_.AddRectFilled(from, to, faded(view_.theme.accent, 0.16f), view_.px(4));
    const float edge = view_.px(to.y - from.y < view_.px(20) ? 2.0f : 6.0f);
    canvas_.AddRectFilled({from.x + view_.px(2), from.y + edge},
                          {from.x + view_.px(6), to.y - edge}, colour, view_.px(2));
    if (client)
      Strokes(canvas_, view_.scale)
          .pattern({from.x + view_.px(2), from.y + edge}, {from.x + view_.px(6), to.y - edge},
                   row.lane, colour);
    if (row.pinned) pin(view_, {to.x - view_.px(8), from.y + view_.px(7)});
    words(row, from, shown);
  }
  void small(ImVec2 where, ImU32 colour, std::string_view words) const {
    if (words.empty()) return;
    canvas_.AddText(view_.fonts.small, view_.fonts.small->FontSize, where, colour, words.data(),
                    words.data() + words.size());
  }

 private:
  bool is_low(const LaneRow& row) const { return row.y1 - row.y0 < view_.px(20); }
  ImFont* font_of_name(const LaneRow& row) const {
    return is_low(row) ? view_.fonts.small : view_.fonts.text;
  }
  static std::string fitting(const std::string& words, ImFont* font, float width) {
    ImGui::PushFont(font);
    std::string shown = shortened(words, width);
    ImGui::PopFont();
    return shown;
  }
  std::string shown_name(const LaneRow& row) const {
    return fitting(scene_.lanes[row.lane].name, font_of_name(row),
                   view_.px(names_width - before_name - (row.pinned ? 14.0f : 0)));
  }

  /// Draws the name and, below it or after it, the state.
  void words(const LaneRow& row, ImVec2 from, const std::string& name) const {
    ImFont* const font = font_of_name(row);
    const float left = from.x + view_.px(before_name);
    canvas_.AddText(font, font->FontSize, {left, from.y + (is_low(row) ? 0 : view_.px(1))},
                    view_.theme.text, name.c_str());
    ImVec2 state{left, from.y + view_.px(18)};
    if (row.y1 - row.y0 < view_.px(two_lines))
      state = {left + Strokes::text_width(name, font) + view_.px(6),
               from.y + (is_low(row) ? 0 : view_.px(3))};
    const float room = from.x + view_.px(names_width) - state.x;
    if (room < view_.px(least_state)) return;
    small(state, view_.theme.second_text,
          fitting(state_of(view_, now_, row.lane), view_.fonts.small, room));
  }

  const View& view_;
  const ImVec2 at_;
  ImDrawList& canvas_;
  const Scene& scene_;
  const ClusterState now_;
};

void names(const View& view, const TimelineShapes& shapes, ImVec2 at) {
  const Names write(view, at);
  const float pad = view.px(8);
  // Each of two compared runs has its name in place of the title.
  const bool compared = view.model.comparison.has_value();
  const std::string words = compared ? branch_name(view.say, view.model, view.model.branch)
                                     : std::string(view.say("time.title"));
  const ImVec2 title{at.x + pad, at.y + shapes.top + view.px(4)};
  write.small(title, compared ? view.theme.accent : view.theme.second_text, words);
  view.name_place(compared ? "compared run" : "timeline title", title,
                  {Strokes::text_width(words, view.fonts.small), view.fonts.small->FontSize});
  // Pinned lanes come first, since others may be scrolled below them.
  for (const LaneRow& row : shapes.rows)
    if (row.pinned) write.lane(row);
  const ImVec2 end{at.x + view.px(names_width), at.y + shapes.height};
  ImGui::PushClipRect({at.x, at.y + shapes.pinned_end}, end, true);
  for (const LaneRow& row : shapes.rows)
    if (!row.pinned) write.lane(row);
  static constexpr std::string_view strips[] = {"holding.believes", "holding.servers",
                                                "holding.resource"};
  for (const LaneRow& strip : shapes.strips) {
    const ImVec2 from{at.x, at.y + strip.y0};
    write.small({from.x + pad, from.y + view.px(2)}, view.theme.second_text,
                view.say(strips[strip.lane]));
    view.named.push_back({"holding " + std::string(strips[strip.lane].substr(8)),
                          from,
                          {from.x + view.px(names_width), at.y + strip.y1}});
  }
  ImGui::PopClipRect();
}

/// The minimum height of a client's row in the strips: less in presenter mode, where the cluster
/// needs the space.
float lowest_strip(const View& view) {
  return view.px(is_presenting(view.model) ? least_shown_strip : least_compared_strip);
}
float gap_of_strips(const View& view, float strip_row) {
  return view.px(strip_row < view.px(least_compared_strip) ? shown_strip_gap : strip_gap);
}

/// The height of all holder strips with the gaps around them or, without `holding`, of the margin.
float strips_height(const View& view, float strip_row, bool holding, float below = 8) {
  if (!holding) return strip_row / 2 + view.px(below);
  const auto rows = static_cast<float>(strip_rows(view.model.run->scene));
  return 3 * (strip_row * rows + gap_of_strips(view, strip_row)) + strip_row / 2 + view.px(below);
}

float lanes_shown(const View& view) {
  return static_cast<float>(std::max<std::size_t>(shown_lanes(view.model).size(), 1));
}

/// Whether the holder strips are shown. In a comparison they are shown completely or not at all,
/// since half a strip would be useless.
bool has_strips(const View& view, float height) {
  if (!is_shown(view.model, Panel::holding)) return false;
  if (!view.model.comparison) return true;
  return view.px(ruler_height) + lanes_shown(view) * view.px(least_compared_row) +
             strips_height(view, view.px(least_compared_strip), true) <=
         height;
}

TimelineOptions options_for(const View& view, ImVec2 room) {
  const Model& m = view.model;
  TimelineOptions options;
  options.axis = m.settings.axis;
  options.view = m.view;
  options.width = std::max(room.x - view.px(names_width), 50.0f);
  options.ruler = view.px(ruler_height);
  options.ruler_apart = view.px(options.ruler_apart);
  // Names fit only into the tallest strips, but readable lanes are more important.
  const float rows = lanes_shown(view);
  options.holding = has_strips(view, room.y);
  for (const float strip :
       {17.0f, least_strip, m.comparison ? least_compared_strip : least_strip}) {
    options.strip_row = view.px(strip);
    const bool many = strip > least_strip && strip_rows(m.run->scene) > 2;
    const float all = options.ruler + rows * view.px(two_lines) +
                      strips_height(view, options.strip_row, options.holding);
    if (!many && all <= room.y) break;
  }
  const float left =
      room.y - options.ruler - strips_height(view, options.strip_row, options.holding);
  options.row = std::clamp(left / rows, view.px(least_row), view.px(96));
  // Shrink the strips and lanes before scrolling a lane out of view, unless there are too many
  // lanes for that to help.
  const float low = strips_height(view, lowest_strip(view), options.holding, 0);
  const float lowest = (room.y - options.ruler - low) / rows;
  const bool few = m.comparison || rows <= few_to_lower || lowest >= view.px(least_compared_row);
  if (few && left < rows * view.px(least_row)) {
    options.strip_row = lowest_strip(view);
    options.row = std::clamp(lowest, view.px(least_compared_row), view.px(least_row));
  }
  options.strip_gap = gap_of_strips(view, options.strip_row);
  const bool scrolls = options.ruler + rows * options.row > room.y;
  options.lanes = scrolls ? lanes_that_differ_first(m) : shown_lanes(m);
  // At least two rows remain for the scrolling lanes.
  const float most = (room.y - options.ruler) / options.row - 2;
  options.pinned = std::min(pinned_lanes(m), static_cast<std::size_t>(std::max(most, 0.0f)));
  options.scrolled = ImGui::GetScrollY();
  options.told = told_part(m);
  if (const auto message =
          m.only_message && m.event ? message_of_event(*m.run, *m.event) : std::nullopt)
    options.only_message = message->message;
  if (m.only_selected && m.lane) options.only_lane = *m.lane;
  return options;
}

/// Whether to show the strip of the whole run: in the lab at every zoom, so that zooming moves
/// nothing; but not if the first lanes would not fit below it, or if all lanes fit only without it.
bool has_overview(const View& view, float height) {
  const float lanes = std::min(lanes_shown(view), few_lanes) * view.px(least_row);
  const float whole = low_timeline_height(view);
  const bool takes_the_last = height < whole && height >= whole - view.px(overview_height);
  return view.model.screen == Screen::lab && !takes_the_last &&
         height >= view.px(overview_height + ruler_height) + lanes;
}

void overview_above(const View& view) {
  const float names_px = view.px(names_width);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x - names_px, 50.0f);
  ImGui::SetCursorScreenPos({corner.x + names_px, corner.y});
  overview(view, {width, view.px(overview_height)});
  ImGui::SetCursorScreenPos({corner.x, corner.y + view.px(overview_height)});
}

/// Lists the lanes and strips scrolled out of view, in a row below the timeline, since nobody would
/// look for them otherwise. A click scrolls there and back.
class ScrolledOut {
 public:
  ScrolledOut(const View& view, float height)
      : view_(view),
        needed_(view.model.run && !view.model.comparison && height < low_timeline_height(view) &&
                has_overview(view, height)),
        id_(ImGui::GetID("scroll to")) {}

  float height() const { return needed_ ? view_.fonts.small->FontSize + view_.px(4) : 0; }

  /// Scrolls the current window to the position requested by a click.
  void scroll() {
    const float wanted = std::exchange(*ImGui::GetStateStorage()->GetFloatRef(id_, -1), -1);
    if (wanted >= 0) ImGui::SetScrollY(wanted);
    storage_ = ImGui::GetStateStorage();
  }

  /// Finds the lanes and strips below the visible part or, if there are none, above it. `height`:
  /// the height of the current window.
  void find(const TimelineShapes& shapes, float height) {
    if (!needed_) return;
    const float top = shapes.pinned_end;
    const float bottom = ImGui::GetScrollY() + height;
    end_ = ImGui::GetScrollMaxY();
    const Scene& scene = view_.model.run->scene;
    std::string above, below;
    const auto add = [&](const LaneRow& row, std::string_view name) {
      const float middle = (row.y0 + row.y1) / 2;
      if (row.pinned || (middle >= top && middle <= bottom)) return;
      std::string& all = middle > bottom ? below : above;
      if (!all.empty()) all += view_.say("list.comma");
      all += name;
    };
    for (const LaneRow& row : shapes.rows) add(row, scene.lanes[row.lane].name);
    static constexpr std::string_view strips[] = {"holding.believes", "holding.servers",
                                                  "holding.resource"};
    for (const LaneRow& strip : shapes.strips) add(strip, view_.say(strips[strip.lane]));
    is_below_ = !below.empty();
    names_ = is_below_ ? below : above;
  }

  void say() const {
    if (names_.empty()) return;
    ImGui::SetCursorPosY(ImGui::GetWindowHeight() - height() + view_.px(2));
    const float wide = ImGui::GetContentRegionAvail().x;
    const std::string words =
        view_.say.fill(is_below_ ? "timeline.below" : "timeline.above", names_);
    ImGui::PushFont(view_.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {view_.px(6), 0});
    ImGui::PushStyleColor(ImGuiCol_Text, view_.theme.accent);
    const std::string shown = shortened(words, wide - view_.px(12));
    if (view_.button("timeline more", shown + "##more", view_.say("timeline.more.tip")))
      *storage_->GetFloatRef(id_, -1) = is_below_ ? end_ : 0;
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
  }

 private:
  const View& view_;
  const bool needed_;
  const ImGuiID id_;
  ImGuiStorage* storage_ = nullptr;
  float end_ = 0;
  bool is_below_ = false;
  std::string names_;
};

/// Aligns the scroll position with a row. Space below the last row lets it scroll up to the pinned
/// rows.
void keep_rows_whole(const TimelineRows& rows, ImVec2 corner) {
  if (rows.fit()) return;
  ImGui::SetCursorScreenPos({corner.x, corner.y + rows.last() + ImGui::GetWindowHeight()});
  ImGui::Dummy({1, 0});
  float* const before = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("scrolled"), 0);
  const float now = ImGui::GetScrollY();
  const float wanted = rows.snapped(now, now > *before);
  if (std::abs(wanted - now) >= 1) ImGui::SetScrollY(wanted);
  *before = wanted;
}

}  // namespace

float least_timeline_height(const View& view) {
  if (!view.model.run) return 0;
  return view.px(ruler_height + overview_height) + lanes_shown(view) * view.px(least_row) +
         strips_height(view, view.px(least_strip), is_shown(view.model, Panel::holding)) +
         view.px(2);
}

float shown_timeline_height(const View& view) {
  return low_timeline_height(view) +
         lanes_shown(view) * view.px(least_shown_row - least_compared_row);
}

float low_timeline_height(const View& view) {
  if (!view.model.run) return 0;
  return view.px(ruler_height + overview_height) + lanes_shown(view) * view.px(least_compared_row) +
         strips_height(view, lowest_strip(view), is_shown(view.model, Panel::holding), 0) +
         view.px(2);
}

void timeline(const View& view, ImVec2 size) {
  view.name_place("timeline area", ImGui::GetCursorScreenPos(), size);
  const Model& m = view.model;
  ImGui::BeginChild("timeline and overview", size, false,
                    ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoScrollbar);
  if (m.run && has_overview(view, size.y)) overview_above(view);
  ScrolledOut out(view, size.y);
  const float room = ImGui::GetContentRegionAvail().y - out.height();
  // The height of the rows that were completely visible in the last frame.
  float* const whole = ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("whole rows"), room);
  ImGui::BeginChild("timeline", {0, std::min(*whole, room)}, false,
                    ImGuiWindowFlags_NoScrollWithMouse);
  out.scroll();
  if (!m.run) {
    ImGui::TextUnformatted(view.say.c(m.problem.empty() ? "timeline.loading" : "timeline.nothing"));
    ImGui::EndChild();
    ImGui::EndChild();
    return;
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float names_px = view.px(names_width);
  const TimelineOptions options = options_for(view, {ImGui::GetContentRegionAvail().x, room});
  const TimelineShapes shapes = lay_out_timeline(m.run->scene, m.run->trace(), options);
  const TimelineRows rows(shapes, options, room);
  *whole = rows.whole(ImGui::GetScrollY());
  view.name_place("timeline rows", ImGui::GetWindowPos(), ImGui::GetWindowSize());

  names(view, shapes, corner);
  const ImVec2 at{corner.x + names_px, corner.y};
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("canvas", {options.width, std::max(shapes.height, 1.0f)});
  view.name_last("timeline");
  const std::vector<DenseStretch> dense = dense_stretches(shapes, view.px(6));
  const LaneWords words = paint_timeline(view, shapes, dense, at, options.width);
  timeline_pointer(view, shapes, words.struck, at, options.width);  // a label drags its fault
  paint_fault_words(view, shapes, at, options.width, words.struck);
  const std::vector<FaultLabel> counted =
      paint_density_words(view, shapes, dense, at, options.width, words.taken);
  paint_message_words(view, shapes, at, options.width, counted);
  paint_glow(view, shapes, at, options.width);
  paint_difference(view, shapes, at, options.width);
  paint_asked(view, shapes, at, options.width);
  paint_ranges(view, shapes, at, options.width);
  out.find(shapes, ImGui::GetWindowHeight());
  keep_rows_whole(rows, corner);
  ImGui::EndChild();
  out.say();
  ImGui::EndChild();
}

}  // namespace locklab::app
