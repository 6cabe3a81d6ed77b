// The cluster at the cursor: clients, nodes with their keys, the resource, links with their faults,
// and messages in flight. Lays them out with app/gui/layout/cluster_layout, and handles the mouse.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/gui/layout/cluster_layout.h"
#include "app/gui/layout/cluster_words.h"
#include "app/gui/update/lanes.h"
#include "app/gui/window/lab/cluster_painter.h"
#include "app/gui/window/lab/tool_drop.h"
#include "app/gui/window/view.h"
#include "app/gui/window/widgets/strokes.h"
#include "app/timeline/words/wording.h"

namespace locklab::app {

namespace {

void lines_in_tooltip(const View& view, const std::vector<std::string>& lines,
                      std::string_view what_to_do) {
  if (!view.shows_tips()) return;
  ImGui::BeginTooltip();
  for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str());
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     std::string(what_to_do).c_str());
  ImGui::EndTooltip();
}

void right_click_on(const View& view, const Spot& spot) {
  if (ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right))
    open_spot_menu(view, spot, view.model.cursor.at_us);
}

void places(const View& view, const ClusterShapes& shapes, const ClusterState& state,
            ImVec2 corner) {
  const ShownRun& run = *view.model.run;
  for (const PlaceShape& place : shapes.places) {
    const float r = place.radius;
    ImGui::SetCursorScreenPos({corner.x + place.x - r, corner.y + place.y - r});
    ImGui::PushID(place.lane);
    const Spot spot{SpotKind::lane, place.lane};
    if (ImGui::InvisibleButton("place", {2 * r, 2 * r}))
      click_on(view, spot, {}, intent::SelectLane{place.lane});
    view.name_last("cluster " + run.scene.lanes[place.lane].name);
    drop_on(view, spot, {});
    ImGui::PopID();
    right_click_on(view, spot);
    if (!ImGui::IsItemHovered()) continue;
    std::vector<std::string> lines;
    const auto at = static_cast<std::int64_t>(view.model.cursor.at_us);
    for (LabelLine& line : cluster_label(view.say, run, state, place.lane, at))
      lines.push_back(std::move(line.text));
    lines_in_tooltip(view, lines, view.say("cluster.tip"));
  }
}

void flights(const View& view, const ClusterShapes& shapes, ImVec2 corner, ImVec2 room) {
  const ShownRun& run = *view.model.run;
  for (std::size_t i = 0; i < shapes.flights.size(); ++i) {
    const FlightShape& flight = shapes.flights[i];
    const Message& message = run.scene.messages[flight.message];
    const float r = view.px(8);
    // The clickable area stays inside the view, so that a message at the edge can be hit from all
    // sides.
    const float x = std::clamp(flight.x, r, std::max(room.x - r, r));
    const float y = std::clamp(flight.y, r, std::max(room.y - r, r));
    ImGui::SetCursorScreenPos({corner.x + x - r, corner.y + y - r});
    ImGui::PushID(static_cast<int>(i));
    const Spot spot = message_spot(run.scene, flight.message, flight.reply);
    if (ImGui::InvisibleButton("flight", {2 * r, 2 * r}))
      click_on(view, spot, {}, intent::SeekEvent{message.sent});
    view.name_last(fmt::format("flight {}", i));
    drop_on(view, spot, {});
    ImGui::PopID();
    right_click_on(view, spot);
    if (!ImGui::IsItemHovered()) continue;
    std::vector<std::string> lines{view.tell(event_words(run.trace(), message.sent))};
    if (flight.reply && message.ran != none_at)
      lines.push_back(view.tell(event_words(run.trace(), message.ran)));
    if (flight.held) lines.emplace_back(view.say("cluster.tip.held"));
    if (flight.abandoned) lines.emplace_back(view.say("cluster.tip.abandoned"));
    if (flight.lost) lines.emplace_back(view.say("cluster.tip.lost"));
    lines_in_tooltip(view, lines, view.say("cluster.tip.message"));
  }
}

/// The height of the panel's title row; 0 if the panel is too low for it.
float title_height(const View& view, float room) {
  return room >= view.px(180) ? view.fonts.small->FontSize + view.px(2) : 0;
}

