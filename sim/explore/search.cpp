#include "sim/explore/search.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "sim/explore/before_answers.h"
#include "sim/explore/reduction.h"
#include "sim/explore/sleep.h"
#include "sim/explore/walk.h"

namespace locklab::sim {

namespace {

/// Shards share the work out by the ways taken at the first few places where there was a choice.
constexpr std::uint32_t branches_that_share = 3;

/// Every schedule, depth first, from snapshots.
class Search : Walk {
 public:
  Search(const SearchTask& task, const Watch& watch) : Walk(task, watch), sleep_(*task.scenario) {
    const Scenario& scenario = *task.scenario;
    inner_choices_ = scenario.jitter > 0us;
    for (const LinkSpec& link : scenario.links)
      inner_choices_ = inner_choices_ || link.jitter > 0us;
  }

  SearchResult run();

 private:
  /// All ways out of one state: where they begin, and how many have been gone.
  struct Fork {
    const Here& here;
    std::int64_t at;
    Arena::Snapshot& before;
    std::size_t faults;
    std::size_t deviations;
    std::size_t moves;
    std::uint64_t number = 0;
    std::uint64_t parts_before = 0;  ///< what had been searched
    std::uint64_t parts_each = 0;    ///< of each way, as far as can be told before
    bool left = false;               ///< the world stands elsewhere by now
  };

  /// One of the ways that the world has counted, and its bit in a sleep set.
  struct Way {
    std::uint32_t number;
    std::uint32_t bit;
  };

  void search_with(const Budget& budget, std::uint64_t parts);
  void descend(Here here);
  void follow(Here& here);
  std::optional<std::uint32_t> only_way(const Here& here, const std::vector<Strike>& strikes);
  void branch(const Here& here, std::int64_t at, const std::vector<Strike>& strikes);
  bool go_private_way(Fork& fork, const std::vector<Reduction::Candidate>& candidates);
  std::vector<Way> awake(const Reduction::Few& few, const Here& here);
  void go_few_ways(Fork& fork, const std::vector<Way>& ways);
  void go_everywhere(Fork& fork);
  void strike_all(Fork& fork, const std::vector<Strike>& strikes);
  Here set_out(Fork& fork);
  void come_back(Fork& fork);
  void stand_at(Fork& fork);
  Arena::Snapshot& snapshot();
  void leave_out_alike(std::vector<std::uint32_t>& ways);
  bool reduces() const { return task_.reduce && task_.group_ties && !inner_choices_; }
  bool is_landmark();
  std::uint32_t bit_of(std::uint32_t way) const;
  bool pass(Here& here, std::uint32_t bit) const;
  bool enter(Here& here, std::int64_t at);
  bool mine(Here& here, std::uint64_t way) const;

