#include "sim/explore/search_driver.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "sim/explore/before_answers.h"
#include "sim/explore/search_team.h"

namespace locklab::sim {

namespace {

/// In a large world a step takes longer, roughly in proportion to its bytes.
constexpr std::size_t most_steps_between_looks = 2048;
constexpr std::size_t bytes_between_looks = std::size_t{64} << 20;
constexpr std::size_t most_events = 30'000;  // per schedule

}  // namespace

SearchDriver::SearchDriver(const SearchTask& task, const Watch& watch)
    : task_(task), watch_(watch), wanted_(task.wanted), records_(task.replay) {
  if (!task.group_ties) choice_.ask_all_orders();
  if (task.scenario->semantics == Semantics::timed)
    choice_.leave_times_open(task.sizes ? us(task.sizes->end_every) : 0);
  build_world({});
}

SearchDriver::~SearchDriver() {
  if (std::uncaught_exceptions() > 0)
    return;  // the world's state is undefined: it is freed with its arena
  Arena::Use use(arena_);
  delete now_;
}

void SearchDriver::build_world(const std::vector<std::uint32_t>& choices) {
  choice_.tell(choices);
  {
    Arena::Use use(arena_);
    delete std::exchange(now_, nullptr);
    now_ = new SearchedWorld(*task_.scenario, choice_);
  }
  built_with_ = choice_.made();
}

SearchState SearchDriver::initial_state() {
  SearchState state;
  path_ = {};
  add_decisions(state, built_with_);
  return state;
}

void SearchDriver::add_decisions(SearchState& state,
                                 const std::vector<GuidedChoice::Decision>& made) {
  for (const GuidedChoice::Decision& one : made) {
    if (!one.of_order) continue;
    if (one.chosen > 0) path_.schedule.orders.push_back({state.decisions, one.chosen, one.options});
    ++state.decisions;
  }
  LOCKLAB_ASSERT(state.decisions == world().orders_chosen());
}

std::optional<std::int64_t> SearchDriver::next_at() {
  Arena::Use use(arena_);
  return world().next_at();
}

std::size_t SearchDriver::enabled_steps() {
  Arena::Use use(arena_);
  return world().ways();
}

bool SearchDriver::apply(const Transition& taken) {
  choice_.tell(taken.choices);
  Arena::Use use(arena_);
  bool struck = true;
  // Ends the durations that need no decision. The search has done so already, a replay has not.
  world().undecided();
  if (taken.time_is_over) {
    world().decide(*taken.time_is_over);
  } else if (taken.strikes.empty()) {
    world().step();
  } else if (taken.before_answer) {
    struck = world().step_and_strike(taken.strikes.front().trigger.node, taken.strikes);
  } else {
    world().pass_until(taken.at);
    for (const Fault& fault : taken.strikes) world().apply(fault);
  }
  LOCKLAB_ASSERT(choice_.followed());
  now_->judge();
  return struck;
}

void SearchDriver::replay(const Arena::Snapshot& start) {
  arena_.restore(start);
  for (const Transition& one : transitions_) apply(one);
}

void SearchDriver::step(SearchState& state, std::vector<std::uint32_t> choices) {
  const Transition taken{std::move(choices), {}, 0, false, {}};
  apply(taken);
  if (records_) transitions_.push_back(taken);
  add_decisions(state, choice_.made());
  state.instant_begins = false;
  ++state.steps;
  ++result_.counts.transitions;
  note_broken(state);
}

bool SearchDriver::undecided() {
  Arena::Use use(arena_);
  return world().undecided();
}

void SearchDriver::decide(bool now) {
  const Transition taken{{}, {}, 0, false, now};
  apply(taken);
  if (records_) transitions_.push_back(taken);
  ++result_.counts.transitions;
}

bool SearchDriver::strike(SearchState& state, const Strike& what, std::int64_t at,
                          std::vector<std::uint32_t> choices) {
  std::optional<SpentBudget> unspent;
  if (what.before_answer) unspent = state.spent;
  const std::size_t faults = path_.faults.size();
  Strikes::spend(what, state.spent, at);
  for (const Fault& fault : what.faults) {
    path_.faults.push_back(fault);
    if (!what.before_answer)
      path_.faults.back().trigger.at =
          Duration(world().asynchronous() ? world().steps_as_time() : at);
  }
  const Transition taken{std::move(choices), what.faults, at, what.before_answer, {}};
  StrikeTally tally = result_.struck;
  if (what.allowance != Strike::none)
    tally.count(strikes_->kind_of(what), what.faults.front(), *now_);
  const std::size_t since = world().trace().size();
  const bool struck = apply(taken);
  if (struck) {
    if (!what.before_answer || came_to_more(what, world().trace(), since)) result_.struck = tally;
  } else {
    state.spent = std::move(*unspent);
    path_.faults.resize(faults);
  }
  if (records_) transitions_.push_back(taken);
  add_decisions(state, choice_.made());
  state.instant_begins = !what.before_answer;
  const std::uint32_t steps = what.before_answer && struck ? 2 : 1;
  state.steps += steps;
  result_.counts.transitions += steps;
  note_broken(state);
  return struck;
}

std::vector<Strike> SearchDriver::strikes(const SearchState& state, std::int64_t at) {
  std::vector<Strike> all;
  if (at > world().now() || state.instant_begins || world().asynchronous())
    all = strikes_->possible(*now_, state.spent, at);
  strikes_->add_early_ends(*now_, state.spent, at, all);
  if (strikes_->strikes_before_answers()) {
    enabled_steps();
    strikes_->add_before_answers(*now_, state.spent, at, all);
  }
  if (task_.while_held)
    std::erase_if(all, [&](const Strike& one) {
      return one.ends == Strike::none &&
             !strikes_somebody_in(Phase::hold, one.faults.front(), *now_);
    });
  return all;
}

void SearchDriver::note_broken(SearchState& state) {
  const std::uint32_t broken = now_->checker.broken(world().now()).bits() & wanted_.bits();
  const std::uint32_t fresh = broken & ~state.broken;
  state.broken = broken;
  if (fresh == 0 || (task_.accepts && !task_.accepts(world().trace()))) return;
  for (std::size_t i = 0; fresh >> i != 0; ++i) {
    if (!(fresh >> i & 1)) continue;
    path_.strikes = state.spent.strikes();
    path_.steps = state.steps;
    path_.schedule.draws = world().open_times().draws();
    std::optional<Path>& best = result_.broken[i];
    if (best && !path_.simpler(*best)) continue;
    best = path_;
    if (team_) team_->note(i, path_, false);
  }
}

/// Notes which properties applied. Computing a verdict is expensive, so if some property never
/// applies, not every schedule is judged.
void SearchDriver::note_applied() {
  constexpr std::uint64_t asked_each = 1'000;
  constexpr std::uint64_t then_one_in = 64;
  const std::uint64_t executions = result_.counts.executions;
  if (executions > asked_each && executions % then_one_in != 0) return;
  if ((task_.wanted.bits() & ~result_.applied.bits()) == 0) return;
  for (const Verdict& verdict : now_->checker.verdicts(world().trace()))
    if (verdict.kept != Kept::not_applicable)
      result_.applied = result_.applied | Properties{verdict.property};
}

void SearchDriver::finish(SearchState& state) {
  {
    Arena::Use use(arena_);
    if (task_.all) world().let_nodes_finish();
    world().tell_final_resource();
    now_->judge();
  }
  note_broken(state);
  ++result_.counts.executions;
  result_.ended = result_.ended || world().everybody_ended();
  result_.used_series = choice_.used_series();
  note_applied();
  if (task_.on_final) task_.on_final(world().trace(), Properties(state.broken));
  if (task_.all) {
    for (std::size_t i = 0; i < property_count; ++i) {
      const auto property = static_cast<Property>(i);
      if (task_.wanted.has(property))
        result_.final_states.push_back(fingerprint_of(now_->fingerprint({property}) + i));
    }
    if (task_.on_state) task_.on_state(now_->fingerprint(task_.wanted), path_.ways);
  }
  if (result_.counts.executions >= task_.most_executions) stopped_ = true;
}

std::uint32_t SearchDriver::deepest_useful() const {
  if (task_.all) return UINT32_MAX;
  if (goals_) return deepest_goal();
  // The random search may order independent events differently, and need fewer steps.
  constexpr std::uint32_t more_than_by_chance = 16;
  std::uint32_t deepest = 0;
  for (std::size_t i = 0; i < property_count; ++i) {
    if (!wanted_.has(static_cast<Property>(i))) continue;
    const std::uint32_t best = steps_of_best(i);
    const std::uint32_t chance = steps_by_chance(i);
    if (best == UINT32_MAX && chance == UINT32_MAX) return UINT32_MAX;
    if (task_.kind == SearchKind::shortest)
      deepest = std::max(deepest, best != UINT32_MAX ? best : chance + more_than_by_chance);
  }
  return deepest;
}

std::uint32_t SearchDriver::deepest_goal() const {
  std::uint32_t deepest = 0;
  for (std::size_t i = 0; i < property_count; ++i)
    if (!result_.broken[i] || result_.broken[i]->steps > (*goals_)[i])
      deepest = std::max(deepest, (*goals_)[i]);
  return deepest;
}

/// The number of steps of the simplest known path; UINT32_MAX if there is none.
std::uint32_t SearchDriver::steps_of_best(std::size_t property) const {
  if (team_) return team_->steps_of_best(property, false);
  const std::optional<Path>& best = result_.broken[property];
  return best ? best->steps : UINT32_MAX;
}

/// The number of steps of the random search's simplest path with no more faults than the search has
/// reached; UINT32_MAX if there is none.
std::uint32_t SearchDriver::steps_by_chance(std::size_t property) const {
  if (team_) return team_->steps_of_best(property, true);
  const std::optional<Path>& best = by_chance_[property];
  return best && best->strikes <= strikes_now_ ? best->steps : UINT32_MAX;
}

bool SearchDriver::can_go_on(const SearchState& state) {
  SearchCounts& counts = result_.counts;
  counts.depth = std::max(counts.depth, state.steps);
  if (counts.transitions >= next_look_ && watch_) {
    next_look_ = counts.transitions + std::clamp<std::size_t>(bytes_between_looks / arena_.size(),
                                                              1, most_steps_between_looks);
    counts.states = entered_;
    counts.memory = std::max<std::uint64_t>(counts.memory, seen_.memory() + snapshots_);
    if (!watch_(counts)) stopped_ = true;
  }
  if (team_ && team_->stopped()) stopped_ = true;
  if (entered_ >= task_.most_states || counts.transitions >= task_.most_transitions)
    stopped_ = true;
  if (stopped_) return false;
  if (state.steps >= task_.most_steps || world().trace().size() >= most_events) {
    cut_short_ = true;
    return false;
  }
  return state.steps < deepest_useful();
}

}  // namespace locklab::sim
