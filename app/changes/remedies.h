// Remedies for a run: a small change of a setting, better nodes or another lock, with which the run
// keeps its promises, or at least its data, under the same faults.
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
  std::string run;                 ///< the name of the run with the remedy
  std::optional<Setting> setting;  ///< with its new value; nullopt for another kind of remedy
  std::string_view strategy;       ///< the id of another lock; empty for another kind of remedy
  std::string title;               ///< of another variation of the story, or of better nodes
  std::vector<sim::Property> left_broken;  ///< promises still broken, although the data are correct
  bool by_luck = false;        ///< another schedule of the same faults breaks what was saved
  bool sure_of_data = false;   ///< such a schedule breaks it, but the data stay correct
  bool told = false;           ///< a variation of the story shows it
  bool needs_servers = false;  ///< a lock on several masters, unlike the run's own
};

/// Whether faults like those of a run can break a lock's property in another schedule.
using CanBreak = std::function<bool(std::string_view strategy, sim::Property property)>;

inline constexpr std::size_t most_remedies = 6;

/// Searches for remedies of a simulated run that broke a promise; empty for any other run. Returns
/// up to `most_remedies` of those found until `stopped` was set, in this order: what the story
/// itself shows; better nodes, switches and locks; changed times; and last what helps by luck.
///
/// A remedy breaks nothing new, its lock promises no less, every fault still takes effect, and all
/// clients that entered still do, unless a rate limiter had admitted too many. Nodes, settings and
/// variations must keep all promises, with the next two seeds, too.
///
/// A lock is no remedy if another schedule breaks what it saved (`can_break`), unless the data stay
/// correct or the story uses it; it is then marked sure_of_data or by_luck. A changed time, too, is
/// by_luck if another schedule breaks what it saved. A lock with an obvious flaw (a failed attempt
/// does not release what it may have been granted) is listed only if nothing else helps; one that
/// needs_servers, only against a fault of a server or if the story uses it. If nothing but times
/// saves the run, the story's variations with the same lock and faults are tried: they may change a
/// setting that the window does not offer.
std::vector<Remedy> find_remedies(const sim::Library& library, const ShownRun& run,
                                  const std::atomic<bool>& stopped, const CanBreak& can_break = {});

}  // namespace locklab::app
