// Finds the moment of a run that a lesson's `seek` refers to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/lessons/lesson.h"
#include "app/timeline/scene/time_view.h"
#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The number of events that have happened at the moment that `showing` names; nullopt if it names
/// none, or an event that does not happen in this run.
std::optional<std::size_t> events_at(const Showing& showing, const ShownRun& run);

/// The span of time that `showing` zooms to; nullopt if it names none, or one that this run lacks.
std::optional<TimeView> zoom_of(const Showing& showing, const ShownRun& run);

}  // namespace locklab::app
