#include "app/gui/update/lanes.h"

#include <algorithm>

namespace locklab::app {

void show_all_lanes(Model& model, const Scene& scene) {
  model.lanes.clear();
  for (std::size_t lane = 0; lane < scene.lanes.size(); ++lane)
    model.lanes.push_back({static_cast<std::uint16_t>(lane)});
}

void fit_lanes(Model& model, const Scene& before, const Scene& now) {
  const std::size_t common = std::min(before.lanes.size(), now.lanes.size());
  for (std::size_t i = 0; i < common; ++i)
    if (before.lanes[i].kind != now.lanes[i].kind || before.lanes[i].name != now.lanes[i].name)
      return show_all_lanes(model, now);
  const auto lanes = static_cast<std::uint16_t>(now.lanes.size());
  std::erase_if(model.lanes, [&](const LaneChoice& choice) { return choice.lane >= lanes; });
  for (auto lane = static_cast<std::uint16_t>(model.lanes.size()); lane < lanes; ++lane)
    model.lanes.push_back({lane});
}

void move_lane(Model& model, std::uint16_t lane, int by) {
  const auto at = std::find_if(model.lanes.begin(), model.lanes.end(),
                               [&](const LaneChoice& choice) { return choice.lane == lane; });
  if (at == model.lanes.end()) return;
  const std::ptrdiff_t to = at - model.lanes.begin() + by;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(model.lanes.size())) return;
  LaneChoice& other = model.lanes[static_cast<std::size_t>(to)];
  if (other.pinned == at->pinned) std::swap(*at, other);
}

void pin_lane(Model& model, std::uint16_t lane, bool pinned) {
  const auto at = std::find_if(model.lanes.begin(), model.lanes.end(),
                               [&](const LaneChoice& choice) { return choice.lane == lane; });
  if (at == model.lanes.end() || at->pinned == pinned) return;
  LaneChoice choice = *at;
  choice.pinned = pinned;
  choice.shown = true;
  model.lanes.erase(at);
  const auto others = std::find_if(model.lanes.begin(), model.lanes.end(),
                                   [](const LaneChoice& other) { return !other.pinned; });
  model.lanes.insert(others, choice);
}

std::size_t pinned_lanes(const Model& model) {
  return static_cast<std::size_t>(
      std::count_if(model.lanes.begin(), model.lanes.end(),
                    [](const LaneChoice& choice) { return choice.shown && choice.pinned; }));
}

std::vector<std::uint16_t> shown_lanes(const Model& model) {
  std::vector<std::uint16_t> lanes;
  for (const LaneChoice& choice : model.lanes)
    if (choice.shown) lanes.push_back(choice.lane);
  return lanes;
}

std::string_view selected_lane(const Model& model) {
  const bool known = model.run && model.lane && *model.lane < model.run->scene.lanes.size();
  return known ? model.run->scene.lanes[*model.lane].name : std::string_view{};
}

}  // namespace locklab::app
