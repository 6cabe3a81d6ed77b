// Which run is shown: a story, and the runs that came of it (its branches).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// The run of that name is wanted: a branch of that one, or (no `parent`) another story.
Job make_run(Model& model, const std::string& name, std::optional<std::size_t> parent);
/// Another story: everything begins anew.
void show_story(Model& model, const ShownRunPtr& run);
/// One more run of the story, which came of that branch.
void add_branch(Model& model, const ShownRunPtr& run, std::size_t parent);
/// Without that branch, unless it is the story itself or still grows; what came of it stays.
void remove_branch(Model& model, std::size_t branch);
/// Another run of the same story: the eye stays where it is.
void show_branch(Model& model, std::size_t branch);

/// The model's lanes for another run than before. The resource has a lane only where somebody
/// touched it, and clients and nodes may have been added: lanes that still mean the same stay as
/// the user has put them.
void fit_lanes(Model& model, const Scene& before, const Scene& now);

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
