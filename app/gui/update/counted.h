// How many clients and nodes there are. Pressing + ten times is one change, not ten branches.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Requests the run with these clients or nodes: in the place of the branch on screen if that
/// differs from its parent in nothing else and is the latest, otherwise as a branch of it.
std::optional<Job> change_number(Model& model, const intent::ChangeClients& change);
std::optional<Job> change_number(Model& model, const intent::ChangeNodes& change);

/// Adds the run that was asked for as a branch of `parent`, or puts it in the place of `replaces`.
void take_branch(Model& model, const ShownRunPtr& run, std::size_t parent,
                 std::optional<std::size_t> replaces);

}  // namespace locklab::app
