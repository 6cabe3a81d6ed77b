// Minimises a counterexample: removes what it does not need, moves its faults to the earliest
// instant at which the property still breaks, and makes them smaller.
#pragma once

#include <functional>

#include "sim/explore/search.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// A condition on a path and the trace of its run.
using Keeps = std::function<bool(const Path&, const Trace&)>;

/// Minimises `path`, which breaks `property` in `scenario`. So does the result, in which no fault
/// and no decision can be removed and no fault can occur at an earlier instant. No fault can be
/// slightly smaller: no pause, cut or outage by a whole millisecond (though no outage is shorter
/// than the minimum in `sizes`), no jump by a millisecond, no drift by a thousandth. Path::steps is
/// then the index of the event that breaks the property. `keeps` is a further condition, which
/// `path` satisfies and the result must, too.
Path minimise(const Scenario& scenario, Property property, const Path& path,
              const StrikeSizes& sizes, const Keeps& keeps = {});
inline Path minimise(const Scenario& scenario, Property property, const Path& path) {
  return minimise(scenario, property, path, sizes_for(scenario));
}

/// The scenario in which the run follows `path`.
Scenario with_path(const Scenario& scenario, const Path& path);

}  // namespace locklab::sim
