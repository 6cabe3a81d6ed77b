// A world that is being searched, with all that a search must put back together with it: the checks
// and what each client is doing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/check/checker.h"
#include "sim/explore/budget.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"

namespace locklab::sim {

/// Decides in one step as it was told, and remembers how many options each decision had.
class GuidedChoice final : public Choice {
 public:
  struct Decision {
    std::uint32_t chosen;
    std::uint32_t options;
    bool of_order = true;  ///< a Schedule counts it
  };

  GuidedChoice() { tell({}); }

  unsigned pick(unsigned options, const char*) override { return decide(options, true); }
  std::uint64_t amount(std::uint64_t, std::uint64_t usual, const char*) override { return usual; }
  bool leaves_open() const override { return leaves_open_; }
  bool too_long() override { return decide(2, false) == 1; }
  bool orders() const override { return true; }
  bool all_orders() const override { return all_orders_; }

  void leave_times_open() { leaves_open_ = true; }
  void ask_all_orders() { all_orders_ = true; }
  /// Lets `dice` decide from now on what no told choice decides.
  void roll(RandomBits* dice) { dice_ = dice; }
  /// Sets the choices that the next decisions follow, one after the other.
  void tell(const std::vector<std::uint32_t>& choices) {
    told_ = choices;
    made_.clear();
    made_.reserve(most_decisions);  // here, not while the arena is in use
  }
  const std::vector<Decision>& made() const { return made_; }
  /// The combination of choices that follows the one that was taken; false: that was the last.
  bool next(std::vector<std::uint32_t>& choices) const { return next(made_, choices); }
  static bool next(const std::vector<Decision>& made, std::vector<std::uint32_t>& choices) {
    choices.clear();
    for (const Decision& one : made) choices.push_back(one.chosen);
    while (!choices.empty()) {
      if (++choices.back() < made[choices.size() - 1].options) return true;
      choices.pop_back();
    }
    return false;
  }

 private:
  /// Of one step, which sends a message to each node at most; those beyond are decided the usual
  /// way.
  static constexpr std::size_t most_decisions = 512;

  unsigned decide(unsigned options, bool of_order) {
    if (options < 2 || made_.size() == most_decisions) return 0;
    std::uint32_t chosen = 0;
    if (made_.size() < told_.size()) {
      chosen = told_[made_.size()];
    } else if (dice_) {
      chosen = static_cast<std::uint32_t>(dice_->below(options));
    }
    made_.push_back({chosen, options, of_order});
    return chosen;
  }

  RandomBits* dice_ = nullptr;
  bool leaves_open_ = false;
  bool all_orders_ = false;
  std::vector<std::uint32_t> told_;
  std::vector<Decision> made_;
};

/// Lives in the arena.
struct SearchedWorld {
  SearchedWorld(const Scenario& scenario, Choice& choice);

  World world;
  Checker checker;
  ClientCourses courses;
  std::size_t judged = 0;  ///< how many events the checks have seen

  Phase phase_of(std::size_t client) const {
    return courses.of(static_cast<ClientId>(client)).phase;
  }

  /// Shows the checks what has happened since the last time.
  void judge();
  /// Covers all that decides which of these properties will be broken.
  std::uint64_t fingerprint(Properties wanted) const;
};

}  // namespace locklab::sim
