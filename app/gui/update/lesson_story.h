// Shows a lesson's step in the lab: the step's story at the step's moment.
#pragma once

#include <cstddef>
#include <optional>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Opens `lesson` at its beginning, or at the reader's last place if nullopt.
std::optional<Job> open_lesson(Model& model, std::optional<std::size_t> lesson);
/// Shows the current step. Opens its story, unless it is open and unchanged. A step without a
/// moment keeps the cursor, unless it is shown `again`.
std::optional<Job> show_step(Model& model, bool again = false);
/// Shows the step as the reader first saw it; Undo restores their position. The branches stay.
std::optional<Job> reset_step(Model& model);
/// Moves to the step's moment in its story.
void seek_for_step(Model& model, bool again = true);
/// Shows the whole run once the question is answered, if the step has zoomed in on a part.
void reveal(Model& model);
/// Closes the lesson's request if the user keeps the unsaved work.
void stay_for_now(Model& model);
/// Drops everything that the user wanted before the question about unsaved work.
void stay(Model& model);
/// Moves the cursor back to the moment of an open question, however it got past it. `run` and
/// `view` are those shown before.
void keep_future_hidden(Model& model, const ShownRunPtr& run, const TimeView& view);

}  // namespace locklab::app
