#include "sim/explore/walk.h"

#include <algorithm>
#include <utility>

namespace locklab::sim {

namespace {

constexpr std::uint32_t steps_between_looks = 2048;
/// A trace that is rolled back stays within its first block of events.
constexpr std::size_t most_events = 30'000;

}  // namespace

Walk::Walk(const SearchTask& task, const Watch& watch) : task_(task), watch_(watch) {
  if (!task.group_ties) probe_.ask_all_orders();
  begin({});
}

Walk::~Walk() {
  Arena::Use use(arena_);
  delete now_;
}

void Walk::begin(const std::vector<std::uint32_t>& ways) {
  probe_.tell(ways);
  {
    Arena::Use use(arena_);
    delete std::exchange(now_, nullptr);
    now_ = new Searched(*task_.scenario, probe_);
  }
  begun_ = probe_.made();
}

Walk::Here Walk::outset() {
  Here here;
  path_ = {};
  add_decisions(here, begun_);
  return here;
}

void Walk::add_decisions(Here& here, const std::vector<Probe::Made>& made) {
  for (const Probe::Made& one : made) {
    if (one.way > 0) path_.schedule.push_back({here.decisions, one.way, one.ways});
    ++here.decisions;
  }
}

std::optional<std::int64_t> Walk::next_at() {
  Arena::Use use(arena_);
  return world().next_at();
}

std::size_t Walk::ways() {
  Arena::Use use(arena_);
  return world().ways();
}

bool Walk::move(const Move& move) {
  probe_.tell(move.ways);
  Arena::Use use(arena_);
  bool struck = true;
  if (move.strikes.empty()) {
    world().step();
  } else if (move.before_answer) {
    struck = world().step_and_strike(move.strikes.front().trigger.node, move.strikes);
  } else {
    world().pass_until(move.at);
    for (const Fault& fault : move.strikes) world().apply(fault);
  }
  now_->judge();
  return struck;
}

void Walk::go_again(const Arena::Snapshot& start) {
  arena_.restore(start);
  for (const Move& one : moves_) move(one);
}

void Walk::step(Here& here, std::vector<std::uint32_t> ways) {
  const Move taken{std::move(ways), {}, 0, false};
  move(taken);
  if (task_.replay) moves_.push_back(taken);
  add_decisions(here, probe_.made());
  here.just_struck = false;
  ++here.steps;
  ++result_.counts.transitions;
  note_broken(here);
}

bool Walk::strike(Here& here, const Strike& what, std::int64_t at,
                  std::vector<std::uint32_t> ways) {
  std::optional<Spent> unspent;
  if (what.before_answer) unspent = here.spent;
  const std::size_t faults = path_.faults.size();
  Strikes::spend(what, here.spent, at);
  for (const Fault& fault : what.faults) {
    path_.faults.push_back(fault);
    if (!what.before_answer)
      path_.faults.back().trigger.at =
          Duration(world().asynchronous() ? world().steps_as_time() : at);
  }
  const Move taken{std::move(ways), what.faults, at, what.before_answer};
  const bool struck = move(taken);
  if (!struck) {
    here.spent = std::move(*unspent);
    path_.faults.resize(faults);
  }
  if (task_.replay) moves_.push_back(taken);
  add_decisions(here, probe_.made());
  here.just_struck = !what.before_answer;
  const std::uint32_t steps = what.before_answer && struck ? 2 : 1;
  here.steps += steps;
  result_.counts.transitions += steps;
  note_broken(here);
  return struck;
}

std::vector<Strike> Walk::strikes(const Here& here, std::int64_t at) {
  std::vector<Strike> all;
  if (at > world().now() || here.just_struck || world().asynchronous())
    all = strikes_->possible(*now_, here.spent, at);
  if (strikes_->strikes_before_answers()) {
    ways();
    strikes_->add_before_answers(*now_, here.spent, at, all);
  }
  return all;
}

void Walk::note_broken(Here& here) {
  const std::uint32_t broken = now_->checker.broken(world().now()).bits() & task_.wanted.bits();
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

/// A verdict costs words: where some property never applies, not every schedule is asked.
void Walk::note_applied() {
  constexpr std::uint64_t asked_each = 1'000;
  constexpr std::uint64_t then_one_in = 64;
  const std::uint64_t executions = result_.counts.executions;
  if (executions > asked_each && executions % then_one_in != 0) return;
  if ((task_.wanted.bits() & ~result_.applied.bits()) == 0) return;
  for (const Verdict& verdict : now_->checker.verdicts(world().trace()))
    if (verdict.kept != Kept::not_applicable)
      result_.applied = result_.applied | Properties{verdict.property};
}

void Walk::finish(Here& here) {
  note_broken(here);
  ++result_.counts.executions;
  note_applied();
  if (task_.on_final) task_.on_final(world().trace(), Properties(here.broken));
  if (task_.all) {
    {
      Arena::Use use(arena_);
      world().let_nodes_finish();
      now_->judge();
    }
    result_.final_states.push_back(now_->fingerprint(task_.wanted));
  }
  if (result_.counts.executions >= task_.most_executions) stopped_ = true;
}

/// Nothing that is worth looking for can lie deeper.
std::uint32_t Walk::deepest_useful() const {
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

bool Walk::can_go_on(const Here& here) {
  SearchCounts& counts = result_.counts;
  counts.depth = std::max(counts.depth, here.steps);
  if (counts.transitions % steps_between_looks == 0 && watch_) {
    counts.states = seen_.size();
    counts.memory = std::max<std::uint64_t>(counts.memory, seen_.memory() + snapshots_);
    if (!watch_(counts)) stopped_ = true;
  }
  if (seen_.size() >= task_.most_states) stopped_ = true;
  if (stopped_) return false;
  if (here.steps >= task_.most_steps || world().trace().size() >= most_events) {
    cut_short_ = true;
    return false;
  }
  return here.steps < deepest_useful();
}

}  // namespace locklab::sim
