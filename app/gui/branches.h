// Which run is shown: a story, and the runs that came of it (its branches).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/gui/model.h"

namespace locklab::app {

/// Another story: everything begins anew.
void show_story(Model& model, const ShownRunPtr& run);
/// One more run of the story, made from the one that is shown.
void add_branch(Model& model, const ShownRunPtr& run);
/// Another run of the same story: the eye stays where it is.
void show_branch(Model& model, std::size_t branch);

/// The model's lanes for another run than before. The resource has a lane only where somebody
/// touched it, and clients and nodes may have been added: lanes that still mean the same stay as
/// the user has put them.
void fit_lanes(Model& model, const Scene& before, const Scene& now);

/// By so many places, up (by < 0) or down.
void move_lane(Model& model, std::uint16_t lane, int by);
/// The lanes that are shown, from top to bottom.
std::vector<std::uint16_t> shown_lanes(const Model& model);
/// The name of the selected lane; empty: none is.
std::string_view selected_lane(const Model& model);

}  // namespace locklab::app
