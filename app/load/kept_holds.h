// Holds of locks that several generators share, kept for the overlap check of a merge. Their number
// is bounded: if there are too many, time is cut into slices of 10 ms, and only holds that touch
// every second, fourth, eighth ... slice are kept. Two holds that overlap for longer than the gap
// between two kept slices are then both kept, unless one was dropped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "app/load/violation.h"

namespace locklab::app {

/// A hold and its lock. Times count from the start of the load.
struct KeptHold {
  std::uint64_t lock = 0;
  Hold hold;
};

class KeptHolds {
 public:
  static constexpr std::int64_t slice_us = 10'000;
  static constexpr std::size_t usual_most = 400'000;

  KeptHolds() = default;
  /// `most`: number of holds beyond which add(lock, hold) thins them. `zero_us`: start of the load.
  KeptHolds(std::size_t most, std::int64_t zero_us) : most_(most), zero_us_(zero_us) {}

  /// Adds a hold that has ended, with times by Loop::now_us().
  void add(std::uint64_t lock, const Hold& hold);
  /// Adds the holds of another thread. The sum is thinned to the coarser slices of the two.
  void add(const KeptHolds& other);

  const std::vector<KeptHold>& holds() const { return holds_; }
  std::uint64_t seen() const { return seen_; }
  /// The number of slices of which one is kept; 1 keeps everything.
  std::uint64_t one_slice_of() const { return std::uint64_t{1} << thinned_; }
  /// Thins the holds to one slice in `one_of`, a power of two; no effect if they are thinner.
  void thin_to(std::uint64_t one_of);
  /// Number of holds dropped because the maximum was reached even with one slice in a million.
  std::uint64_t dropped() const { return dropped_; }

  /// Restores the kept holds and counters read from a file.
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
