#include "sim/explore/depth_first.h"

#include <algorithm>
#include <utility>

#include "lock/assert.h"
#include "sim/explore/before_answers.h"

namespace locklab::sim {

namespace {

/// How many branch points, from the start of a path, decide its shard.
constexpr std::uint32_t branches_that_decide = 3;

}  // namespace

void DepthFirstSearch::descend(SearchState state) {
  const std::uint64_t before = result_.counts.parts;
  const std::uint64_t given_before = given_parts_;
  follow(state);
  if (!stopped_) result_.counts.parts = before + state.parts - (given_parts_ - given_before);
}

/// Returns false if the bounds allow no further branch point; the schedule then ends here.
bool DepthFirstSearch::may_branch() {
  const bool may =
      path_.ways.size() < task_.most_branch_points && snapshots_ < task_.most_snapshot_bytes;
  cut_short_ |= !may;
  return may;
}

/// Explores from the world's state: takes steps up to the next state with several transitions, and
/// branches there.
void DepthFirstSearch::follow(SearchState& state) {
  const bool asynchronous = world().asynchronous();
  while (can_go_on(state)) {
    if (team_ && team_->hungry()) give_away();
    if (leads_ && result_.counts.transitions >= next_chance_ && !task_.all) try_chance();
    const std::optional<std::int64_t> at = next_at();
    if (!at) return finish(state);
    if (undecided()) return branch_on_time(state, *at);
    const bool may_strike = *at > world().now() || state.instant_begins || asynchronous;
    const std::vector<Strike> strikes = this->strikes(state, *at);
    const bool several = enabled_steps() > 1;
    persistent_.reset();
    if (several) {
      if (const auto number = only_step(state, strikes)) {
        if (!wake(state, bit_of(*number))) return;
        step(state, {*number});
        continue;
      }
    }
    const bool one_transition = strikes.empty() && !several;
    if ((!one_transition || (may_strike && (asynchronous || is_landmark()))) && !enter(state, *at))
      return;
    if (!one_transition) {
      if (may_branch()) branch(state, *at, strikes);
      return;
    }
    if (asynchronous && enabled_steps() == 1 && !wake(state, bit_of(0))) return;
    if (!may_lose_patience(*at)) {
      step(state, {});
      if (choice_.leaves_open()) LOCKLAB_ASSERT(choice_.made().empty());
    } else if (!step_without_decision(state)) {
      if (may_branch()) branch(state, *at, strikes);
      return;
    }
  }
}

/// Whether the next step, the only one possible at instant `at`, may let a client draw a retry
/// delay that exceeds its patience.
bool DepthFirstSearch::may_lose_patience(std::int64_t at) {
  if (!choice_.leaves_open() || task_.scenario->lock.retry_jitter <= 0us || enabled_steps() != 1)
    return false;
  const ClientId client = client_of(world().ties()[0]);
  return client != no_client && world().client(client).may_lose_patience(at);
}

/// Takes the only step. Returns false, with the step undone, if it contains a decision.
bool DepthFirstSearch::step_without_decision(SearchState& state) {
  Arena::Snapshot& before = snapshot();
  const SearchState start = state;
  const std::uint64_t transitions = result_.counts.transitions;
  if (!task_.replay) arena_.save(before);
  step(state, {});
  if (choice_.made().empty()) return true;
  state = start;
  result_.counts.transitions = transitions;
  if (records_) transitions_.pop_back();
  task_.replay ? replay(start_) : arena_.restore(before);
  enabled_steps();
  return false;
}

DepthFirstSearch::BranchPoint DepthFirstSearch::branch_point(const SearchState& state,
                                                             std::int64_t at) {
  return {state,
          at,
          snapshot(),
          path_.faults.size(),
          path_.schedule.orders.size(),
          transitions_.size(),
          path_.ways.size()};
}

/// Explores both options for an unresolved delay: it ends at the next instant, or later.
void DepthFirstSearch::branch_on_time(const SearchState& state, std::int64_t at,
                                      std::uint64_t taken) {
  if (!may_branch()) return;
  BranchPoint from = branch_point(state, at);
  from.taken = taken;
  from.parts_before = result_.counts.parts;
  from.parts_each = state.parts / (taken == 0 ? 2 : 1);
  if (!task_.replay) arena_.save(from.before);
  snapshots_ += from.before.size();
  ++depth_;
  open_.push_back(&from);
  for (const bool now : {true, false}) {
    if (stopped_ || from.given) break;
    SearchState next = set_out(from);
    decide(now);
    if (takes_next(from, next, now)) descend(std::move(next));
    backtrack(from);
  }
  open_.pop_back();
  --depth_;
  snapshots_ -= from.before.size();
}

/// The one step that may represent all enabled ones, as far as that is known before it is taken;
/// nullopt if there is none.
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

/// Explores the transitions from here that the reduction leaves: enabled steps, and faults that may
/// be injected before them.
void DepthFirstSearch::branch(const SearchState& state, std::int64_t at,
                              const std::vector<Strike>& strikes, std::uint64_t taken) {
  BranchPoint from = branch_point(state, at);
  from.taken = taken;
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
  const std::uint64_t transitions = strikes.size() + (set ? set->steps.size() : enabled_steps());
  from.parts_each = state.parts / (transitions > taken ? transitions - taken : 1);
  const bool comes_back = !set || !candidates.empty() || awake.size() + struck.size() > 1;
  if (comes_back && !task_.replay) arena_.save(from.before);
  snapshots_ += from.before.size();
  ++depth_;
  open_.push_back(&from);
  const bool timed = !world().asynchronous();
  if (explore_private_step(from, candidates, timed && !strikes.empty())) {
    if (timed) explore_strikes(from, strikes);
  } else {
    set ? explore_persistent_set(from, awake, !struck.empty())
        : explore_every_step(from, !struck.empty());
    explore_strikes(from, struck);
  }
  open_.pop_back();
  --depth_;
  snapshots_ -= from.before.size();
}

Arena::Snapshot& DepthFirstSearch::snapshot() {
  if (depth_ == kept_.size()) kept_.emplace_back();
  return kept_[depth_];
}

SearchState DepthFirstSearch::set_out(BranchPoint& from) {
  return_to(from);
  from.left = true;
  path_.ways.push_back(static_cast<std::uint32_t>(from.number));
  SearchState next = from.state;
  next.parts = from.parts_each;
  return next;
}

/// Resets the search to the branch point. The world itself is restored only when it is needed
/// (return_to).
void DepthFirstSearch::backtrack(BranchPoint& from) {
  std::uint64_t& parts = result_.counts.parts;  // there may be more transitions than estimated
  parts = std::min(parts, from.parts_before + from.state.parts);
  path_.faults.resize(from.faults);
  path_.schedule.orders.resize(from.deviations);
  path_.ways.pop_back();
  if (records_) transitions_.resize(from.transitions);
}

void DepthFirstSearch::return_to(BranchPoint& from) {
  if (!std::exchange(from.left, false)) return;
  task_.replay ? replay(start_) : arena_.restore(from.before);
}

/// Explores a client's step that affects nobody else: no other step is explored here, since each
/// may as well come after it. Returns false if there is no such step.
bool DepthFirstSearch::explore_private_step(BranchPoint& from,
                                            const std::vector<Reduction::Candidate>& candidates,
                                            bool strikes_follow) {
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
    if (alone) --next.steps;  // not counted: the shortest counterexample may do without it
    if (alone && takes_next(from, next, strikes_follow) && awake) descend(std::move(next));
    backtrack(from);
    if (alone) return true;
  }
  return false;
}

