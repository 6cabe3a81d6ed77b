// Builds the parts of a scene that are derived from the events of a trace.
#pragma once

#include "app/timeline/scene/scene.h"

namespace locklab::app {

/// Adds Scene::steps and Scene::step_of.
void add_steps(const sim::Trace& trace, Scene& scene);
/// Adds the rest of the scene, except for violations, clashes and moments. The lanes, the number of
/// clients and the end of `scene` must be set.
void add_events(const sim::Trace& trace, Scene& scene);

}  // namespace locklab::app
