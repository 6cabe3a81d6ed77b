// Where two runs begin to differ.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/trace/trace.h"

namespace locklab::app {

/// Both traces begin with so many events that say the same; the next one is the first that differs,
/// or one of them has no next one. None: they say the same to the end. Where in the source a client
/// waits makes no difference, nor how a trace keeps its texts. Linear in what they have in common.
std::optional<std::size_t> first_difference(const Trace& one, const Trace& other);

}  // namespace locklab::app
