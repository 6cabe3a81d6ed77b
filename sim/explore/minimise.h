// Minimises a counterexample: leaves out what it does not need, and moves the rest to the earliest
// moment at which it still breaks the property.
#pragma once

#include <functional>

#include "sim/explore/search.h"
#include "sim/trace/property.h"

namespace locklab::sim {

/// `path` breaks `property` in `scenario`. So does the result, in which no fault and no decision
/// can be left out, and no fault can strike at an earlier instant. None can be a little smaller: no
/// pause, cut or outage a whole millisecond shorter (though no outage is shorter than the least of
/// `sizes`), no jump a millisecond less, no drift a thousandth. Its `steps` is the index of the
/// event that breaks the property.
/// `keeps`: what the result must keep besides, as it is true of `path` and of the run along it.
using Keeps = std::function<bool(const Path&, const Trace&)>;
Path minimise(const Scenario& scenario, Property property, const Path& path,
              const StrikeSizes& sizes, const Keeps& keeps = {});
inline Path minimise(const Scenario& scenario, Property property, const Path& path) {
  return minimise(scenario, property, path, sizes_for(scenario));
}

/// The scenario in which the run follows `path`.
Scenario with_path(const Scenario& scenario, const Path& path);

}  // namespace locklab::sim
