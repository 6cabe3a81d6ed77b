// A reader's work in a lesson's step: its branches are kept for the step and restored with it.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Keeps the branches on screen for the step that they belong to, if any.
void keep_work(Model& model);
/// Assigns the story on screen to the current step, with the branches made there before.
void take_up_work(Model& model);
/// Detaches the story from its step; the branches are kept for the step.
void leave_step(Model& model);

/// Requests the step's next branch stored by an earlier session; nullopt if there are no more, or a
/// run is pending.
std::optional<Job> make_kept_branch(Model& model);
/// Adds the branch requested by make_kept_branch(); `run` is null if it could not be made.
void take_kept_branch(Model& model, const ShownRunPtr& run);
/// The branches of all steps by name, for the settings. Recorded runs are omitted, since no name
/// can recreate them.
std::map<StepId, std::vector<KeptBranch>> kept_branches(const Model& model);

/// Whether there is something to undo: a branch, or the reset of a lesson's step.
bool can_undo(const Model& model);
/// Remembers the reader's position before the step is reset.
void remember_for_undo(Model& model);
/// Restores the reader's position before the reset, if the story is on screen; returns false if
/// that is not possible.
bool undo_reset(Model& model);

}  // namespace locklab::app
