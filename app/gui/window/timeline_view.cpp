// The timeline: lanes, messages, who holds in each of the three meanings, and what went wrong.
// Takes the shapes of app/gui/timeline_layout and paints them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/branches.h"
#include "app/gui/timeline_layout.h"
#include "app/gui/update.h"
#include "app/gui/window/timeline_painter.h"
#include "app/gui/window/view.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

constexpr float names_width = 132;
constexpr float least_row = 25;
constexpr float least_strip = 9;
constexpr float two_lines = 34;  ///< from here on a lane's state has a line of its own

/// What a lane is doing at the cursor.
std::string_view state_of(const View& view, std::uint16_t lane) {
  const Scene& scene = view.model.run->scene;
  if (scene.lanes[lane].kind == LaneKind::resource) return {};
  const auto at = static_cast<std::int64_t>(view.model.cursor.at_us);
  const auto span = last_begun(scene.bars[lane], at);
  if (!span || (scene.bars[lane][*span].to <= at && at < scene.end)) return view.say("bar.none");
  return view.say(bar_key(scene.bars[lane][*span].bar));
}

/// What a right click on a lane's name offers.
void lane_menu(const View& view, std::uint16_t lane) {
  if (!ImGui::BeginPopupContextItem("lane menu")) return;
  const auto offer = [&](const char* name, const char* key, const Intent& wanted) {
    if (ImGui::MenuItem(view.say.c(key))) view.want(wanted);
    view.name_last(name);
  };
  offer("lane up", "lane.up", intent::MoveLane{lane, -1});
  offer("lane down", "lane.down", intent::MoveLane{lane, +1});
  offer("lane hide", "lane.hide", intent::ShowLane{lane, false});
  for (const LaneChoice& choice : view.model.lanes)
    if (!choice.shown) offer("lane show", "lane.show", intent::ShowLane{choice.lane, true});
  ImGui::EndPopup();
}

void names(const View& view, const TimelineShapes& shapes, ImVec2 at) {
  ImDrawList& canvas = *ImGui::GetWindowDrawList();
  const Scene& scene = view.model.run->scene;
  const float pad = view.px(8);
  const auto small = [&](ImVec2 where, ImU32 colour, std::string_view words) {
    if (words.empty()) return;
    canvas.AddText(view.fonts.small, view.fonts.small->FontSize, where, colour, words.data(),
                   words.data() + words.size());
  };
  for (const LaneRow& row : shapes.rows) {
    const bool client = row.lane < scene.clients;
    const ImU32 colour = client ? view.theme.client(row.lane) : view.theme.text;
    const ImVec2 from{at.x, at.y + row.y0};
    const ImVec2 to{at.x + view.px(names_width), at.y + row.y1};
    ImGui::SetCursorScreenPos(from);
    ImGui::PushID(row.lane);
    if (ImGui::InvisibleButton("lane", {to.x - from.x, to.y - from.y}))
      view.want(intent::SelectLane{row.lane});
    view.name_last("lane " + scene.lanes[row.lane].name, view.say("lane.tip"));
    lane_menu(view, row.lane);
    ImGui::PopID();
    if (view.model.lane == row.lane)
      canvas.AddRectFilled(from, to, faded(view.theme.accent, 0.16f), view.px(4));
    canvas.AddRectFilled({from.x + view.px(2), from.y + view.px(6)},
                         {from.x + view.px(6), to.y - view.px(6)}, colour, view.px(2));
    canvas.AddText(view.fonts.text, view.fonts.text->FontSize,
                   {from.x + pad + view.px(4), from.y + view.px(1)}, view.theme.text,
                   scene.lanes[row.lane].name.c_str());
    ImVec2 state{from.x + pad + view.px(4), from.y + view.px(18)};
    if (row.y1 - row.y0 < view.px(two_lines)) {
      const char* name = scene.lanes[row.lane].name.c_str();
      const float wide = view.fonts.text->CalcTextSizeA(view.fonts.text->FontSize, 1e9f, 0, name).x;
      state = {state.x + wide + view.px(6), from.y + view.px(3)};
    }
    small(state, view.theme.second_text, state_of(view, row.lane));
  }
  static constexpr std::string_view strips[] = {"holding.believes", "holding.servers",
                                                "holding.resource"};
  for (const LaneRow& strip : shapes.strips) {
    const ImVec2 from{at.x, at.y + strip.y0};
    small({from.x + pad, from.y + view.px(2)}, view.theme.second_text,
          view.say(strips[strip.lane]));
    view.named.push_back({"holding " + std::string(strips[strip.lane].substr(8)),
                          from,
                          {from.x + view.px(names_width), at.y + strip.y1}});
  }
}

