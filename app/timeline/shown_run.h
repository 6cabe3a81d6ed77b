// A run that is ready to be looked at: its trace, its verdicts and its shapes. Made once, by a
// worker, and never changed again, so that every frame may read it without asking.
#pragma once

#include <memory>
#include <variant>

#include "app/runs/judged_run.h"
#include "app/timeline/scene.h"
#include "app/words/language.h"

namespace locklab::app {

struct ShownRun {
  JudgedRun judged;
  sim::Scenario told;     ///< the scenario as its file tells it, with nothing changed by hand
  bool recorded = false;  ///< a live run, or a trace file: it cannot be run again with a change
  Scene scene;

  const Trace& trace() const { return judged.trace; }
};

/// Its name, to be changed. A trace of others' clients has none that could be run again: empty.
sim::RunName run_name(const ShownRun& run);

using ShownRunPtr = std::shared_ptr<const ShownRun>;

/// Opens a run by its name (a scenario, a variation, a file or a pasted line), runs it in the
/// simulator, judges it and gives it shapes; or opens the trace file of that path. Takes as long as
/// the run is long: not for a frame. A run that was cancelled is a problem.
std::variant<ShownRunPtr, sim::Problem> make_shown_run(const sim::Library& library,
                                                       std::string_view name,
                                                       sim::RunProgress* progress = nullptr);

/// A trace that was recorded, by the simulator or of live servers. Where its scenario is at hand
/// and the world can be simulated again, it can be changed like any other run.
ShownRunPtr make_recorded_run(const sim::Library& library, Trace trace);

}  // namespace locklab::app
