// Finds the moment of a run to which a lesson's `seek` points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/lessons/lesson.h"
#include "app/timeline/shown_run.h"
#include "app/timeline/time_view.h"

namespace locklab::app {

/// The number of events up to and including the one that `showing` names. Nothing: it names none,
/// or none that happens in this run.
std::optional<std::size_t> events_at(const Showing& showing, const ShownRun& run);

/// The stretch of time that `showing` zooms to. Nothing: it names none, or one that this run lacks.
std::optional<TimeView> zoom_of(const Showing& showing, const ShownRun& run);

}  // namespace locklab::app
