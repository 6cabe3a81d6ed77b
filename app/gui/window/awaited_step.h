// A step of a live run takes some milliseconds. The frame waits for it, rather than being drawn
// without it and once more with it; a slow server's holds nobody up.
#pragma once

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "app/gui/update/live_run.h"

namespace locklab::app {

inline constexpr double most_wait_for_step = 0.015;  ///< seconds

/// `take_finished` updates the model by what others have done.
template <class Take>
void await_step(const Model& model, Take take_finished) {
  const double latest = glfwGetTime() + most_wait_for_step;
  for (double now = 0; awaits_step(model) && (now = glfwGetTime()) < latest; take_finished())
    glfwWaitEventsTimeout(latest - now);
}

}  // namespace locklab::app
