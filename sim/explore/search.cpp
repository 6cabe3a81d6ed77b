#include "sim/explore/search.h"

#include <algorithm>
#include <utility>

#include "sim/explore/depth_first.h"
#include "sim/explore/levels.h"
#include "sim/explore/symmetry.h"

namespace locklab::sim {

namespace {

/// A search runs random searches whenever its transitions have grown tenfold: one by dice and one
/// by priorities for each number of faults, each for a sixteenth of the transitions so far.
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
    seen_ = StateSet();
    search_with_strikes(++strikes_now_);
  }
  take_what_chance_found();
  result_.exhausted = !stopped_ && !cut_short_;
  if (stopped_ && team_) team_->stop();
  const std::uint64_t memory = seen_.memory() + (team_ && leads_ ? team_->memory() : 0);
  result_.counts.memory = std::max<std::uint64_t>(result_.counts.memory, memory);
  result_.counts.states = entered_;
  if (result_.exhausted) result_.counts.parts = SearchCounts::all_parts;
  std::vector<std::uint64_t>& finals = result_.final_states;
  std::sort(finals.begin(), finals.end());
  finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
  return std::move(result_);
}

/// Searches the schedules with at most `strikes` faults.
void DepthFirstSearch::search_with_strikes(std::uint32_t strikes) {
  strikes_now_ = strikes;
  budgets_ = budgets_with(strikes);
  std::uint64_t parts = SearchCounts::all_parts;
  if (!task_.all) parts = parts_of_level(parts, strikes, most_strikes_);
  const std::vector<SearchPiece> pieces = beginnings(parts);
  if (team_) return search_in_team(pieces);
  for (const SearchPiece& piece : pieces)
    if (!stopped_) search_piece(piece);
}

/// One piece for each budget and each set of choices made while the clients start.
std::vector<SearchPiece> DepthFirstSearch::beginnings(std::uint64_t parts) {
  std::vector<SearchPiece> all;
  std::vector<std::uint32_t> choices;
  do {
    build_world(choices);
    for (std::size_t budget = 0; budget < budgets_.size(); ++budget) {
      SearchPiece& piece = all.emplace_back();
      piece.beginning = choices;
      piece.budget = budget;
    }
  } while (GuidedChoice::next(built_with_, choices));
  for (SearchPiece& piece : all) piece.state.parts = parts / all.size();
  beginning_.reset();
  return all;
}

void DepthFirstSearch::search_piece(const SearchPiece& piece) {
  if (beginning_ != piece.beginning) {
    build_world(piece.beginning);
    beginning_ = piece.beginning;
    arena_.save(start_);
  }
  budget_ = piece.budget;
  const Budget& budget = budgets_[budget_];
  strikes_.emplace(*task_.scenario, budget, sizes(), task_.before_answers, strikes_now_);
  if (!task_.reduce) strikes_->tell_alike_apart();
  reduction_.emplace(*task_.scenario, budget, wanted_);
  transitions_ = piece.way;
  if (piece.taken) {
    path_ = piece.path;
    take_up(piece.state, *piece.taken);
  } else {
    SearchState start = initial_state();
    start.parts = piece.state.parts;
    descend(start);
  }
  arena_.restore(start_);
}

/// Continues another member's branch point, whose first `taken` transitions have been taken.
void DepthFirstSearch::take_up(const SearchState& state, std::uint64_t taken) {
  const std::uint64_t before = result_.counts.parts;
  const std::uint64_t given_before = given_parts_;
  for (const Transition& one : transitions_) apply(one);
  const std::int64_t at = *next_at();
  if (undecided()) {
    branch_on_time(state, at, taken);
  } else {
    const std::vector<Strike> strikes = this->strikes(state, at);
    if (enabled_steps() > 1) only_step(state, strikes);
    branch(state, at, strikes, taken);
  }
  if (!stopped_) result_.counts.parts = before + state.parts - (given_parts_ - given_before);
}

