// The planned faults of a run that had no effect, with the reason for each: its moment never came,
// or there was nothing to affect or to end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/scenario/fault.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

struct VainFault {
  std::size_t fault = 0;  ///< index of the fault
  Sentence why;
};

/// Why the fault of that event, a fault_missed, had no effect.
Sentence why_missed(const sim::Trace& trace, const sim::Event& missed);

/// The faults without effect in the run that `trace` records, in order. Empty if the trace lacks
/// its beginning, since they may have been injected there.
std::vector<VainFault> vain_faults(const std::vector<sim::Fault>& faults, const sim::Trace& trace);

/// Describes these faults in at most eleven sentences: one for each of the first ten, and one for
/// the eleventh or for the number of the others.
std::vector<Sentence> vain_fault_words(const std::vector<sim::Fault>& faults,
                                       const sim::Trace& trace);

}  // namespace locklab::app
