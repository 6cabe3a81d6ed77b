// Makes a counterexample smaller: leaves out what is not needed for it, and moves what is left to
// the earliest moment at which it still does its work.
#pragma once

#include "sim/explore/search.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// `path` breaks `property` in `scenario`; so does the result, in which no fault and no choice can
/// be left out, and no fault can strike earlier or last shorter. `steps` is then the index of the
/// event that breaks it.
Path minimise(const Scenario& scenario, Property property, const Path& path);

/// The scenario in which that happens.
Scenario with_path(const Scenario& scenario, const Path& path);

}  // namespace locklab::sim
