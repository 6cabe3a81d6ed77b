// Changes the numbers of clients and nodes. Pressing + ten times is one change, not ten branches.
#pragma once

#include <optional>

#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Requests the run with these clients or nodes as a child of the branch on screen. If that branch
/// is the latest one and differs from its parent only in this number, the run replaces it;
/// a return to the parent's number removes it. nullopt if the run cannot be changed.
std::optional<Job> change_number(Model& model, const intent::ChangeClients& change);
std::optional<Job> change_number(Model& model, const intent::ChangeNodes& change);

/// Adds the requested run as a branch of `parent`, or in place of the branch `replaces`.
void take_branch(Model& model, const ShownRunPtr& run, std::size_t parent,
                 std::optional<std::size_t> replaces);

}  // namespace locklab::app
