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

}  // namespace locklab::app
