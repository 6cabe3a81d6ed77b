#include "app/gui/window/lab/lane_menu.h"

#include <algorithm>

#include "app/gui/update/live_state.h"
#include "app/gui/window/lab/tool_drop.h"

namespace locklab::app {

namespace {

bool is_pinned(const Model& model, std::uint16_t lane) {
  return std::any_of(model.lanes.begin(), model.lanes.end(), [&](const LaneChoice& choice) {
    return choice.lane == lane && choice.pinned;
  });
}

}  // namespace

void lane_menu(const View& view, std::uint16_t lane) {
  if (!ImGui::BeginPopupContextItem("lane menu")) return;
  const auto offer = [&](const char* name, const char* key, const Intent& wanted) {
    if (ImGui::MenuItem(view.say.c(key))) view.want(wanted);
    view.name_last(name);
  };
  offer("lane up", "lane.up", intent::MoveLane{lane, -1});
  offer("lane down", "lane.down", intent::MoveLane{lane, +1});
  offer("lane hide", "lane.hide", intent::ShowLane{lane, false});
  const bool pinned = is_pinned(view.model, lane);
  offer("lane pin", pinned ? "lane.unpin" : "lane.pin", intent::PinLane{lane, !pinned});
  for (const LaneChoice& choice : view.model.lanes)
    if (!choice.shown) offer("lane show", "lane.show", intent::ShowLane{choice.lane, true});
  if (is_stepped_live(view.model)) {
    ImGui::Separator();
    tool_items(view, {Spot{SpotKind::lane, lane}, view.model.cursor.at_us, view.model.branch});
  }
  ImGui::EndPopup();
}

}  // namespace locklab::app
