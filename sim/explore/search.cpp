#include "sim/explore/search.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "sim/explore/before_answers.h"
#include "sim/explore/reduction.h"
#include "sim/explore/search_driver.h"
#include "sim/explore/sleep_sets.h"

namespace locklab::sim {

namespace {

/// The first branch points of a path decide to which shard it belongs.
constexpr std::uint32_t branches_that_decide = 3;

/// Explores every schedule, depth first, and returns to each branch point by its snapshot.
class DepthFirstSearch : SearchDriver {
 public:
  DepthFirstSearch(const SearchTask& task, const Watch& watch)
      : SearchDriver(task, watch), sleep_(*task.scenario) {}

  SearchResult run();

 private:
  /// A state with several transitions out of it, and how many of them have been explored.
  struct BranchPoint {
    const SearchState& state;
    std::int64_t at;
    Arena::Snapshot& before;
    std::size_t faults;
    std::size_t deviations;
    std::size_t transitions;
    std::uint64_t number = 0;
    std::uint64_t parts_before = 0;  ///< what had been searched
    std::uint64_t parts_each = 0;    ///< of each transition, as far as can be told before
    bool left = false;               ///< the world is in another state by now
  };

  /// One of the steps that are enabled, by the world's count, and its bit in a sleep set.
  struct EnabledStep {
    std::uint32_t number;
    std::uint32_t bit;
  };

  void search_with(const Budget& budget, std::uint64_t parts);
  void descend(SearchState state);
  void follow(SearchState& state);
  std::optional<std::uint32_t> only_step(const SearchState& state,
                                         const std::vector<Strike>& strikes);
  void branch_on_time(const SearchState& state, std::int64_t at);
  void branch(const SearchState& state, std::int64_t at, const std::vector<Strike>& strikes);
  bool explore_private_step(BranchPoint& from, const std::vector<Reduction::Candidate>& candidates);
  std::vector<EnabledStep> awake_steps(const Reduction::PersistentSet& set,
                                       const SearchState& state);
  void explore_persistent_set(BranchPoint& from, const std::vector<EnabledStep>& steps);
  void explore_every_step(BranchPoint& from);
  void explore_strikes(BranchPoint& from, const std::vector<Strike>& strikes);
  SearchState set_out(BranchPoint& from);
  void backtrack(BranchPoint& from);
  void return_to(BranchPoint& from);
  Arena::Snapshot& snapshot();
  void leave_out_alike(std::vector<std::uint32_t>& numbers);
  bool reduces() const { return task_.reduce && task_.group_ties; }
  bool is_landmark();
  std::uint32_t bit_of(std::uint32_t number) const;
  bool wake(SearchState& state, std::uint32_t bit) const;
  bool enter(SearchState& state, std::int64_t at);
  bool is_of_this_shard(SearchState& state, std::uint64_t branch) const;

