// Judges a trace: which promises did this run keep? It uses only the trace, so it judges simulated
// runs, live runs and recordings of other clients alike.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/property.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

struct Verdict {
  Property property = Property::mutual_exclusion;
  Kept kept = Kept::not_applicable;
  bool promised = false;             ///< the strategy promises it
  std::optional<std::size_t> event;  ///< index of the event at which it broke, if it did
  std::optional<std::size_t> other;  ///< index of the earlier event that it conflicts with
  std::string why;    ///< one sentence that a student understands; also for not_applicable
  Sentence sentence;  ///< `why`, for translation
};

/// One verdict for each property, in the order of Property. Linear in the trace, in time and
/// memory.
std::vector<Verdict> check(const Trace& trace);

}  // namespace locklab::sim
