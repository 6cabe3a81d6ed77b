// Waits for a step of a live run, which usually takes a few milliseconds: one frame then suffices,
// instead of one without the step and another with it. The wait is short, since a server may be
// slow.
#pragma once

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/gui/update/live_run.h"

namespace locklab::app {

inline constexpr double most_wait_for_step = 0.015;  ///< in seconds

/// Waits until the step has arrived or the time is up. `take_finished` applies finished work to the
/// model.
template <class Take>
void await_step(const Model& model, Take take_finished) {
  const double latest = glfwGetTime() + most_wait_for_step;
  for (double now = 0; awaits_step(model) && (now = glfwGetTime()) < latest; take_finished())
    glfwWaitEventsTimeout(latest - now);
}

}  // namespace locklab::app
