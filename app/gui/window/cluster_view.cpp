// The cluster at the cursor: who talks to whom, whose keys the nodes have, what is wrong with
// clocks and links. Takes the shapes of app/gui/cluster_layout and paints them.
#include <fmt/format.h>

#include <cmath>

#include "app/gui/branches.h"
#include "app/gui/cluster_layout.h"
#include "app/gui/cluster_words.h"
#include "app/gui/window/cluster_painter.h"
#include "app/gui/window/view.h"
#include "app/timeline/wording.h"

namespace locklab::app {

namespace {

void lines_in_tooltip(const View& view, const std::vector<std::string>& lines,
                      std::string_view what_to_do) {
  ImGui::BeginTooltip();
  for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str());
  ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(view.theme.second_text), "%s",
                     std::string(what_to_do).c_str());
  ImGui::EndTooltip();
}

void places(const View& view, const ClusterShapes& shapes, const ClusterState& state,
            ImVec2 corner) {
  const ShownRun& run = *view.model.run;
  for (const PlaceShape& place : shapes.places) {
    const float r = place.radius;
    ImGui::SetCursorScreenPos({corner.x + place.x - r, corner.y + place.y - r});
    ImGui::PushID(place.lane);
    if (ImGui::InvisibleButton("place", {2 * r, 2 * r})) view.want(intent::SelectLane{place.lane});
    view.name_last("cluster " + run.scene.lanes[place.lane].name);
    ImGui::PopID();
    if (!ImGui::IsItemHovered()) continue;
    std::vector<std::string> lines;
    const auto at = static_cast<std::int64_t>(view.model.cursor.at_us);
    for (LabelLine& line : cluster_label(view.say, run, state, place.lane, at))
      lines.push_back(std::move(line.text));
    lines_in_tooltip(view, lines, view.say("cluster.tip"));
  }
}

void flights(const View& view, const ClusterShapes& shapes, ImVec2 corner) {
  const ShownRun& run = *view.model.run;
  for (std::size_t i = 0; i < shapes.flights.size(); ++i) {
    const FlightShape& flight = shapes.flights[i];
    const Message& message = run.scene.messages[flight.message];
    const float r = view.px(8);
    ImGui::SetCursorScreenPos({corner.x + flight.x - r, corner.y + flight.y - r});
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::InvisibleButton("flight", {2 * r, 2 * r}))
      view.want(intent::SeekEvent{message.sent});
    view.name_last(fmt::format("flight {}", i));
    ImGui::PopID();
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

}  // namespace

void cluster(const View& view, ImVec2 size) {
  ImGui::BeginChild("cluster", size, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const Model& m = view.model;
  if (!m.run) return ImGui::EndChild();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const ClusterState state = cluster_at(m.run->trace(), m.run->scene, m.cursor.events,
                                        static_cast<std::int64_t>(m.cursor.at_us));
  ClusterOptions options;
  options.width = room.x;
  options.height = room.y;
  options.scale = view.scale;
  options.lanes = shown_lanes(m);
  const ClusterShapes shapes = lay_out_cluster(m.run->scene, state, options);
  view.named.push_back({"cluster", corner, {corner.x + room.x, corner.y + room.y}});
  paint_cluster(view, shapes, state, corner, room);
  flights(view, shapes, corner);
  places(view, shapes, state, corner);
  ImGui::EndChild();
}

}  // namespace locklab::app
