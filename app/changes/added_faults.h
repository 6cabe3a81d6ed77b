// The faults that a user has added to a run by hand, as they stand in its name, and where they
// struck.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The faults that were added to the scenario's own, as they stand in the run's name.
std::vector<std::string> added_faults(const ShownRun& run);
/// The same, as the scenario has them.
std::span<const sim::Fault> added(const ShownRun& run);
/// The name of the run without one of them, or with another in its place, or with one more (no
/// `fault`).
std::string without_fault(const ShownRun& run, std::size_t fault);
std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text);
/// The last of the events, all at one time, in which that one of them strikes; none: it does not.
std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault);
/// Which of them the event is the strike of.
std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event);

}  // namespace locklab::app
