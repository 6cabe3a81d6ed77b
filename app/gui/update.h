// The only place that changes the model.
#pragma once

#include <optional>

#include "app/gui/intent.h"
#include "app/gui/model.h"

namespace locklab::app {

/// Work that a change asks for: make the run of that name, and come back with intent::Opened or
/// NotOpened of the same job. An answer to an older job is ignored.
using Job = Pending;

std::optional<Job> update(Model& model, const Intent& intent);

/// The lanes that are shown, from top to bottom.
std::vector<std::uint16_t> shown_lanes(const Model& model);

/// The last event before the cursor; none at the start.
std::optional<std::uint32_t> event_at_cursor(const Model& model);

}  // namespace locklab::app
