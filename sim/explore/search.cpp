#include "sim/explore/search.h"

#include <algorithm>
#include <utility>

#include "sim/explore/depth_first.h"
#include "sim/explore/levels.h"
#include "sim/explore/symmetry.h"

namespace locklab::sim {

namespace {

/// How often chance helps a search, and how long each time: a small part of what the search has
/// taken so far, by dice and by priorities, with each number of faults.
constexpr std::uint64_t next_chance_after_times = 10;
constexpr std::uint64_t chance_takes_one_in = 16;

}  // namespace

SearchResult DepthFirstSearch::run() {
  most_strikes_ = std::min(strikes_in(task_.budget), task_.most_strikes);
  strikes_now_ = task_.all ? most_strikes_ : 0;
  search_with_strikes(strikes_now_);
  while (!stopped_ && strikes_now_ < most_strikes_) {
    take_what_chance_found();
    std::uint32_t open = 0;
    for (std::size_t i = 0; i < property_count; ++i)
      open |= result_.broken[i] ? 0 : task_.wanted.bits() & 1u << i;
    if (open == 0) break;
    wanted_ = Properties(open);
    forget_states();
    build_world({});
    search_with_strikes(++strikes_now_);
  }
  take_what_chance_found();
  result_.exhausted = !stopped_ && !cut_short_;
  result_.counts.memory = std::max<std::uint64_t>(result_.counts.memory, seen_.memory());
  forget_states();
  result_.counts.states = states_before_;
  if (result_.exhausted) result_.counts.parts = SearchCounts::all_parts;
  std::vector<std::uint64_t>& finals = result_.final_states;
  std::sort(finals.begin(), finals.end());
  finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
  return std::move(result_);
}

/// Searches the schedules with at most so many faults.
void DepthFirstSearch::search_with_strikes(std::uint32_t strikes) {
  const std::vector<Budget> budgets = budgets_with(strikes);
  std::uint64_t parts = SearchCounts::all_parts;
  if (!task_.all) parts = parts_of_level(parts, strikes, most_strikes_);
  std::uint64_t beginnings = 1;
  for (const GuidedChoice::Decision& made : built_with_) beginnings *= made.options;
  for (std::vector<std::uint32_t> choices; !stopped_;) {
    arena_.save(start_);
    for (const Budget& budget : budgets) {
      transitions_.clear();
      search_with(budget, parts / budgets.size() / beginnings);
      arena_.restore(start_);
    }
    if (!GuidedChoice::next(built_with_, choices)) break;
    build_world(choices);
  }
}

/// Where time stands still, faults at different nodes are independent only if none of them can use
/// up what another one needs. So each of the budgets is a search of its own there.
std::vector<Budget> DepthFirstSearch::budgets_with(std::uint32_t strikes) const {
  if (!task_.reduce || task_.scenario->semantics != Semantics::asynchronous) return {task_.budget};
  std::vector<Budget> all;
  for (const Budget& budget : budgets_of(task_.budget, strikes))
    for (Budget& placed : with_places(*task_.scenario, budget)) all.push_back(std::move(placed));
  return all;
}

void DepthFirstSearch::forget_states() {
  states_before_ += seen_.size();
  seen_ = StateSet();
}

/// Looks by chance for what the search would come to late: with as many faults as it has come to,
/// and with each further one.
void DepthFirstSearch::try_chance() {
  const std::uint64_t transitions = next_chance_ / chance_takes_one_in;
  next_chance_ *= next_chance_after_times;
  const Watch watch = [&](const SearchCounts&) {
    if (watch_ && !watch_(result_.counts)) stopped_ = true;
    return !stopped_;
  };
  for (std::uint32_t strikes = strikes_now_; strikes <= most_strikes_; ++strikes)
    for (const SearchKind kind : {SearchKind::random, SearchKind::pct}) {
      if (stopped_) return;
      SearchTask task = task_;
      task.kind = kind;
      task.wanted = wanted_;
      task.most_strikes = strikes;
      task.most_transitions = transitions;
      task.seed = task_.seed + next_chance_;  // other dice each time
      const SearchResult found = search_by_chance(task, watch);
      result_.counts.transitions += found.counts.transitions;
      result_.counts.executions += found.counts.executions;
      result_.applied = result_.applied | found.applied;
      result_.struck.add(found.struck);
      for (std::size_t i = 0; i < property_count; ++i)
        if (found.broken[i] && (!by_chance_[i] || found.broken[i]->simpler(*by_chance_[i])))
          by_chance_[i] = found.broken[i];
    }
}

/// What chance alone has found counts as long as the search has not come to more faults.
void DepthFirstSearch::take_what_chance_found() {
  for (std::size_t i = 0; i < property_count; ++i)
    if (by_chance_[i] && !result_.broken[i] && (stopped_ || by_chance_[i]->strikes <= strikes_now_))
      result_.broken[i] = by_chance_[i];
}

void DepthFirstSearch::search_with(const Budget& budget, std::uint64_t parts) {
  ++budgets_;
  strikes_.emplace(*task_.scenario, budget, sizes(), task_.before_answers, strikes_now_);
  if (!task_.reduce) strikes_->tell_alike_apart();
  reduction_.emplace(*task_.scenario, budget, wanted_);
  SearchState start = initial_state();
  start.parts = parts;
  descend(start);
}

SearchResult search(const SearchTask& task, const Watch& watch) {
  const bool by_chance = task.kind == SearchKind::random || task.kind == SearchKind::pct;
  return by_chance ? search_by_chance(task, watch) : DepthFirstSearch(task, watch).run();
}

}  // namespace locklab::sim
