// Minimises a counterexample: leaves out what it does not need, and moves the rest to the earliest
// moment at which it still breaks the property.
#pragma once

#include <functional>

#include "sim/explore/search.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// `path` breaks `property` in `scenario`. So does the result, in which no fault and no decision
/// can be left out, and no fault can strike earlier or last shorter. Its `steps` is the index of
/// the event that breaks the property. A fault's size is the smallest that was found to be enough.
/// `keeps`: what the result must keep besides, as it is true of `path` and of the run along it.
using Keeps = std::function<bool(const Path&, const Trace&)>;
Path minimise(const Scenario& scenario, Property property, const Path& path,
              const Keeps& keeps = {});

/// The scenario in which the run follows `path`.
Scenario with_path(const Scenario& scenario, const Path& path);

}  // namespace locklab::sim
