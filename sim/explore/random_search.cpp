#include <algorithm>

#include "sim/explore/priorities.h"
#include "sim/explore/search_driver.h"
#include "sim/world/dice.h"

namespace locklab::sim {

namespace {

/// Draws each schedule from the seed's random numbers.
class RandomSearch : SearchDriver {
 public:
  RandomSearch(const SearchTask& task, const Watch& watch)
      : SearchDriver(task, watch), dice_(fingerprint_of(task.seed * task.shards + task.shard)) {
    strikes_.emplace(*task.scenario, task.budget, sizes(), task.before_answers, task.most_strikes);
    choice_.roll(&dice_);
  }

  SearchResult run() {
    Arena::Snapshot start;
    arena_.save(start);
    while (!stopped_ && !all_found()) {
      task_.kind == SearchKind::pct ? by_priority() : by_dice();
      arena_.restore(start);
    }
    return std::move(result_);
  }

 private:
  void by_dice();
  void by_priority();
  bool may_strike(const SearchState& state, std::int64_t at) {
    return at > world().now() || state.instant_begins || world().asynchronous() ||
           strikes_->strikes_before_answers();
  }
  bool strike_somewhere(SearchState& state, std::int64_t at);

  RandomBits dice_;
  std::uint64_t usual_steps_ = 1;  ///< length of the longest schedule so far
};

/// Injects one of the possible faults, if any. Returns true if that also took a step.
bool RandomSearch::strike_somewhere(SearchState& state, std::int64_t at) {
  const std::vector<Strike> all = strikes(state, at);
  if (all.empty()) return false;
  const Strike& one = all[dice_.below(all.size())];
  strike(state, one, one.early.value_or(at), one.choices());
  return one.before_answer;
}

void RandomSearch::by_dice() {
  constexpr std::uint64_t one_in = 24;  // a few faults in the first few dozen instants
  SearchState state = initial_state();
  while (can_go_on(state)) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) return finish(state);
    if (undecided()) {
      decide(dice_.below(2) == 0);
      continue;
    }
    const bool strikes = may_strike(state, *at) && dice_.below(one_in) == 0;
    if (!strikes || !strike_somewhere(state, *at)) step(state, {});
  }
}

/// Follows one schedule by priorities. The steps at which faults are injected are drawn in advance.
void RandomSearch::by_priority() {
  Priorities priorities(dice_, *task_.scenario, usual_steps_);
  std::vector<std::uint64_t> strikes_at;
  for (const Allowance& allowed : task_.budget)
    for (std::uint32_t i = 0; i < 2 * allowed.count; ++i)  // twice, since a fault may also end
      strikes_at.push_back(dice_.below(usual_steps_));
  std::sort(strikes_at.begin(), strikes_at.end());
  std::size_t struck = 0;
  SearchState state = initial_state();
  std::uint64_t steps = 0;
  for (; can_go_on(state); ++steps) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) break;
    if (undecided()) {
      decide(dice_.below(2) == 0);
      continue;
    }
    if (struck < strikes_at.size() && strikes_at[struck] <= steps && may_strike(state, *at)) {
      ++struck;
      if (strike_somewhere(state, *at)) continue;
    }
    if (enabled_steps() > 1) {
      step(state, {priorities.first(world().ties(), steps)});
    } else {
      step(state, {});
    }
  }
  usual_steps_ = std::max(usual_steps_, steps);
  if (!next_at()) finish(state);
}

}  // namespace

SearchResult search_by_chance(const SearchTask& task, const Watch& watch) {
  return RandomSearch(task, watch).run();
}

}  // namespace locklab::sim
