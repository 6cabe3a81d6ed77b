// A split brain as a reason: a hold was granted by a master that another had replaced without its
// knowledge.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// The two masters of which the old one granted one of the two holds that entered at `earlier` and
/// `later`: "n2 had become the master at 30 ms, and n1 had remained one". Empty: there were none.
Sentence two_masters(const Trace& trace, std::size_t earlier, std::size_t later);

}  // namespace locklab::sim