  std::optional<Reduction> reduction_;
  SleepSets sleep_;
  std::optional<Reduction::Few> few_;  ///< at the state that was looked at last
  Arena::Snapshot start_;
  std::deque<Arena::Snapshot> kept_;  ///< one for each fork on the way here, used again and again
  std::size_t forks_ = 0;
  std::uint64_t budgets_ = 0;  ///< searched so far
  bool inner_choices_ = false;
};

SearchResult Search::run() {
  std::vector<Budget> budgets{task_.budget};
  if (task_.reduce && world().asynchronous()) budgets = with_places(*task_.scenario, task_.budget);
  std::uint64_t beginnings = 1;
  for (const Probe::Made& made : begun_) beginnings *= made.ways;
  for (std::vector<std::uint32_t> ways; !stopped_;) {
    arena_.save(start_);
    for (const Budget& budget : budgets) {
      moves_.clear();
      search_with(budget, SearchCounts::all_parts / budgets.size() / beginnings);
      arena_.restore(start_);
    }
    if (!Probe::next(begun_, ways)) break;
    begin(ways);
  }
  result_.exhausted = !stopped_ && !cut_short_;
  result_.counts.states = seen_.size();
  result_.counts.memory = std::max<std::uint64_t>(result_.counts.memory, seen_.memory());
  std::vector<std::uint64_t>& finals = result_.final_states;
  std::sort(finals.begin(), finals.end());
  finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
  return std::move(result_);
}

void Search::search_with(const Budget& budget, std::uint64_t parts) {
  ++budgets_;
  strikes_.emplace(*task_.scenario, budget, task_.before_answers);
  if (!task_.reduce) strikes_->tell_alike_apart();
  reduction_.emplace(*task_.scenario, budget, task_.wanted);
  Here start = outset();
  start.parts = parts;
  descend(start);
}

void Search::descend(Here here) {
  const std::uint64_t before = result_.counts.parts;
  follow(here);
  if (!stopped_) result_.counts.parts = before + here.parts;
}

/// The schedule from where the world stands, as long as there is only one way.
void Search::follow(Here& here) {
  const bool asynchronous = world().asynchronous();
  while (can_go_on(here)) {
    const std::optional<std::int64_t> at = next_at();
    if (!at) return finish(here);
    const bool may_strike = *at > world().now() || here.just_struck || asynchronous;
    const std::vector<Strike> strikes = this->strikes(here, *at);
    const bool several = inner_choices_ || ways() > 1;
    if (several) {
      if (const auto way = only_way(here, strikes)) {
        if (!pass(here, bit_of(*way))) return;
        step(here, {*way});
        continue;
      }
    }
    const bool one_way = strikes.empty() && !several;
    if ((!one_way || (may_strike && (asynchronous || is_landmark()))) && !enter(here, *at)) return;
    if (!one_way) {
      if (forks_ < task_.most_forks) return branch(here, *at, strikes);
      cut_short_ = true;
      return;
    }
    if (asynchronous && ways() == 1 && !pass(here, bit_of(0))) return;
    step(here, {});
  }
}

/// The one of several ways that may stand for all of them, as far as that is known without going
/// it.
std::optional<std::uint32_t> Search::only_way(const Here& here,
                                              const std::vector<Strike>& strikes) {
  if (!reduces()) return std::nullopt;
  const bool asynchronous = world().asynchronous();
  if (!strikes.empty() && !asynchronous) return std::nullopt;
  if (const auto way = reduction_->reply_for_later(*now_, here.spent)) return way;
  if (!asynchronous) return std::nullopt;
  few_ = reduction_->few(*now_, here.spent);
  if (!few_ || few_->ways.size() > 1) return std::nullopt;
  const bool struck = std::any_of(strikes.begin(), strikes.end(), [&](const Strike& one) {
    return few_->has(one.faults.front().node);
  });
  return struck ? std::nullopt : std::optional(few_->ways.front());
}

/// The ways from here: what may happen next, and the faults that may strike before it.
void Search::branch(const Here& here, std::int64_t at, const std::vector<Strike>& strikes) {
  Fork fork{here, at, snapshot(), path_.faults.size(), path_.schedule.size(), moves_.size()};
  const std::optional<Reduction::Few> few = std::exchange(few_, std::nullopt);
  std::vector<Reduction::Candidate> candidates;
  if (reduces() && ways() > 1) reduction_->candidates(*now_, here.spent, candidates);
  std::vector<Way> few_ways;
  std::vector<Strike> struck = strikes;
  if (few) {
    few_ways = awake(*few, here);
    std::erase_if(struck, [&](const Strike& one) { return !few->has(one.faults.front().node); });
  }
  fork.parts_before = result_.counts.parts;
  fork.parts_each = here.parts / (strikes.size() + (few ? few->ways.size() : ways()));
  const bool comes_back = !few || !candidates.empty() || few_ways.size() + struck.size() > 1;
  if (comes_back && !task_.replay) arena_.save(fork.before);
  snapshots_ += fork.before.size();
  ++forks_;
  if (go_private_way(fork, candidates)) {
    if (!world().asynchronous()) strike_all(fork, strikes);
  } else {
    few ? go_few_ways(fork, few_ways) : go_everywhere(fork);
    strike_all(fork, struck);
  }
  --forks_;
  snapshots_ -= fork.before.size();
}

Arena::Snapshot& Search::snapshot() {
  if (forks_ == kept_.size()) kept_.emplace_back();
  return kept_[forks_];
}

Walk::Here Search::set_out(Fork& fork) {
  stand_at(fork);
  fork.left = true;
  path_.ways.push_back(static_cast<std::uint32_t>(fork.number));
  Here next = fork.here;
  next.parts = fork.parts_each;
  return next;
}

/// The world follows when it is needed here.
void Search::come_back(Fork& fork) {
  std::uint64_t& parts = result_.counts.parts;  // there may be more ways than could be told before
  parts = std::min(parts, fork.parts_before + fork.here.parts);
  path_.faults.resize(fork.faults);
  path_.schedule.resize(fork.deviations);
  path_.ways.pop_back();
  if (task_.replay) moves_.resize(fork.moves);
}

void Search::stand_at(Fork& fork) {
  if (!std::exchange(fork.left, false)) return;
  task_.replay ? go_again(start_) : arena_.restore(fork.before);
}

/// True: a client did something that is nobody else's business. What else may happen can as well
/// happen after it.
bool Search::go_private_way(Fork& fork, const std::vector<Reduction::Candidate>& candidates) {
  std::vector<std::uint32_t> bits;
  for (const Reduction::Candidate& candidate : candidates) bits.push_back(bit_of(candidate.way));
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Reduction::Candidate& candidate = candidates[i];
    Here next = set_out(fork);
    const bool awake = pass(next, bits[i]);
    const std::size_t since = world().trace().size();
    step(next, {candidate.way});
    const bool alone = reduction_->was_private(candidate, world().trace(), since);
    if (alone) --next.steps;  // a counterexample is as long without it
    if (alone && awake && mine(next, fork.number)) descend(std::move(next));
    come_back(fork);
    if (alone) {
      ++fork.number;
      return true;
    }
  }
  return false;
}

/// Before anything has happened, alike clients may change their names: only the first of them needs
/// to go first.
void Search::leave_out_alike(std::vector<std::uint32_t>& ways) {
  std::erase_if(ways, [&](std::uint32_t way) {
    const Timer& timer = world().ties()[way];
    if (timer.kind != TimerKind::wire) return false;
    const ClientId client = static_cast<const Exchange*>(timer.owner)->from;
    return !strikes_->alike().may_strike_client(index(client), {});
  });
}

/// Those of the few that do not sleep.
std::vector<Search::Way> Search::awake(const Reduction::Few& few, const Here& here) {
  std::vector<std::uint32_t> numbers = few.ways;
  if (here.steps == 0) leave_out_alike(numbers);
  std::vector<Way> ways;
  for (const std::uint32_t number : numbers) {
    const std::uint32_t bit = bit_of(number);
    if ((here.asleep & bit) == 0) ways.push_back({number, bit});
  }
  return ways;
}

void Search::go_few_ways(Fork& fork, const std::vector<Way>& ways) {
  std::uint32_t asleep = fork.here.asleep;
  for (const Way& way : ways) {
    if (stopped_) break;
    Here next = set_out(fork);
    next.asleep = sleep_.after(asleep, way.bit);
    asleep |= way.bit;
    step(next, {way.number});
    if (mine(next, fork.number++)) descend(std::move(next));
    come_back(fork);
  }
}

void Search::go_everywhere(Fork& fork) {
  std::vector<std::uint32_t> ways;
  do {
    Here next = set_out(fork);
    next.asleep = 0;
    step(next, ways);
    const bool more = probe_.next(ways);
    if (mine(next, fork.number++)) descend(std::move(next));
    come_back(fork);
    if (!more) break;
  } while (!stopped_);
}

void Search::strike_all(Fork& fork, const std::vector<Strike>& strikes) {
  for (const Strike& one : strikes) {
    std::vector<std::uint32_t> ways = one.ways();
    bool more = true;
    while (more && !stopped_) {
      Here next = set_out(fork);
      next.asleep = 0;
      const std::size_t since = world().trace().size();
      const bool struck = strike(next, one, fork.at, ways);
      more = probe_.next(ways) && (!one.order || ways.front() == *one.order);
      const bool is_new = struck && came_to_more(one, world().trace(), since);
      if (is_new && mine(next, fork.number++)) descend(std::move(next));
      come_back(fork);
    }
  }
}

/// Where only one thing can happen, few states are worth remembering, as long as every path that
/// comes by remembers the same ones: those in which a request is about to reach its node.
bool Search::is_landmark() {
  if (ways() == 0) return true;
  const Timer& next = world().ties()[0];
  return next.kind == TimerKind::wire &&
         static_cast<const Exchange*>(next.owner)->stage == Stage::request;
}

/// Of one of the ways that the world has counted last.
std::uint32_t Search::bit_of(std::uint32_t way) const {
  return sleep_.bit_of(now_->world.ties()[way]);
}

/// False: it sleeps here. Else what depends on it no longer does.
bool Search::pass(Here& here, std::uint32_t bit) const {
  if (here.asleep & bit) return false;
  here.asleep = sleep_.after(here.asleep, bit);
  return true;
}

/// False: everything from here was searched before.
bool Search::enter(Here& here, std::int64_t at) {
  if (!task_.skip_seen_states) return true;
  Fingerprint print;
  print.add(now_->fingerprint(task_.wanted));
  here.spent.fingerprint(print);
  print.add(here.just_struck);
  if (strikes_->strikes_before_answers())
    print.add(at == world().now() && world().clients_have_acted());
  print.add(budgets_);
  return seen_.enter(print.value(), task_.kind == SearchKind::shortest ? here.steps : 0,
                     here.asleep);
}

bool Search::mine(Here& here, std::uint64_t way) const {
  if (here.branches == branches_that_share) return true;
  ++here.branches;
  here.way = fingerprint_of(here.way + way);
  return here.branches < branches_that_share || here.way % task_.shards == task_.shard;
}

}  // namespace

SearchResult search(const SearchTask& task, const Watch& watch) {
  const bool by_chance = task.kind == SearchKind::random || task.kind == SearchKind::pct;
  return by_chance ? search_by_chance(task, watch) : Search(task, watch).run();
}

}  // namespace locklab::sim