  std::optional<Reduction> reduction_;
  SleepSets sleep_;
  std::optional<Reduction::PersistentSet> persistent_;  ///< at the state that was looked at last
  Arena::Snapshot start_;
  std::deque<Arena::Snapshot>
      kept_;                   ///< one for each branch point of the path, used again and again
  std::size_t depth_ = 0;      ///< branch points of the path
  std::uint64_t budgets_ = 0;  ///< searched so far
};

SearchResult DepthFirstSearch::run() {
  std::vector<Budget> budgets{task_.budget};
  if (task_.reduce && world().asynchronous()) budgets = with_places(*task_.scenario, task_.budget);
  std::uint64_t beginnings = 1;
  for (const GuidedChoice::Decision& made : built_with_) beginnings *= made.options;
  for (std::vector<std::uint32_t> choices; !stopped_;) {
    arena_.save(start_);
    for (const Budget& budget : budgets) {
      transitions_.clear();
      search_with(budget, SearchCounts::all_parts / budgets.size() / beginnings);
      arena_.restore(start_);
    }
    if (!GuidedChoice::next(built_with_, choices)) break;
    build_world(choices);
  }
  result_.exhausted = !stopped_ && !cut_short_;
  result_.counts.states = seen_.size();
  result_.counts.memory = std::max<std::uint64_t>(result_.counts.memory, seen_.memory());
  std::vector<std::uint64_t>& finals = result_.final_states;
  std::sort(finals.begin(), finals.end());
  finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
  return std::move(result_);
}

void DepthFirstSearch::search_with(const Budget& budget, std::uint64_t parts) {
  ++budgets_;
  strikes_.emplace(*task_.scenario, budget, task_.before_answers);
  if (!task_.reduce) strikes_->tell_alike_apart();
  reduction_.emplace(*task_.scenario, budget, task_.wanted);
  SearchState start = initial_state();
  start.parts = parts;
  descend(start);
}

void DepthFirstSearch::descend(SearchState state) {
  const std::uint64_t before = result_.counts.parts;
  follow(state);
  if (!stopped_) result_.counts.parts = before + state.parts;
}

/// Explores from the state of the world: straight on to the next state with several transitions.
void DepthFirstSearch::follow(SearchState& state) {
  const bool asynchronous = world().asynchronous();
  while (can_go_on(state)) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) return finish(state);
    const bool deep = depth_ == task_.most_branch_points;
    const bool open = undecided();
    if (open && !deep) return branch_on_time(state, *at);
    const bool may_strike = *at > world().now() || state.just_struck || asynchronous;
    const std::vector<Strike> strikes = this->strikes(state, *at);
    const bool several = enabled_steps() > 1;
    if (several) {
      if (const auto number = only_step(state, strikes)) {
        if (!wake(state, bit_of(*number))) return;
        step(state, {*number});
        continue;
      }
    }
    const bool one_transition = strikes.empty() && !several && !open;
    if ((!one_transition || (may_strike && (asynchronous || is_landmark()))) && !enter(state, *at))
      return;
    if (!one_transition) {
      if (!deep) return branch(state, *at, strikes);
      cut_short_ = true;
      return;
    }
    if (asynchronous && enabled_steps() == 1 && !wake(state, bit_of(0))) return;
    if (may_lose_patience()) {
      if (!step_without_decision(state, snapshot(), start_)) return branch(state, *at, strikes);
    } else {
      step(state, {});
    }
  }
}

/// Explores both: a time that was left open is over at the next instant, or later.
void DepthFirstSearch::branch_on_time(const SearchState& state, std::int64_t at) {
  const std::size_t orders = path_.schedule.orders.size();
  BranchPoint from{state, at, snapshot(), path_.faults.size(), orders, transitions_.size()};
  from.parts_before = result_.counts.parts;
  from.parts_each = state.parts / 2;
  if (!task_.replay) arena_.save(from.before);
  snapshots_ += from.before.size();
  ++depth_;
  for (const bool now : {true, false}) {
    if (stopped_) break;
    SearchState next = set_out(from);
    decide(now);
    if (is_of_this_shard(next, from.number++)) descend(std::move(next));
    backtrack(from);
  }
  --depth_;
  snapshots_ -= from.before.size();
}

/// The one of several steps that may stand for all of them, as far as that is known before it is
/// taken.
std::optional<std::uint32_t> DepthFirstSearch::only_step(const SearchState& state,
                                                         const std::vector<Strike>& strikes) {
  if (!reduces()) return std::nullopt;
  const bool asynchronous = world().asynchronous();
  if (!strikes.empty() && !asynchronous) return std::nullopt;
  if (const auto reply = reduction_->reply_for_later(*now_, state.spent)) return reply;
  if (!asynchronous) return std::nullopt;
  persistent_ = reduction_->persistent_set(*now_, state.spent);
  if (!persistent_ || persistent_->steps.size() > 1) return std::nullopt;
  const bool struck = std::any_of(strikes.begin(), strikes.end(), [&](const Strike& one) {
    return persistent_->has(one.faults.front().node);
  });
  return struck ? std::nullopt : std::optional(persistent_->steps.front());
}

