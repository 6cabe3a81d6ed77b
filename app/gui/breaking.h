// What a user can do to a run at the cursor, and the run that comes of it: the same one with one
// more fault. A run is its name, so that a branch can be pasted into a mail.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/gui/shown_run.h"

namespace locklab::app {

/// One tool of the palette.
struct BreakingTool {
  std::string_view id;  ///< "pause": the key of its texts is "break.pause"
  bool on_client = false;
  bool on_node = false;
};

std::span<const BreakingTool> breaking_tools();
/// Whether it can be done to that lane of the scene (a replica alone can be promoted).
bool applies(const BreakingTool& tool, const ShownRun& run, std::uint16_t lane);

/// The name of the run in which `tool` strikes `lane` at `at_us`. Sizes come from the lock's lease:
/// a pause, a stop and a jump last half as long again.
std::string broken_run(const ShownRun& run, std::uint16_t lane, const BreakingTool& tool,
                       double at_us);

/// The faults that were added to the scenario's own, as they stand in the run's name.
std::vector<std::string> added_faults(const ShownRun& run);
/// The name of the run without one of them.
std::string without_fault(const ShownRun& run, std::size_t fault);

}  // namespace locklab::app
