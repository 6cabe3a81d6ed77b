// The part of a scene that is built event by event.
#pragma once

#include "app/timeline/scene.h"

namespace locklab::app {

/// Bars, keys, holding, messages, marks and faults of the whole trace. `scene` has its lanes and
/// its end.
void add_events(const Trace& trace, Scene& scene);

}  // namespace locklab::app
