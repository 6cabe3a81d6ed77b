#include <algorithm>

#include "sim/explore/priorities.h"
#include "sim/explore/walk.h"
#include "sim/world/dice.h"

namespace locklab::sim {

namespace {

/// Each schedule by the next of the seed's numbers.
class Rolls : Walk {
 public:
  Rolls(const SearchTask& task, const Watch& watch)
      : Walk(task, watch), dice_(fingerprint_of(task.seed * task.shards + task.shard)) {
    strikes_.emplace(*task.scenario, task.budget, task.before_answers);
    probe_.roll(&dice_);
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
  bool may_strike(const Here& here, std::int64_t at) {
    return at > world().now() || here.just_struck || world().asynchronous() ||
           strikes_->strikes_before_answers();
  }
  bool strike_somewhere(Here& here, std::int64_t at);

  RandomBits dice_;
  std::uint64_t usual_steps_ = 1;  ///< of the longest schedule so far
};

/// Whether that was the step, too.
bool Rolls::strike_somewhere(Here& here, std::int64_t at) {
  const std::vector<Strike> all = strikes(here, at);
  if (all.empty()) return false;
  const Strike& one = all[dice_.below(all.size())];
  strike(here, one, at, one.ways());
  return one.before_answer;
}

void Rolls::by_dice() {
  constexpr std::uint64_t one_in = 24;  // a few faults in the first few dozen instants
  Here here = outset();
  while (can_go_on(here)) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) return finish(here);
    const bool strikes = may_strike(here, *at) && dice_.below(one_in) == 0;
    if (!strikes || !strike_somewhere(here, *at)) step(here, {});
  }
}

/// Faults strike at steps that are chosen beforehand, each of the budget at one.
void Rolls::by_priority() {
  Priorities priorities(dice_, *task_.scenario, usual_steps_);
  std::vector<std::uint64_t> strikes_at;
  for (const Allowance& allowed : task_.budget)
    for (std::uint32_t i = 0; i < 2 * allowed.count; ++i)  // what strikes may end again
      strikes_at.push_back(dice_.below(usual_steps_));
  std::sort(strikes_at.begin(), strikes_at.end());
  std::size_t struck = 0;
  Here here = outset();
  std::uint64_t steps = 0;
  for (; can_go_on(here); ++steps) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) break;
    if (struck < strikes_at.size() && strikes_at[struck] <= steps && may_strike(here, *at)) {
      ++struck;
      if (strike_somewhere(here, *at)) continue;
    }
    if (ways() > 1) {
      step(here, {priorities.first(world().ties(), steps)});
    } else {
      step(here, {});
    }
  }
  usual_steps_ = std::max(usual_steps_, steps);
  if (!next_at()) finish(here);
}

}  // namespace

SearchResult search_by_chance(const SearchTask& task, const Watch& watch) {
  return Rolls(task, watch).run();
}

}  // namespace locklab::sim
