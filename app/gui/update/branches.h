// Which run is shown: a story, and the runs that came of it (its branches).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

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

}  // namespace locklab::app
