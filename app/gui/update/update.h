// Applies the requests of the user and the reports of background work to the model.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Applies an intent. Returns the job that it requires, if any.
std::optional<Job> update(Model& model, const Intent& intent);

}  // namespace locklab::app
