// The only place that changes the model.
#pragma once

#include <optional>

#include "app/gui/intent.h"
#include "app/gui/job.h"
#include "app/gui/model.h"

namespace locklab::app {

/// The work that comes of it, if any: see Job.
std::optional<Job> update(Model& model, const Intent& intent);

}  // namespace locklab::app
