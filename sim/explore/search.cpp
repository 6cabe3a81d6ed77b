#include "sim/explore/search.h"

#include <algorithm>

#include "sim/dice.h"
#include "sim/explore/arena.h"
#include "sim/explore/searched.h"
#include "sim/explore/state_set.h"
#include "sim/explore/strikes.h"
#include "sim/simulate.h"

namespace locklab::sim {

namespace {

constexpr std::uint32_t steps_between_looks = 2048;
/// A trace that is rolled back stays within its first block of events.
constexpr std::size_t most_events = 30'000;

/// Shards share the work out by the ways taken at the first few places where there was a choice.
constexpr std::uint32_t branches_that_share = 3;

class Search {
 public:
  Search(const SearchTask& task, const std::function<bool(const SearchCounts&)>& watch)
      : task_(task), watch_(watch), strikes_(*task.scenario, task.budget) {
    if (!task.group_ties) probe_.ask_all_orders();
    // What is made once for the whole program must not be made in the arena.
    simulate(*task.scenario);
    Arena::Use use(arena_);
    now_ = new Searched(*task.scenario, probe_);
  }
  ~Search() {
    Arena::Use use(arena_);
    delete now_;
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  SearchResult run();

 private:
  /// What belongs to one path beside the world.
  struct Here {
    Spent spent;
    std::uint32_t steps = 0;
    std::uint32_t decisions = 0;  ///< with more than one way, as a Schedule counts them
    std::uint32_t branches = 0;   ///< of the first few, those already passed
    std::uint64_t way = 0;        ///< a hash of the ways taken there
    std::uint32_t broken = 0;     ///< properties, as bits
    bool just_struck = false;
  };

  void descend(Here here);
  void branch(const Here& here, std::int64_t at, const std::vector<Strike>& strikes);
  std::size_t ways();
  bool enter(const Here& here);
  void step(Here& here, std::vector<std::uint32_t> ways);
  void strike(Here& here, const Strike& what, std::int64_t at);
  void note_broken(Here& here);
  void finish(Here& here);
  bool mine(Here& here, std::uint64_t way) const;
  bool can_go_on(const Here& here);
  std::uint32_t deepest_useful() const;
  void roll();
  void roll_once(RandomBits& dice);

  const SearchTask& task_;
  const std::function<bool(const SearchCounts&)>& watch_;
  Strikes strikes_;
  Probe probe_;
  Arena arena_;
  Searched* now_ = nullptr;
  StateSet seen_;
  SearchResult result_;
  Path path_;
  std::uint64_t snapshots_ = 0;  ///< bytes
  bool stopped_ = false;
  bool cut_short_ = false;  ///< some schedule was longer than the bounds
  bool inner_choices_ = false;
};

SearchResult Search::run() {
  const Scenario& scenario = *task_.scenario;
  inner_choices_ = scenario.jitter > 0us;
  for (const LinkSpec& link : scenario.links) inner_choices_ = inner_choices_ || link.jitter > 0us;
  if (task_.kind == SearchKind::random) {
    roll();
  } else {
    descend({});
    result_.exhausted = !stopped_ && !cut_short_;
  }
  result_.counts.states = seen_.size();
  std::vector<std::uint64_t>& finals = result_.final_states;
  std::sort(finals.begin(), finals.end());
  finals.erase(std::unique(finals.begin(), finals.end()), finals.end());
  return std::move(result_);
}

/// Follows the schedule from where the world stands, as long as there is only one way.
void Search::descend(Here here) {
  while (can_go_on(here)) {
    const std::optional<std::int64_t> at = now_->world.next_at();
    if (!at) return finish(here);
    const bool may_strike = *at > now_->world.now() || here.just_struck;
    std::vector<Strike> strikes;
    if (may_strike) strikes = strikes_.possible(*now_, here.spent, *at);
    const bool one_way = strikes.empty() && !inner_choices_ && ways() < 2;
    if ((may_strike || !one_way) && !enter(here)) return;
    if (!one_way) return branch(here, *at, strikes);
    step(here, {});
  }
}

std::size_t Search::ways() {
  Arena::Use use(arena_);
  return now_->world.ways();
}

/// Every way from here: what may happen next, then the faults that may strike before it.
void Search::branch(const Here& here, std::int64_t at, const std::vector<Strike>& strikes) {
  Arena::Snapshot before;
  arena_.save(before);
  snapshots_ += before.size();
  const std::size_t faults = path_.faults.size();
  const std::size_t deviations = path_.schedule.size();
  const auto back = [&] {
    arena_.restore(before);
    path_.faults.resize(faults);
    path_.schedule.resize(deviations);
    path_.ways.pop_back();
  };

  std::vector<std::uint32_t> ways;
  std::uint64_t number = 0;
  do {
    Here next = here;
    path_.ways.push_back(static_cast<std::uint32_t>(number));
    step(next, ways);
    const bool more = probe_.next(ways);
    if (mine(next, number++)) descend(std::move(next));
    back();
    if (!more) break;
  } while (!stopped_);
  for (const Strike& one : strikes) {
    if (stopped_) break;
    Here next = here;
    path_.ways.push_back(static_cast<std::uint32_t>(number));
    strike(next, one, at);
    if (mine(next, number++)) descend(std::move(next));
    back();
  }
  snapshots_ -= before.size();
}

/// False: everything from here was searched before.
bool Search::enter(const Here& here) {
  if (!task_.skip_seen_states) return true;
  Fingerprint print;
  print.add(now_->fingerprint());
  here.spent.fingerprint(print);
  print.add(here.just_struck);
  return seen_.enter(print.value(), task_.kind == SearchKind::shortest ? here.steps : 0);
}

void Search::step(Here& here, std::vector<std::uint32_t> ways) {
  probe_.tell(std::move(ways));
  {
    Arena::Use use(arena_);
    now_->world.step();
    now_->judge();
  }
  for (const Probe::Made& made : probe_.made()) {
    if (made.way > 0) path_.schedule.push_back({here.decisions, made.way, made.ways});
    ++here.decisions;
  }
  here.just_struck = false;
  ++here.steps;
  ++result_.counts.transitions;
  note_broken(here);
}

void Search::strike(Here& here, const Strike& what, std::int64_t at) {
  Strikes::spend(what, here.spent, at);
  for (const Fault& fault : what.faults) {
    path_.faults.push_back(fault);
    path_.faults.back().trigger.at = Duration(at);
  }
  {
    Arena::Use use(arena_);
    now_->world.pass_until(at);
    for (const Fault& fault : what.faults) now_->world.apply(fault);
    now_->judge();
  }
  here.just_struck = true;
  ++here.steps;
  ++result_.counts.transitions;
  note_broken(here);
}

void Search::note_broken(Here& here) {
  const std::uint32_t broken = now_->checker.broken(now_->world.now()).bits() & task_.wanted.bits();
  const std::uint32_t fresh = broken & ~here.broken;
  here.broken = broken;
  for (std::size_t i = 0; fresh >> i != 0; ++i) {
    if (!(fresh >> i & 1)) continue;
    std::optional<Path>& best = result_.broken[i];
    if (best && best->steps <= here.steps) continue;
    best = path_;
    best->steps = here.steps;
  }
}

void Search::finish(Here& here) {
  note_broken(here);
  ++result_.counts.executions;
  if (task_.all) result_.final_states.push_back(now_->fingerprint());
  if (result_.counts.executions >= task_.most_executions) stopped_ = true;
}

bool Search::mine(Here& here, std::uint64_t way) const {
  if (here.branches == branches_that_share) return true;
  ++here.branches;
  here.way = fingerprint_of(here.way + way);
  return here.branches < branches_that_share || here.way % task_.shards == task_.shard;
}

/// Nothing that is worth looking for can lie deeper.
std::uint32_t Search::deepest_useful() const {
  if (task_.all) return UINT32_MAX;
  std::uint32_t deepest = 0;
  for (std::size_t i = 0; i < property_count; ++i) {
    if (!task_.wanted.has(static_cast<Property>(i))) continue;
    const std::optional<Path>& best = result_.broken[i];
    if (!best) return UINT32_MAX;
    if (task_.kind == SearchKind::shortest) deepest = std::max(deepest, best->steps);
  }
  return deepest;
}

bool Search::can_go_on(const Here& here) {
  SearchCounts& counts = result_.counts;
  counts.depth = std::max(counts.depth, here.steps);
  if (counts.transitions % steps_between_looks == 0 && watch_) {
    counts.states = seen_.size();
    counts.memory = std::max<std::uint64_t>(counts.memory, seen_.memory() + snapshots_);
    if (!watch_(counts)) stopped_ = true;
  }
  if (seen_.size() >= task_.most_states) stopped_ = true;
  if (stopped_) return false;
  if (here.steps >= task_.most_steps || now_->world.trace().size() >= most_events) {
    cut_short_ = true;
    return false;
  }
  return here.steps < deepest_useful();
}

/// One schedule after the other, each by the next of the seed's numbers.
void Search::roll() {
  Arena::Snapshot start;
  arena_.save(start);
  RandomBits dice(fingerprint_of(task_.seed * task_.shards + task_.shard));
  probe_.roll(&dice);
  while (!stopped_ && deepest_useful() == UINT32_MAX) {
    roll_once(dice);
    arena_.restore(start);
    path_ = {};
  }
}

void Search::roll_once(RandomBits& dice) {
  constexpr std::uint64_t one_in = 24;  // a few faults in the first few dozen instants
  Here here;
  while (can_go_on(here)) {
    const std::optional<std::int64_t> at = now_->world.next_at();
    if (!at) return finish(here);
    if (*at > now_->world.now() && dice.below(one_in) == 0) {
      const std::vector<Strike> strikes = strikes_.possible(*now_, here.spent, *at);
      if (!strikes.empty()) strike(here, strikes[dice.below(strikes.size())], *at);
    }
    step(here, {});
  }
}

}  // namespace

std::string_view name(SearchKind kind) {
  switch (kind) {
    case SearchKind::exhaustive:
      return "exhaustive";
    case SearchKind::shortest:
      return "shortest";
    default:
      return "random";
  }
}

SearchResult merged(std::vector<SearchResult> shards) {
  SearchResult all = std::move(shards.front());
  for (std::size_t s = 1; s < shards.size(); ++s) {
    const SearchResult& one = shards[s];
    all.counts.states += one.counts.states;
    all.counts.transitions += one.counts.transitions;
    all.counts.executions += one.counts.executions;
    all.counts.depth = std::max(all.counts.depth, one.counts.depth);
    all.counts.memory += one.counts.memory;
    all.exhausted = all.exhausted && one.exhausted;
    for (std::size_t i = 0; i < property_count; ++i)
      if (one.broken[i] && (!all.broken[i] || one.broken[i]->before(*all.broken[i])))
        all.broken[i] = one.broken[i];
  }
  return all;
}

SearchResult search(const SearchTask& task, const std::function<bool(const SearchCounts&)>& watch) {
  return Search(task, watch).run();
}

}  // namespace locklab::sim
