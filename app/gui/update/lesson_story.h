// Shows a lesson's step in the lab: the step's story at the step's moment.
#pragma once

#include <cstddef>
#include <optional>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Opens `lesson` at its beginning. If it is nullopt or the reader's last lesson, opens the
/// reader's last place.
std::optional<Job> open_lesson(Model& model, std::optional<std::size_t> lesson);
/// Shows the current step. Opens its story unless that is open, and asks first if unsaved work
/// would be lost. A step without a moment keeps the cursor, unless it is shown `again`.
std::optional<Job> show_step(Model& model, bool again = false);
/// Shows the step as the reader first saw it; Undo restores their position. The branches stay.
std::optional<Job> reset_step(Model& model);
/// Moves to the step's moment in its story.
void seek_for_step(Model& model, bool again = true);
/// Shows what answers the question once it is answered, if the step has zoomed in on a part before
/// it.
void reveal(Model& model);
/// Closes a lesson that is waiting to open its story, after the user has chosen to keep the unsaved
/// work.
void stay_for_now(Model& model);
/// Cancels the request that raised the question about unsaved work.
void stay(Model& model);
/// Moves the cursor back to the moment of an open question if an intent has moved it further. `run`
/// and `view` are those shown before the intent.
void keep_future_hidden(Model& model, const ShownRunPtr& run, const TimeView& view);

}  // namespace locklab::app
