// LiveProblem by its former name, which app/live/live_world still says.
#pragma once

#include "app/runs/live_problem.h"

namespace locklab::app {

using Problem = LiveProblem;

}  // namespace locklab::app
