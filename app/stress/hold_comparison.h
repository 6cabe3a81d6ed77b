// Compares holds of one lock by different load generators, whose clocks agree only within an error.
// An overlap of two holds is certain if they overlap for every pair of times within the errors, and
// possible if they overlap for some pair. A lock with fast hand-offs has many possible overlaps,
// which prove nothing.
//
// Fencing tokens are compared as well. A token issued twice is a violation at any time. A lower
// token is a violation only if its holder began to wait after the other holder had entered, by more
// than the errors. Lost updates are not compared, since each generator has its counters in its own
// memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/load/kept_holds.h"

namespace locklab::app {

/// Kept holds of one generator, converted to the common time.
struct GeneratorHolds {
  std::vector<KeptHold> holds;
  std::int64_t error_us = 0;  ///< maximum error of its times
};

struct HoldComparison {
  std::uint64_t overlaps = 0;         ///< holds that certainly overlap another generator's
  std::uint64_t possible = 0;         ///< other holds that may overlap, within the clock errors
  std::uint64_t tokens_twice = 0;     ///< issued to two generators
  std::uint64_t tokens_fell = 0;      ///< lower than an earlier token of another generator
  std::vector<Violation> violations;  ///< the first 25 of each count above except `possible`
};

/// Compares holds of different generators only: each generator's oracle has compared its own.
HoldComparison compare_holds(const std::vector<GeneratorHolds>& generators);

}  // namespace locklab::app