void title(const View& view, ImVec2 corner) {
  const std::string_view words = view.say("cluster.title");
  ImFont* const font = view.fonts.small;
  ImGui::GetWindowDrawList()->AddText(font, font->FontSize, {corner.x + view.px(2), corner.y},
                                      view.theme.second_text, words.data(),
                                      words.data() + words.size());
}

/// Handles the mouse on links, below all other shapes.
void links(const View& view, const ClusterShapes& shapes, ImVec2 corner, ImVec2 room) {
  const Scene& scene = view.model.run->scene;
  ImGui::SetCursorScreenPos(corner);
  const bool clicked =
      ImGui::InvisibleButton("links", {std::max(room.x, 1.0f), std::max(room.y, 1.0f)});
  for (const LinkShape& link : shapes.links) {
    const ImVec2 middle{corner.x + link.fault_x, corner.y + link.fault_y};
    const float r = view.px(6);
    const std::string& client = scene.lanes[link.link.client].name;
    const std::string& node = scene.lanes[link.link.node].name;
    view.named.push_back({fmt::format("link {} {}", client, node),
                          {middle.x - r, middle.y - r},
                          {middle.x + r, middle.y + r}});
    const ImVec2 from{corner.x + link.x0, corner.y + link.y0};
    const ImVec2 to{corner.x + link.x1, corner.y + link.y1};
    view.named.push_back(
        {fmt::format("end of link {} {} at {}", client, node, client), from, from});
    view.named.push_back({fmt::format("end of link {} {} at {}", client, node, node), to, to});
  }
  const auto over = tool_over();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const LinkShape* link = over || ImGui::IsItemHovered()
                              ? shapes.link_at(mouse.x - corner.x, mouse.y - corner.y, view.px(7))
                              : nullptr;
  if (!link) return;
  const Spot spot{SpotKind::link, link->link.client, link->link.node};
  if (over && over->dropped)
    return view.want(intent::Break{spot, over->tool, {}, view.model.branch});
  if (clicked && view.model.tool)
    return view.want(intent::Break{spot, *view.model.tool, {}, view.model.branch});
  right_click_on(view, spot);
  if (over || view.model.tool) say_drop(view, over ? over->tool : *view.model.tool, spot, {});
  ImGui::GetWindowDrawList()->AddLine({corner.x + link->x0, corner.y + link->y0},
                                      {corner.x + link->x1, corner.y + link->y1},
                                      faded(view.theme.accent, 0.6f), view.px(3));
}

}  // namespace

float least_cluster_height(const View& view) {
  if (!view.model.run) return 0;
  const auto& lanes = view.model.run->scene.lanes;
  const auto nodes = std::count_if(lanes.begin(), lanes.end(),
                                   [](const Lane& lane) { return lane.kind == LaneKind::node; });
  return static_cast<float>(nodes) * label_line(view, {}) + view.px(2);
}

void cluster(const View& view, ImVec2 size) {
  ImGui::BeginChild("cluster", size, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const Model& m = view.model;
  if (!m.run) return ImGui::EndChild();
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float head = title_height(view, ImGui::GetContentRegionAvail().y);
  const ImVec2 corner{top.x, top.y + head};
  const ImVec2 room{ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y - head};
  const ClusterState state = cluster_at(m.run->trace(), m.run->scene, m.cursor.events,
                                        static_cast<std::int64_t>(m.cursor.at_us));
  ClusterOptions options;
  options.width = room.x;
  options.height = room.y;
  options.scale = view.scale;
  options.lanes = shown_lanes(m);
  options.line = label_line(view, room);
  measure_cluster(view, state, options);
  const ClusterShapes shapes = lay_out_cluster(m.run->scene, state, options);
  view.named.push_back({"cluster", top, {corner.x + room.x, corner.y + room.y}});
  paint_cluster(view, {state, shapes, measured_labels(view, shapes, state, options)}, corner, room);
  if (head > 0) title(view, top);
  paint_glow(view, shapes, corner);
  flights(view, shapes, corner, room);
  places(view, shapes, state, corner);
  links(view, shapes, corner, room);
  spot_menu(view);
  ImGui::EndChild();
}

}  // namespace locklab::app
