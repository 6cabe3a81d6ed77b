// The message about a success: a file that was saved, or a branch whose change makes the run keep
// its promises. The message stays in front of everything for a few seconds, or until the next key
// or click.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Reports the name and the folder of the saved file and, for a scenario or trace, the run's title
/// and branch.
void tell_saved(Model& model, const intent::Saved& done);
/// The first client whose late write the resource has rejected; nullopt if there is none.
std::optional<ClientId> late_write_refused(const ShownRun& run);
/// Reports the branch on screen if its parent has broken promises and the branch keeps them all, or
/// at least the data.
void tell_branch_that_saves(Model& model);

}  // namespace locklab::app
