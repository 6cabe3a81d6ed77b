// A split brain as a reason: a hold was granted by a master that had been replaced without knowing
// it.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Names the two masters if the old one granted one of the two holds that entered at `earlier` and
/// `later`: "n2 became the master at 30 ms, and n1 remained one". Otherwise empty.
Sentence two_masters(const Trace& trace, std::size_t earlier, std::size_t later);

/// Whether, at some time, both masters of a split brain hold the same key for different clients.
bool both_masters_grant(const Trace& trace);

}  // namespace locklab::sim