/// Explores every transition from here: what may happen next, and the faults that may strike before
/// it.
void DepthFirstSearch::branch(const SearchState& state, std::int64_t at,
                              const std::vector<Strike>& strikes) {
  const std::size_t orders = path_.schedule.orders.size();
  BranchPoint from{state, at, snapshot(), path_.faults.size(), orders, transitions_.size()};
  const std::optional<Reduction::PersistentSet> set = std::exchange(persistent_, std::nullopt);
  std::vector<Reduction::Candidate> candidates;
  if (reduces() && enabled_steps() > 1) reduction_->candidates(*now_, state.spent, candidates);
  std::vector<EnabledStep> awake;
  std::vector<Strike> struck = strikes;
  if (set) {
    awake = awake_steps(*set, state);
    std::erase_if(struck, [&](const Strike& one) { return !set->has(one.faults.front().node); });
  }
  from.parts_before = result_.counts.parts;
  from.parts_each = state.parts / (strikes.size() + (set ? set->steps.size() : enabled_steps()));
  const bool comes_back = !set || !candidates.empty() || awake.size() + struck.size() > 1;
  if (comes_back && !task_.replay) arena_.save(from.before);
  snapshots_ += from.before.size();
  ++depth_;
  if (explore_private_step(from, candidates)) {
    if (!world().asynchronous()) explore_strikes(from, strikes);
  } else {
    set ? explore_persistent_set(from, awake) : explore_every_step(from);
    explore_strikes(from, struck);
  }
  --depth_;
  snapshots_ -= from.before.size();
}

Arena::Snapshot& DepthFirstSearch::snapshot() {
  if (depth_ == kept_.size()) kept_.emplace_back();
  return kept_[depth_];
}

SearchDriver::SearchState DepthFirstSearch::set_out(BranchPoint& from) {
  return_to(from);
  from.left = true;
  path_.ways.push_back(static_cast<std::uint32_t>(from.number));
  SearchState next = from.state;
  next.parts = from.parts_each;
  return next;
}

/// The world itself returns when it is needed here (return_to).
void DepthFirstSearch::backtrack(BranchPoint& from) {
  std::uint64_t& parts = result_.counts.parts;  // there may be more transitions than could be told
  parts = std::min(parts, from.parts_before + from.state.parts);
  path_.faults.resize(from.faults);
  path_.schedule.orders.resize(from.deviations);
  path_.ways.pop_back();
  if (task_.replay) transitions_.resize(from.transitions);
}

void DepthFirstSearch::return_to(BranchPoint& from) {
  if (!std::exchange(from.left, false)) return;
  task_.replay ? replay(start_) : arena_.restore(from.before);
}

/// True: some client's step concerns nobody else, and everything else may as well happen after it.
bool DepthFirstSearch::explore_private_step(BranchPoint& from,
                                            const std::vector<Reduction::Candidate>& candidates) {
  std::vector<std::uint32_t> bits;
  for (const Reduction::Candidate& candidate : candidates) bits.push_back(bit_of(candidate.step));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Reduction::Candidate& candidate = candidates[i];
    SearchState next = set_out(from);
    const bool awake = wake(next, bits[i]);
    const std::size_t since = world().trace().size();
    step(next, {candidate.step});
    const bool patience = std::any_of(choice_.made().begin(), choice_.made().end(),
                                      [](const auto& made) { return !made.of_order; });
    const bool alone = !patience && reduction_->was_private(candidate, world().trace(), since);
    if (alone) --next.steps;  // a counterexample is as long without it
    if (alone && awake && is_of_this_shard(next, from.number)) descend(std::move(next));
    backtrack(from);
    if (alone) {
      ++from.number;
      return true;
    }
  }
  return false;
}

/// Before anything has happened, clients that are alike can exchange their names: only the first of
/// them needs to go first.
void DepthFirstSearch::leave_out_alike(std::vector<std::uint32_t>& numbers) {
  std::erase_if(numbers, [&](std::uint32_t number) {
    const Timer& timer = world().ties()[number];
    if (timer.kind != TimerKind::wire) return false;
    const ClientId client = static_cast<const Exchange*>(timer.owner)->from;
    return !strikes_->symmetry().may_strike_client(index(client), {});
  });
}