/// Removes the messages of symmetric clients, except those of the first in each group: before the
/// first step they are interchangeable.
void DepthFirstSearch::leave_out_alike(std::vector<std::uint32_t>& numbers) {
  std::erase_if(numbers, [&](std::uint32_t number) {
    const Timer& timer = world().ties()[number];
    if (timer.kind != TimerKind::wire) return false;
    const ClientId client = static_cast<const Exchange*>(timer.owner)->from;
    return !strikes_->symmetry().may_strike_client(index(client), {});
  });
}

/// The steps of the set that do not sleep; at the start, those of one of several symmetric clients.
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
                                              const std::vector<EnabledStep>& steps,
                                              bool strikes_follow) {
  std::uint32_t asleep = from.state.asleep;
  for (const EnabledStep& enabled : steps) {
    if (stopped_ || from.given) break;
    SearchState next = set_out(from);
    next.asleep = sleep_.after(asleep, enabled.bit);
    asleep |= enabled.bit;
    step(next, {enabled.number});
    const bool more = &enabled != &steps.back() || strikes_follow;
    if (takes_next(from, next, more)) descend(std::move(next));
    backtrack(from);
  }
}

void DepthFirstSearch::explore_every_step(BranchPoint& from, bool strikes_follow) {
  std::vector<std::uint32_t> choices;
  do {
    SearchState next = set_out(from);
    next.asleep = 0;
    step(next, choices);
    const bool more = choice_.next(choices);
    if (takes_next(from, next, more || strikes_follow)) descend(std::move(next));
    backtrack(from);
    if (!more) break;
  } while (!stopped_ && !from.given);
}

