// A run that is ready to be looked at: its trace, its verdicts and its shapes. Made once, by a
// worker, and never changed again, so that every frame may read it without asking.
#pragma once

#include <memory>
#include <variant>

#include "app/cli/judged_run.h"
#include "app/timeline/scene.h"

namespace locklab::app {

struct ShownRun {
  JudgedRun judged;
  Scene scene;

  const Trace& trace() const { return judged.trace; }
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

/// Opens a run by its name (a scenario, a variation, a file or a pasted line), runs it in the
/// simulator, judges it and gives it shapes. Takes as long as the run is long: not for a frame.
std::variant<ShownRunPtr, sim::Problem> make_shown_run(const sim::Library& library,
                                                       std::string_view name);

}  // namespace locklab::app
