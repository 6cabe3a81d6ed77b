// The faults that a run was to see and did not, with the reason of each: its moment never came, or
// it found nothing to strike or to end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/scenario/fault.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

struct VainFault {
  std::size_t fault = 0;  ///< its index
  Sentence why;
};

/// Why the fault of that event, a fault_missed, has changed nothing.
Sentence why_missed(const sim::Trace& trace, const sim::Event& missed);

/// The faults that did nothing in the run that `trace` records, in their order.
std::vector<VainFault> vain_faults(const std::vector<sim::Fault>& faults, const sim::Trace& trace);

/// Sentences that say so, of at most ten faults.
std::vector<Sentence> vain_fault_words(const std::vector<sim::Fault>& faults,
                                       const sim::Trace& trace);

}  // namespace locklab::app
