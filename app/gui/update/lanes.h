// The lanes of the current run: their order, and which of them are shown or pinned.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

/// Adapts the lanes to another run. If one run's lanes only continue the other's, common lanes keep
/// their order and choices; otherwise, as after a change in the number of clients, all lanes are
/// shown in the order of `now`.
void fit_lanes(Model& model, const Scene& before, const Scene& now);

/// Shows a lane for each lane of the scene, in its order.
void show_all_lanes(Model& model, const Scene& scene);

/// Swaps a lane with the one `by` positions below, or above if negative, if both or neither are
/// pinned.
void move_lane(Model& model, std::uint16_t lane, int by);
/// Pins or unpins a lane, and shows it. Pinned lanes come first, in the order of their pinning.
void pin_lane(Model& model, std::uint16_t lane, bool pinned);
/// The number of visible pinned lanes, which come first.
std::size_t pinned_lanes(const Model& model);
/// The visible lanes from top to bottom.
std::vector<std::uint16_t> shown_lanes(const Model& model);
/// The name of the selected lane; empty if none.
std::string_view selected_lane(const Model& model);

}  // namespace locklab::app
