// The faults that a user has added to a run: their texts in the run's name, and the events that
// record their injection.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The added faults, as written in the run's name.
std::vector<std::string> added_faults(const ShownRun& run);
/// The added faults, as elements of the scenario.
std::span<const sim::Fault> added(const ShownRun& run);
/// The name of the run without an added fault, with another in its place, or with one more (`fault`
/// nullopt).
std::string without_fault(const ShownRun& run, std::size_t fault);
std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text);
/// The last of the simultaneous events that record an added fault's injection; nullopt if it was
/// never injected.
std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault);
/// Index of the added fault (the last, if several) whose injection the event records; nullopt if
/// none.
std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event);

}  // namespace locklab::app
