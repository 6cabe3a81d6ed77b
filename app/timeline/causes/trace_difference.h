// Finds the point where two runs begin to differ.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/trace/trace.h"

namespace locklab::app {

/// The number of leading events that are equal in both traces; nullopt if the traces are equal.
/// Ignores the fields `place`, `standing`, `fault` and `reason` of events, and how a trace stores
/// its texts. Takes time linear in the common part.
std::optional<std::size_t> first_difference(const sim::Trace& one, const sim::Trace& other);

}  // namespace locklab::app
