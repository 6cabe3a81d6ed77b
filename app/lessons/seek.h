// Where in a run a lesson's `seek` points.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "app/lessons/lesson.h"
#include "app/timeline/shown_run.h"

namespace locklab::app {

/// How many events have happened at the moment that `showing` names: it stands right after the
/// event. Nothing: it names none, or none that happens in this run.
std::optional<std::size_t> events_at(const Showing& showing, const ShownRun& run);

}  // namespace locklab::app
