// The lanes of the run that is shown: which, in what order, and which of them are pinned.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/gui/model/model.h"

namespace locklab::app {

/// The model's lanes for another run than before. The resource has a lane only where somebody
/// touched it, and clients and nodes may have been added: lanes that still mean the same stay as
/// the user has put them.
void fit_lanes(Model& model, const Scene& before, const Scene& now);

/// A lane for each of the scene's, in its order.
void show_all_lanes(Model& model, const Scene& scene);

/// By so many places, up (by < 0) or down, among those that are pinned or among the others.
void move_lane(Model& model, std::uint16_t lane, int by);
/// Pinned lanes stand above all others, in the order in which they were pinned.
void pin_lane(Model& model, std::uint16_t lane, bool pinned);
/// How many of the lanes that are shown are pinned: the first.
std::size_t pinned_lanes(const Model& model);
/// The lanes that are shown, from top to bottom.
std::vector<std::uint16_t> shown_lanes(const Model& model);
/// The name of the selected lane; empty: none is.
std::string_view selected_lane(const Model& model);

}  // namespace locklab::app
