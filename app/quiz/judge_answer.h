// Judges the answers to open questions by simulation: any correct answer is accepted.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// The name of the run with another lease; nullopt if its lock has none.
std::optional<std::string> with_lease(const ShownRun& run, std::uint64_t ms);

/// Whether the run of this name keeps every promise of its lock; nullopt if there is no such run.
std::optional<bool> keeps_promises(const sim::Library& library, const std::string& name);

/// Whether the run keeps every promise with this lease but not with one a millisecond shorter.
bool is_least_lease(const sim::Library& library, const ShownRun& run, std::uint64_t ms);
/// A lease in ms for which is_least_lease() holds, searched up to ten times the present one;
/// nullopt if none was found.
std::optional<std::uint64_t> least_lease(const sim::Library& library, const ShownRun& run);

/// Whether the run breaks a promise with one more fault. A Problem if the line is not a fault.
std::variant<bool, sim::Problem> breaks_lock(const sim::Library& library, const ShownRun& run,
                                             const std::string& fault);
/// A fault that breaks the lock, as a line; nullopt if none of those tried does.
std::optional<std::string> breaking_fault(const sim::Library& library, const ShownRun& run);

}  // namespace locklab::app