/// The steps of the set that do not sleep.
std::vector<DepthFirstSearch::EnabledStep> DepthFirstSearch::awake_steps(
    const Reduction::PersistentSet& set, const SearchState& state) {
  std::vector<std::uint32_t> numbers = set.steps;
  if (state.steps == 0) leave_out_alike(numbers);
  std::vector<EnabledStep> steps;
  for (const std::uint32_t number : numbers) {
    const std::uint32_t bit = bit_of(number);
    if ((state.asleep & bit) == 0) steps.push_back({number, bit});
  }
  return steps;
}

void DepthFirstSearch::explore_persistent_set(BranchPoint& from,
                                              const std::vector<EnabledStep>& steps) {
  std::uint32_t asleep = from.state.asleep;
  for (const EnabledStep& enabled : steps) {
    if (stopped_) break;
    SearchState next = set_out(from);
    next.asleep = sleep_.after(asleep, enabled.bit);
    asleep |= enabled.bit;
    step(next, {enabled.number});
    if (is_of_this_shard(next, from.number++)) descend(std::move(next));
    backtrack(from);
  }
}

void DepthFirstSearch::explore_every_step(BranchPoint& from) {
  std::vector<std::uint32_t> choices;
  do {
    SearchState next = set_out(from);
    next.asleep = 0;
    step(next, choices);
    const bool more = choice_.next(choices);
    if (is_of_this_shard(next, from.number++)) descend(std::move(next));
    backtrack(from);
    if (!more) break;
  } while (!stopped_);
}

void DepthFirstSearch::explore_strikes(BranchPoint& from, const std::vector<Strike>& strikes) {
  for (const Strike& one : strikes) {
    std::vector<std::uint32_t> choices = one.choices();
    bool more = true;
    while (more && !stopped_) {
      SearchState next = set_out(from);
      next.asleep = 0;
      const std::size_t since = world().trace().size();
      const bool struck = strike(next, one, from.at, choices);
      more = choice_.next(choices) && (!one.order || choices.front() == *one.order);
      const bool is_new = struck && came_to_more(one, world().trace(), since);
      if (is_new && is_of_this_shard(next, from.number++)) descend(std::move(next));
      backtrack(from);
    }
  }
}

/// Where only one thing can happen, few states are worth remembering, but every path that passes
/// must remember the same ones: those in which a request is about to reach its node.
bool DepthFirstSearch::is_landmark() {
  if (enabled_steps() == 0) return true;
  const Timer& next = world().ties()[0];
  return next.kind == TimerKind::wire &&
         static_cast<const Exchange*>(next.owner)->stage == Stage::request;
}

/// The bit of one of the steps that the world has counted last.
std::uint32_t DepthFirstSearch::bit_of(std::uint32_t number) const {
  return sleep_.bit_of(now_->world.ties()[number]);
}

/// False: the step sleeps here. Otherwise whatever depends on it wakes.
bool DepthFirstSearch::wake(SearchState& state, std::uint32_t bit) const {
  if (state.asleep & bit) return false;
  state.asleep = sleep_.after(state.asleep, bit);
  return true;
}

/// False: everything from here has been searched before.
bool DepthFirstSearch::enter(SearchState& state, std::int64_t at) {
  if (!task_.skip_seen_states) return true;
  Fingerprint print;
  print.add(now_->fingerprint(task_.wanted));
  state.spent.fingerprint(print);
  print.add(state.just_struck);
  if (strikes_->strikes_before_answers())
    print.add(at == world().now() && world().clients_have_acted());
  print.add(budgets_);
  return seen_.enter(print.value(), task_.kind == SearchKind::shortest ? state.steps : 0,
                     state.asleep);
}

bool DepthFirstSearch::is_of_this_shard(SearchState& state, std::uint64_t branch) const {
  if (state.branches == branches_that_decide) return true;
  ++state.branches;
  state.branch_hash = fingerprint_of(state.branch_hash + branch);
  return state.branches < branches_that_decide || state.branch_hash % task_.shards == task_.shard;
}

}  // namespace

SearchResult search(const SearchTask& task, const Watch& watch) {
  const bool by_chance = task.kind == SearchKind::random || task.kind == SearchKind::pct;
  return by_chance ? search_by_chance(task, watch) : DepthFirstSearch(task, watch).run();
}

}  // namespace locklab::sim
