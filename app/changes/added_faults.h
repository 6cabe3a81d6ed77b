// The faults that a user has added to a run by hand: how they stand in the run's name, and where
// they struck.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/timeline/shown_run.h"

namespace locklab::app {

/// The added faults, as the run's name writes them.
std::vector<std::string> added_faults(const ShownRun& run);
/// The added faults, as the scenario has them.
std::span<const sim::Fault> added(const ShownRun& run);
/// The name of the run without an added fault, with another in its place, or with one more (no
/// `fault`).
std::string without_fault(const ShownRun& run, std::size_t fault);
std::string with_fault(const ShownRun& run, std::optional<std::size_t> fault,
                       const std::string& text);
/// The last of the simultaneous events in which an added fault strikes; none: it never strikes.
std::optional<std::uint32_t> strike_of(const ShownRun& run, std::size_t fault);
/// The added fault of which an event is the strike.
std::optional<std::size_t> added_fault_at(const ShownRun& run, std::uint32_t event);

}  // namespace locklab::app
