// A world that is being searched, with all that a search must put back together with it: the
// checks, what each client is doing, what has been struck.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/check/checker.h"
#include "sim/explore/budget.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"

namespace locklab::sim {

/// Takes the ways that it was told to take in one step, and remembers how many each decision had.
class Probe final : public Choice {
 public:
  struct Made {
    std::uint32_t way;
    std::uint32_t ways;
  };

  Probe() { tell({}); }

  unsigned pick(unsigned options, const char*) override {
    if (options < 2 || made_.size() == most_decisions) return 0;
    std::uint32_t way = 0;
    if (made_.size() < told_.size()) {
      way = told_[made_.size()];
    } else if (dice_) {
      way = static_cast<std::uint32_t>(dice_->below(options));
    }
    made_.push_back({way, options});
    return way;
  }
  std::uint64_t amount(std::uint64_t most, std::uint64_t usual, const char* why) override {
    return usual == most || pick(2, why) == 0 ? usual : most;
  }
  bool orders() const override { return true; }
  bool all_orders() const override { return all_orders_; }

  void ask_all_orders() { all_orders_ = true; }
  /// From now on these decide what is not told.
  void roll(RandomBits* dice) { dice_ = dice; }
  void tell(const std::vector<std::uint32_t>& ways) {
    told_ = ways;
    made_.clear();
    made_.reserve(most_decisions);  // here, not while the arena is in use
  }
  const std::vector<Made>& made() const { return made_; }
  /// The next combination of ways after those that were taken; false: that was the last.
  bool next(std::vector<std::uint32_t>& ways) const { return next(made_, ways); }
  static bool next(const std::vector<Made>& made, std::vector<std::uint32_t>& ways) {
    ways.clear();
    for (const Made& one : made) ways.push_back(one.way);
    while (!ways.empty()) {
      if (++ways.back() < made[ways.size() - 1].ways) return true;
      ways.pop_back();
    }
    return false;
  }

 private:
  /// Of one step; those beyond go the usual way. (A step sends a message to each node at most.)
  static constexpr std::size_t most_decisions = 512;

  RandomBits* dice_ = nullptr;
  bool all_orders_ = false;
  std::vector<std::uint32_t> told_;
  std::vector<Made> made_;
};

/// Lives in the arena.
struct Searched {
  Searched(const Scenario& scenario, Choice& choice);

  World world;
  Checker checker;
  std::vector<Phase> phases;  ///< by client
  std::size_t judged = 0;     ///< how many events the checks have seen

  /// Shows the checks what has happened since.
  void judge();
  /// Of all that decides which of these properties will be broken.
  std::uint64_t fingerprint(Properties wanted) const;
};

}  // namespace locklab::sim