void DepthFirstSearch::search_in_team(const std::vector<SearchPiece>& pieces) {
  for (std::size_t i = 0; leads_ && i < property_count; ++i)
    if (by_chance_[i] && by_chance_[i]->strikes <= strikes_now_)
      team_->note(i, *by_chance_[i], true);
  if (team_->begin(pieces))
    while (!stopped_) {
      const auto piece = team_->take();
      if (!piece) break;
      search_piece(*piece);
    }
  if (team_->stopped()) stopped_ = true;
  if (stopped_) return team_->stop();
  for (std::size_t i = 0; i < property_count; ++i) {
    if (const auto best = team_->best(i, false)) result_.broken[i] = best;
    if (const auto best = team_->best(i, true)) by_chance_[i] = best;
  }
  if (leads_) find_the_first();
}

/// Finds the same paths as a search with one member. Which of several equally simple paths a team
/// finds first depends on timing, so this searches again, no deeper than they are.
void DepthFirstSearch::find_the_first() {
  if (task_.kind != SearchKind::shortest || task_.all) return;
  std::array<std::uint32_t, property_count> goals{};
  bool any = false;
  for (std::size_t i = 0; i < property_count; ++i)
    if (wanted_.has(static_cast<Property>(i)) && result_.broken[i]) {
      goals[i] = result_.broken[i]->steps;
      any = true;
    }
  if (!any) return;
  DepthFirstSearch again(task_, watch_);
  again.goals_ = goals;
  again.wanted_ = wanted_;
  again.most_strikes_ = most_strikes_;
  again.next_chance_ = UINT64_MAX;
  again.search_with_strikes(strikes_now_);
  for (std::size_t i = 0; i < property_count; ++i) {
    const std::optional<Path>& first = again.result_.broken[i];
    if (goals[i] > 0 && first && first->steps == goals[i]) result_.broken[i] = first;
  }
  result_.counts.transitions += again.result_.counts.transitions;
  stopped_ = stopped_ || again.stopped_;
}

/// The budgets to search one by one. In asynchronous mode, faults at different nodes are
/// independent only if none of them can use up what another one needs, so each selection of faults,
/// with the places of clock jumps, is a separate budget.
std::vector<Budget> DepthFirstSearch::budgets_with(std::uint32_t strikes) const {
  if (!task_.reduce || task_.scenario->semantics != Semantics::asynchronous) return {task_.budget};
  std::vector<Budget> all;
  for (const Budget& budget : budgets_of(task_.budget, strikes))
    for (Budget& placed : with_places(*task_.scenario, budget)) all.push_back(std::move(placed));
  return all;
}

/// Searches at random for violations that the exhaustive search would reach late: with the current
/// number of faults, and with each larger number.
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
      task.seed = task_.seed + next_chance_;  // a different seed each time
      const SearchResult found = search_by_chance(task, watch);
      result_.counts.transitions += found.counts.transitions;
      result_.counts.executions += found.counts.executions;
      result_.applied = result_.applied | found.applied;
      result_.struck.add(found.struck);
      for (std::size_t i = 0; i < property_count; ++i)
        if (found.broken[i] && (!by_chance_[i] || found.broken[i]->simpler(*by_chance_[i])))
          note_chance(i, *found.broken[i]);
    }
}

void DepthFirstSearch::note_chance(std::size_t property, const Path& path) {
  by_chance_[property] = path;
  if (team_ && path.strikes <= strikes_now_) team_->note(property, path, true);
}

/// Adopts the random search's findings that need no more faults than the search has reached, or all
/// of them if the search was stopped.
void DepthFirstSearch::take_what_chance_found() {
  for (std::size_t i = 0; i < property_count; ++i)
    if (by_chance_[i] && !result_.broken[i] && (stopped_ || by_chance_[i]->strikes <= strikes_now_))
      result_.broken[i] = by_chance_[i];
}

SearchResult search(const SearchTask& task, const Watch& watch) {
  const bool by_chance = task.kind == SearchKind::random || task.kind == SearchKind::pct;
  return by_chance ? search_by_chance(task, watch) : DepthFirstSearch(task, watch).run();
}

SearchResult search_together(const SearchTask& task, const Watch& watch, SearchTeam& team,
                             bool leads) {
  return DepthFirstSearch(task, watch, &team, leads).run();
}

}  // namespace locklab::sim