void DepthFirstSearch::explore_strikes(BranchPoint& from, const std::vector<Strike>& strikes) {
  for (const Strike& one : strikes) {
    std::vector<std::uint32_t> choices = one.choices();
    bool more = true;
    while (more && !stopped_ && !from.given) {
      SearchState next = set_out(from);
      next.asleep = 0;
      const std::size_t since = world().trace().size();
      const bool struck = strike(next, one, one.early.value_or(from.at), choices);
      more = choice_.next(choices) && (!one.order || choices.front() == *one.order);
      const bool is_new = struck && came_to_more(one, world().trace(), since);
      if (is_new && takes_next(from, next, more || &one != &strikes.back()))
        descend(std::move(next));
      backtrack(from);
    }
  }
}

/// Whether to remember this state although only one transition is possible. Few such states are
/// worth it, but every path must remember the same ones: those in which a request is about to reach
/// its node, or no step is enabled.
bool DepthFirstSearch::is_landmark() {
  if (enabled_steps() == 0) return true;
  const Timer& next = world().ties()[0];
  return next.kind == TimerKind::wire &&
         static_cast<const Exchange*>(next.owner)->stage == Stage::request;
}

/// The sleep-set bit of one of the steps that the world enumerated last.
std::uint32_t DepthFirstSearch::bit_of(std::uint32_t number) const {
  return sleep_.bit_of(now_->world.ties()[number]);
}

/// Returns false if the step sleeps here. Otherwise wakes the steps that depend on it.
bool DepthFirstSearch::wake(SearchState& state, std::uint32_t bit) const {
  if (state.asleep & bit) return false;
  state.asleep = sleep_.after(state.asleep, bit);
  return true;
}

/// Returns false if everything from here has been searched before.
bool DepthFirstSearch::enter(SearchState& state, std::int64_t at) {
  if (!task_.skip_seen_states && !task_.on_state) return true;
  Fingerprint print;
  print.add(now_->fingerprint(wanted_));
  state.spent.fingerprint(print);
  print.add(state.instant_begins);
  if (strikes_->strikes_before_answers())
    print.add(at == world().now() && world().clients_have_acted());
  print.add(std::uint64_t{budget_});
  if (task_.on_state) task_.on_state(print.value(), path_.ways);
  if (!task_.skip_seen_states) return true;
  const std::uint32_t steps = task_.kind == SearchKind::shortest ? state.steps : 0;
  const std::size_t known = seen_.size();
  bool fresh = false;
  const bool enters = team_ ? team_->enter(print.value(), steps, state.asleep, fresh)
                            : seen_.enter(print.value(), steps, state.asleep);
  entered_ += fresh || seen_.size() > known ? 1 : 0;
  return enters;
}

/// Whether the transition just taken from `from` is to be explored by this search. `more`: further
/// transitions may follow.
bool DepthFirstSearch::takes_next(BranchPoint& from, SearchState& next, bool more) {
  from.more = more;
  const std::uint64_t number = from.number++;
  return is_of_this_shard(next, number) && number >= from.taken;
}

/// Gives the rest of the branch point nearest to the root to a waiting member.
void DepthFirstSearch::give_away() {
  for (BranchPoint* const one : open_) {
    if (!one->more || one->given || one->number <= one->taken) continue;
    SearchPiece piece{*beginning_, budget_, {}, one->state, {}, one->number};
    const auto first = [](const auto& all, std::size_t count) {
      return std::decay_t<decltype(all)>(all.begin(),
                                         all.begin() + static_cast<std::ptrdiff_t>(count));
    };
    piece.way = first(transitions_, one->transitions);
    piece.path.faults = first(path_.faults, one->faults);
    piece.path.schedule.orders = first(path_.schedule.orders, one->deviations);
    piece.path.ways = first(path_.ways, one->ways);
    const std::uint64_t begun = (one->number - one->taken) * one->parts_each;
    piece.state.parts -= std::min(piece.state.parts, begun);
    given_parts_ += piece.state.parts;
    one->given = true;
    return team_->give(std::move(piece));
  }
}

bool DepthFirstSearch::is_of_this_shard(SearchState& state, std::uint64_t branch) const {
  if (state.branches == branches_that_decide) return true;
  ++state.branches;
  state.branch_hash = fingerprint_of(state.branch_hash + branch);
  return state.branches < branches_that_decide || state.branch_hash % task_.shards == task_.shard;
}

}  // namespace locklab::sim
