// Compares holds of one lock in different load generators, whose clocks agree only within an error.
// Two holds overlapped for certain if they do so wherever within the errors their times really lay;
// they did possibly if they do so somewhere within them. A lock that is handed over quickly has
// many of the second kind, which accuse nobody.
//
// Fencing tokens are compared as well: one that was given twice is a fault whatever the clocks say,
// and one that is lower than another was only if its holder asked, beyond the errors, after the
// other was inside. What a counter in one generator's memory lost, another cannot see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/load/kept_holds.h"

namespace locklab::app {

/// What one generator has kept, on the time that all have in common.
struct GeneratorHolds {
  std::vector<KeptHold> holds;
  std::int64_t error_us = 0;  ///< how far its times may be from the common one
};

struct HoldComparison {
  std::uint64_t overlaps = 0;         ///< entries while another generator's client was inside
  std::uint64_t possible = 0;         ///< entries for which the clocks cannot tell
  std::uint64_t tokens_twice = 0;     ///< given to two generators
  std::uint64_t tokens_fell = 0;      ///< lower than one of another generator that came before
  std::vector<Violation> violations;  ///< the first 25 of each kind
};

/// Compares holds of different generators; those of one were compared by its own oracle.
HoldComparison compare_holds(const std::vector<GeneratorHolds>& generators);

}  // namespace locklab::app
