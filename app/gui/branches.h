// Which run is shown: a story, and the runs that came of it (its branches).
#pragma once

#include <cstdint>
#include <vector>

#include "app/gui/model.h"

namespace locklab::app {

/// Another story: everything begins anew.
void show_story(Model& model, const ShownRunPtr& run);
/// One more run of the story, made from the one that is shown.
void add_branch(Model& model, const ShownRunPtr& run);
/// Another run of the same story: the eye stays where it is.
void show_branch(Model& model, std::size_t branch);

/// By so many places, up (by < 0) or down.
void move_lane(Model& model, std::uint16_t lane, int by);
/// The lanes that are shown, from top to bottom.
std::vector<std::uint16_t> shown_lanes(const Model& model);

}  // namespace locklab::app
