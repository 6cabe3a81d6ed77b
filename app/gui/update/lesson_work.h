// What a reader makes in a lesson's step: its branches are kept for the step and come back with it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Keeps the branches on screen for the step to which they belong, if they belong to one.
void keep_work(Model& model);
/// Makes the story on screen that of the current step, with the branches made there before.
void take_up_work(Model& model);
/// Leaves the story to nobody's step; the branches that belong to one are kept for it.
void leave_step(Model& model);

/// Makes the next branch of the step that an earlier session has left; none: all are there.
std::optional<Job> make_kept_branch(Model& model);
/// The branch that make_kept_branch() asked for was made; null: it cannot be.
void take_kept_branch(Model& model, const ShownRunPtr& run);
/// The branches of all steps by their names, for the settings. A recorded run has none.
std::map<StepId, std::vector<KeptBranch>> kept_branches(const Model& model);

/// Whether there is something to undo: a branch, or the reset of a lesson's step.
bool can_undo(const Model& model);
/// Remembers where the reader is, before the step is reset.
void remember_for_undo(Model& model);
/// Goes back to where the reader was before the reset; false: there was none.
bool undo_reset(Model& model);

}  // namespace locklab::app
