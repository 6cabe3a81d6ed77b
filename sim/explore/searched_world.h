// A world under search, with everything that a search must restore together with it: the checks and
// each client's progress.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/check/checker.h"
#include "sim/explore/budget.h"
#include "sim/world/dice.h"
#include "sim/world/world.h"

namespace locklab::sim {

/// Makes the decisions of one step as prescribed, and records how many options each decision had.
class GuidedChoice final : public Choice {
 public:
  struct Decision {
    std::uint32_t chosen;
    std::uint32_t options;
    bool of_order = true;  ///< whether a Schedule counts it
  };

  GuidedChoice() { tell({}); }

  unsigned pick(unsigned options, const char*) override { return decide(options, true); }
  std::uint64_t amount(std::uint64_t, std::uint64_t usual, const char*) override { return usual; }
  bool leaves_open() const override { return leaves_open_; }
  std::int64_t ends_every() const override { return ends_every_; }
  bool too_long() override { return decide(2, false) == 1; }
  void drew_from_series() override { used_series_ = true; }
  bool orders() const override { return true; }
  bool all_orders() const override { return all_orders_; }

  void leave_times_open(std::int64_t ends_every_us) {
    leaves_open_ = true;
    ends_every_ = ends_every_us;
  }
  void ask_all_orders() { all_orders_ = true; }
  /// Lets `dice` make all decisions without a prescribed choice from now on.
  void roll(RandomBits* dice) { dice_ = dice; }
  /// Prescribes the choices of the next decisions, in order.
  void tell(const std::vector<std::uint32_t>& choices) {
    told_ = choices;
    made_.clear();
    made_.reserve(most_decisions);  // here, not while the arena is in use
  }
  const std::vector<Decision>& made() const { return made_; }
  /// Whether any retry delay so far, in any schedule, came from the fixed series.
  bool used_series() const { return used_series_; }
  /// Whether every prescribed choice was used, apart from trailing zeros, the default.
  bool followed() const {
    const auto asked = static_cast<std::ptrdiff_t>(std::min(made_.size(), told_.size()));
    return std::all_of(told_.begin() + asked, told_.end(),
                       [](std::uint32_t choice) { return choice == 0; });
  }
  /// Computes the combination of choices after the one taken; returns false if that was the last.
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
  /// Limit per step; further decisions take the default.
  static constexpr std::size_t most_decisions = 512;

  unsigned decide(unsigned options, bool of_order) {
    if (options < 2 || made_.size() == most_decisions) return 0;
    std::uint32_t chosen = 0;
    if (made_.size() < told_.size()) {
      chosen = told_[made_.size()];
      LOCKLAB_ASSERT(chosen < options);
    } else if (dice_) {
      chosen = static_cast<std::uint32_t>(dice_->below(options));
    }
    made_.push_back({chosen, options, of_order});
    return chosen;
  }

  RandomBits* dice_ = nullptr;
  bool leaves_open_ = false;
  std::int64_t ends_every_ = 0;
  bool used_series_ = false;
  bool all_orders_ = false;
  std::vector<std::uint32_t> told_;
  std::vector<Decision> made_;
};

/// Allocated in the arena.
struct SearchedWorld {
  SearchedWorld(const Scenario& scenario, Choice& choice);

  World world;
  Checker checker;
  ClientCourses courses;
  std::size_t judged = 0;  ///< number of events that the checks have processed

  Phase phase_of(std::size_t client) const {
    return courses.of(static_cast<ClientId>(client)).phase;
  }

  /// Passes the events since the last call to the checks.
  void judge();
  /// Asserts that the checks, which read only the trace, agree with the world about the event's
  /// client, node or link.
  void compare_faults(const Event& event);
  /// Hashes everything that decides which of these properties will break.
  std::uint64_t fingerprint(Properties wanted) const;
};

}  // namespace locklab::sim
