// The current run: a story and its branches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Requests the run of this name: a branch of `parent` or, if nullopt, another story.
Job make_run(Model& model, const std::string& name, std::optional<std::size_t> parent);
/// Replaces all branches with another story.
void show_story(Model& model, const ShownRunPtr& run);
/// Adds a run of the story as a child of `parent`, and switches to it.
void add_branch(Model& model, const ShownRunPtr& run, std::size_t parent);
/// Removes a branch, unless it is the story or a new branch is pending. Its children become
/// children of its parent.
void remove_branch(Model& model, std::size_t branch);
/// Removes all branches except the story, and cancels a pending one.
void remove_branches(Model& model);
/// Switches to another branch, and keeps the time of the cursor and the visible part.
void show_branch(Model& model, std::size_t branch);

}  // namespace locklab::app
