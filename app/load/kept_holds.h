// The holds of locks that several generators share, kept for a merge to compare. Their number is
// bounded: where there are too many, time is cut into slices and only every second, fourth, eighth
// ... slice is kept. All generators cut alike, so that a kept slice is kept whole by all of them:
// an overlap that lasts longer than the gap between two kept slices is always seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/load/violation.h"

namespace locklab::app {

/// A hold and its lock. Times count from the beginning of the load.
struct KeptHold {
  std::uint64_t lock = 0;
  Hold hold;
};

class KeptHolds {
 public:
  static constexpr std::int64_t slice_us = 10'000;
  static constexpr std::size_t usual_most = 400'000;

  KeptHolds() = default;
  /// Keeps at most `most` holds, of a load that began at `zero_us`.
  KeptHolds(std::size_t most, std::int64_t zero_us) : most_(most), zero_us_(zero_us) {}

  /// Adds a hold that is over.
  void add(std::uint64_t lock, const Hold& hold);
  /// Adds what another thread has kept. All then have the coarsest slices.
  void add(const KeptHolds& other);

  const std::vector<KeptHold>& holds() const { return holds_; }
  std::uint64_t seen() const { return seen_; }
  /// Every how many slices one is kept; 1: everything is.
  std::uint64_t one_slice_of() const { return std::uint64_t{1} << thinned_; }
  /// Keeps no more than one slice of as many (a power of two).
  void thin_to(std::uint64_t one_of);
  /// Holds that found no room though only one slice in a million was kept.
  std::uint64_t dropped() const { return dropped_; }

  /// Takes what a file says, with its holds as they were kept.
  static KeptHolds of(std::vector<KeptHold> holds, std::uint64_t seen, std::uint64_t one_of,
                      std::uint64_t dropped);

 private:
  bool in_kept_slice(const Hold& hold) const;
  void thin();

  std::size_t most_ = usual_most;
  std::int64_t zero_us_ = 0;
  unsigned thinned_ = 0;
  std::uint64_t seen_ = 0;
  std::uint64_t dropped_ = 0;
  std::vector<KeptHold> holds_;
};

}  // namespace locklab::app
