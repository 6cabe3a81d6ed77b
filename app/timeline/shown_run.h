// A run ready for display: its scenario, trace and verdicts, and the shapes of its timeline. It is
// built once and never changes, so any thread may read it without synchronisation.
#pragma once

#include <memory>
#include <variant>
#include <vector>

#include "app/runs/judged_run.h"
#include "app/timeline/scene/scene.h"
#include "app/words/language.h"
#include "sim/check/design_property.h"
#include "sim/check/lockout.h"

namespace locklab::app {

struct ShownRun {
  JudgedRun judged;
  /// The name to which a user's changes are added; empty if the run's name in a trace cannot be
  /// parsed.
  sim::RunName name;
  /// The scenario as defined in its file, without a user's changes; as far as the trace describes
  /// it if the file is not available.
  sim::Scenario told;
  /// True if the run cannot be repeated with a change: a live run, or a trace whose scenario is
  /// missing or has changed since.
  bool recorded = false;
  Scene scene;
  /// By verdict: the result of design_of_broken().
  std::vector<sim::DesignProperty> designs;
  std::vector<sim::Lockout> lockouts;  ///< the longest first

  const sim::Trace& trace() const { return judged.trace; }
};

using ShownRunPtr = std::shared_ptr<const ShownRun>;

/// Whether the run took place on real servers.
inline bool is_live(const ShownRun& run) { return run.trace().info.world == "live"; }

/// Whether the run can be saved as a scenario file: a simulated run that can be repeated, or a live
/// run whose scenario is known.
inline bool has_scenario(const ShownRun& run) {
  return !run.recorded || (is_live(run) && !run.judged.scenario.clients.empty());
}

/// Opens a run by its name (a scenario, a variation, a file or a pasted line), simulates it, judges
/// it and builds its shapes; or opens the trace file at that path. Takes time proportional to the
/// run's length, so it must not be called in a frame. A cancelled run is a Problem.
std::variant<ShownRunPtr, sim::Problem> make_shown_run(const sim::Library& library,
                                                       std::string_view name,
                                                       sim::RunProgress* progress = nullptr);

/// Prepares a recorded trace of the simulator or of live servers. A simulated run whose scenario is
/// available and unchanged can be changed like any other.
ShownRunPtr make_recorded_run(const sim::Library& library, sim::Trace trace);

}  // namespace locklab::app
