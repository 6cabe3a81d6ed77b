// What opening a lesson and going to one of its steps does to the lab: the step's story, shown
// where the step speaks of it.
#pragma once

#include <cstddef>
#include <optional>

#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Where the reader was, or at the beginning of `lesson`.
std::optional<Job> open_lesson(Model& model, std::optional<std::size_t> lesson);
/// Shows the step that is read: its story is opened, unless it is there as it is told. A step
/// without a moment of its own stays where the reader is, unless it is to be shown `again`.
std::optional<Job> show_step(Model& model, bool again = false);
/// The story is there: to the step's moment.
void seek_for_step(Model& model, bool again = true);
/// Whoever stays with what is unsaved wants no lesson's story either.
void stay_for_now(Model& model);

}  // namespace locklab::app