/// The shape under the pointer, as the event that it stands for.
std::optional<std::uint32_t> event_under(const View& view, const TimelineShapes& shapes,
                                         ImVec2 at) {
  const ShownRun& run = *view.model.run;
  const auto near = [&](const std::vector<MarkShape>& marks,
                        float reach) -> std::optional<std::uint32_t> {
    for (const MarkShape& mark : marks)
      if (std::abs(mark.x - at.x) < reach && std::abs(mark.y - at.y) < reach) return mark.event;
    return std::nullopt;
  };
  if (const auto event = near(shapes.alarms, view.px(8))) return event;
  if (const auto event = near(shapes.marks, view.px(8))) return event;
  for (const MarkShape& alarm : shapes.alarms)  // its flag in the ruler
    if (at.y < view.px(20) && std::abs(alarm.x - at.x) < view.px(9)) return alarm.event;
  for (const ArrowShape& arrow : shapes.arrows) {
    if (arrow.count > 1) continue;
    const float dx = arrow.x1 - arrow.x0;
    const float dy = arrow.y1 - arrow.y0;
    const float square = std::max(dx * dx + dy * dy, 1.0f);
    const float part =
        std::clamp(((at.x - arrow.x0) * dx + (at.y - arrow.y0) * dy) / square, 0.f, 1.f);
    const float away = std::hypot(arrow.x0 + part * dx - at.x, arrow.y0 + part * dy - at.y);
    if (away > view.px(4)) continue;
    const Message& message = run.scene.messages[arrow.message];
    if (!arrow.reply) return message.sent;
    return message.received != none_at ? message.received : message.ran;
  }
  return std::nullopt;
}

void pointer(const View& view, const TimelineShapes& shapes, ImVec2 at, float width) {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 mouse{io.MousePos.x - at.x, io.MousePos.y - at.y};
  if (ImGui::IsItemHovered()) {
    if (io.MouseWheel != 0 && !io.KeyShift)
      view.want(intent::Zoom{std::pow(1.25, io.MouseWheel), mouse.x / width});
    if (io.MouseWheel != 0 && io.KeyShift) view.want(intent::Pan{-0.1 * io.MouseWheel});
    if (const auto event = event_under(view, shapes, mouse)) {
      ImGui::SetTooltip("%.3f ms\n%s",
                        static_cast<double>(view.model.run->trace()[*event].at) / 1000,
                        view.tell(event_words(view.model.run->trace(), *event)).c_str());
    }
  }
  if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
  const ImVec2 drag = ImGui::GetMouseDragDelta(0, 4);
  const bool in_ruler = io.MouseClickedPos[0].y < at.y + view.px(ruler_height);
  if (in_ruler) {
    view.want(intent::Seek{view.model.view.at_of(mouse.x, width)});
  } else if (drag.x != 0) {
    view.want(intent::Pan{-io.MouseDelta.x / width});
  }
  if (ImGui::IsItemDeactivated() && drag.x == 0 && drag.y == 0 && !in_ruler) {
    if (const auto event = event_under(view, shapes, mouse)) {
      view.want(intent::SeekEvent{*event});
    } else {
      view.want(intent::Seek{view.model.view.at_of(mouse.x, width)});
      for (const LaneRow& row : shapes.rows)
        if (mouse.y >= row.y0 && mouse.y < row.y1) view.want(intent::SelectLane{row.lane});
    }
  }
}

/// All strips of holding, and the gaps around them.
float strips_height(const View& view, float strip_row) {
  const std::size_t rows = std::clamp<std::size_t>(view.model.run->scene.clients, 1, 4);
  return 3 * (strip_row * static_cast<float>(rows) + view.px(6)) + strip_row / 2 + view.px(8);
}

float lanes_shown(const View& view) {
  return static_cast<float>(std::max<std::size_t>(shown_lanes(view.model).size(), 1));
}

TimelineOptions options_for(const View& view, ImVec2 room) {
  const Model& m = view.model;
  TimelineOptions options;
  options.view = m.view;
  options.width = std::max(room.x - view.px(names_width), 50.0f);
  options.ruler = view.px(ruler_height);
  // Names fit into the highest strips alone; but lanes that can be read are worth more.
  const float rows = lanes_shown(view);
  for (const float strip : {17.0f, 11.0f, least_strip}) {
    options.strip_row = view.px(strip);
    const bool many = strip > 11 && m.run->scene.clients > 2;
    const float all =
        options.ruler + rows * view.px(two_lines) + strips_height(view, options.strip_row);
    if (!many && all <= room.y) break;
  }
  const float left = room.y - options.ruler - strips_height(view, options.strip_row);
  options.row = std::clamp(left / rows, view.px(least_row), view.px(96));
  options.lanes = shown_lanes(m);
  if (m.only_selected && m.lane) options.only_lane = *m.lane;
  return options;
}

}  // namespace

float least_timeline_height(const View& view) {
  if (!view.model.run) return 0;
  return view.px(ruler_height) + lanes_shown(view) * view.px(least_row) +
         strips_height(view, view.px(least_strip)) + view.px(2);
}

void timeline(const View& view, ImVec2 size) {
  ImGui::BeginChild("timeline", size, false, ImGuiWindowFlags_NoScrollWithMouse);
  const Model& m = view.model;
  if (!m.run) {
    ImGui::TextUnformatted(view.say.c(m.problem.empty() ? "timeline.loading" : "timeline.nothing"));
    ImGui::EndChild();
    return;
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float names_px = view.px(names_width);
  const TimelineOptions options = options_for(view, ImGui::GetContentRegionAvail());
  const TimelineShapes shapes = lay_out_timeline(m.run->scene, m.run->trace(), options);

  names(view, shapes, corner);
  const ImVec2 at{corner.x + names_px, corner.y};
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("canvas", {options.width, std::max(shapes.height, 1.0f)});
  view.name_last("timeline");
  pointer(view, shapes, at, options.width);
  paint_timeline(view, shapes, at, options.width);
  paint_difference(view, shapes, at, options.width);
  ImGui::EndChild();
}

}  // namespace locklab::app
