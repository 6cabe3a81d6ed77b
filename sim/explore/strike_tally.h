// How often the faults of a search affected a client that held, acquired or released a lock. If a
// fault never did and no promise breaks, the search has shown nothing about that fault.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sim/explore/budget.h"
#include "sim/trace/sentence.h"

namespace locklab::sim {

struct SearchedWorld;

/// The strikes of one kind of fault. One strike may count in several columns: the death of a node
/// affects all clients.
struct StrikeCounts {
  std::uint64_t times = 0;
  std::uint64_t holding = 0;    ///< an affected client held the lock
  std::uint64_t acquiring = 0;  ///< one was acquiring, or waiting to retry
  std::uint64_t releasing = 0;  ///< one was releasing

  void add(const StrikeCounts& other);
  bool vacuous() const { return holding + acquiring + releasing == 0; }
  bool operator==(const StrikeCounts&) const = default;
};

/// Whether the fault affects a client in `phase`, in the world just before it. A fault that names a
/// client affects that client, any other fault affects all clients.
bool strikes_somebody_in(Phase phase, const Fault& fault, const SearchedWorld& before);

class StrikeTally {
 public:
  /// Counts a strike of that kind, in the world just before it.
  void count(StrikeKind kind, const Fault& fault, const SearchedWorld& before);
  void add(const StrikeTally& other);

  const StrikeCounts& of(StrikeKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  bool operator==(const StrikeTally&) const = default;

 private:
  std::array<StrikeCounts, static_cast<std::size_t>(StrikeKind::count_)> counts_;
};

/// The kinds of faults that a budget allows, each once.
std::vector<StrikeKind> kinds_in(const Budget& budget);

/// A sentence such as "pause struck 210 times: 12 times somebody who held, ...".
Sentence strike_words(std::string_view fault, const StrikeCounts& counts);
/// A sentence that explains why this fault has shown nothing; empty if it has shown something.
Sentence vacuity_words(std::string_view fault, const StrikeCounts& counts);

}  // namespace locklab::sim
