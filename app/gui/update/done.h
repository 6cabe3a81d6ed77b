// What has just been saved: a file, by its name and place, or a run, by a change that lets it keep
// every promise. It is said in front of everything until the user goes on.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Says under which name the run was saved, and where.
void tell_saved(Model& model, const intent::Saved& done);
/// Whose late write the resource has refused, if any.
std::optional<ClientId> late_write_refused(const ShownRun& run);
/// Says it of the branch on screen if its parent has broken promises and it keeps them all, or at
/// least the data.
void tell_branch_that_saves(Model& model);

}  // namespace locklab::app
