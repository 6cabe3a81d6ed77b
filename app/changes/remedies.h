// Remedies for a run: the smallest change of a setting, or another lock, with which the same
// schedule and the same faults keep every promise.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/changes/run_settings.h"
#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"

namespace locklab::app {

struct Remedy {
  std::string run;                 ///< the name of the saved run
  std::optional<Setting> setting;  ///< with its new value; nullopt for another kind of remedy
  std::string_view strategy;       ///< the id of another lock; empty for another kind of remedy
  std::string title;               ///< of another variation of the story, or of better nodes
  std::vector<sim::Property>
      left_broken;             ///< although the data are correct; empty if all promises are kept
  bool by_luck = false;        ///< another schedule of the same faults breaks the lock
  bool sure_of_data = false;   ///< such a schedule breaks it, but the data stay correct
  bool told = false;           ///< mentioned by the story itself
  bool needs_servers = false;  ///< a lock on several masters, unlike the run's own
};

/// Whether faults like those of a run can break a lock's property in another schedule.
using CanBreak = std::function<bool(std::string_view strategy, sim::Property property)>;

inline constexpr std::size_t most_remedies = 6;

/// Searches for remedies of a simulated run that broke a promise: first the story's own cure, then
/// better nodes, settings and locks, and last what helps only this run. A lock with an obvious flaw
/// (a failed attempt does not release what it may have been granted) is listed only if nothing else
/// helps, and one on more servers only against a fault of a server or if the story mentions it. A
/// remedy breaks nothing new, its lock promises no less, every fault still takes effect, and every
/// client that entered still does. A setting must save the next seeds too. A lock that `can_break`
/// what it saved is no remedy, unless the data stay correct or the story itself mentions it; the
/// remedy is then marked (by_luck, sure_of_data), as is a changed time of such a lock. If only a
/// time saves the run, a variation of the same story may be a remedy: the same lock and the same
/// faults, with a setting that the window does not offer. Returns what was found until `stopped`
/// was set.
std::vector<Remedy> find_remedies(const sim::Library& library, const ShownRun& run,
                                  const std::atomic<bool>& stopped, const CanBreak& can_break = {});

}  // namespace locklab::app
