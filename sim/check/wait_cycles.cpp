#include "sim/check/wait_cycles.h"

#include <algorithm>
#include <utility>

namespace locklab::sim {

namespace {

using Waits = std::vector<WaitCycles::Wait>;
using Cell = LockStates::Engagements::Cell;

template <class Visit>
void each_engagement(const LockStates& locks, Visit visit) {
  for (std::uint32_t at = 0; at < locks.engagements().size(); ++at)
    if (const Cell& cell = locks.engagements()[at]; cell.client != no_client) visit(cell);
}

auto wait_of(const Waits& waits, ClientId client) {
  return std::find_if(waits.begin(), waits.end(),
                      [client](const WaitCycles::Wait& one) { return one.client == client; });
}

/// The waits of clients that are not paused and reach the nodes they need, so that only holders
/// keep them waiting.
Waits waits_in(const LockStates& locks) {
  Waits waits;
  each_engagement(locks, [&](const Cell& cell) {
    if (cell.value.waits() && cell.value.able) waits.push_back({cell.client, cell.name});
  });
  return waits;
}

/// The waits that cannot end: for locks that are held, and only by clients whose waits cannot end.
Waits stuck_ones(Waits waits, const LockStates& locks) {
  const auto may_end = [&](const WaitCycles::Wait& wait) {
    bool held = false;
    bool by_others = false;
    each_engagement(locks, [&](const Cell& cell) {
      if (cell.name != wait.lock || cell.value.depth == 0) return;
      held = true;
      by_others |= wait_of(waits, cell.client) == waits.end();
    });
    return !held || by_others;
  };
  while (true) {
    const auto ends = std::find_if(waits.begin(), waits.end(), may_end);
    if (ends == waits.end()) return waits;
    waits.erase(ends);
  }
}

/// Follows the waits from `wait`, each to the client that has held its lock for longest, until a
/// wait recurs. The cycle begins with its lowest client id.
Waits cycle_from(Waits::const_iterator wait, const Waits& stuck, const LockStates& locks) {
  Waits path;
  auto known = path.end();
  while (known == path.end()) {
    path.push_back(*wait);
    const std::size_t entered = locks.earliest_holder(wait->lock);
    wait = std::find_if(stuck.begin(), stuck.end(), [&](const WaitCycles::Wait& one) {
      const std::uint32_t at = locks.engagements().find(one.client, path.back().lock);
      return at != LockStates::none && locks.engagements()[at].value.depth > 0 &&
             locks.engagements()[at].value.entered == entered;
    });
    known = std::find(path.begin(), path.end(), *wait);
  }
  path.erase(path.begin(), known);
  const auto first = std::min_element(
      path.begin(), path.end(), [](const auto& a, const auto& b) { return a.client < b.client; });
  std::rotate(path.begin(), first, path.end());
  return path;
}

}  // namespace

void WaitCycles::look_again(const LockStates& locks, const Event& event) {
  const bool got_in = event.kind == EventKind::entered || event.kind == EventKind::acquired;
  complete_ = complete(got_in ? event.at - 1 : event.at);
  if (complete_) return;
  const std::vector<Cycle> before = std::exchange(cycles_, {});
  tangled_ = false;
  each_engagement(locks, [&](const Cell& cell) {
    tangled_ |= cell.value.waits() && locks.inside_any(cell.client);
  });
  const auto with = [](const std::vector<Cycle>& all, const Waits& waits) {
    return std::find_if(all.begin(), all.end(),
                        [&](const Cycle& one) { return one.waits == waits; });
  };
  const Waits stuck = stuck_ones(waits_in(locks), locks);
  for (auto wait = stuck.begin(); wait != stuck.end(); ++wait) {
    Waits waits = cycle_from(wait, stuck, locks);
    if (with(cycles_, waits) != cycles_.end()) continue;
    const auto known = with(before, waits);
    cycles_.push_back({std::move(waits), known == before.end() ? event.at : known->since});
  }
}

void WaitCycles::strike(std::int64_t at) {
  if (!complete_) complete_ = complete(at);
  for (Cycle& cycle : cycles_) cycle.since = at;
}

std::optional<WaitCycles::Cycle> WaitCycles::complete(std::int64_t end) const {
  if (complete_ || cycles_.empty()) return complete_;
  const auto first =
      std::min_element(cycles_.begin(), cycles_.end(),
                       [](const auto& a, const auto& b) { return a.since < b.since; });
  return first->since + length_ <= end ? std::optional(*first) : std::nullopt;
}

void WaitCycles::fingerprint(Fingerprint& print) const {
  print.add(complete_.has_value());
  if (complete_) return;
  std::uint64_t all = 0;  // a sum, since their order does not count
  for (const Cycle& cycle : cycles_) {
    Fingerprint one;
    one.add(cycle.since);
    for (const Wait& wait : cycle.waits) {
      one.add(std::uint64_t{index(wait.client)});
      one.add(std::uint64_t{wait.lock});
    }
    all += one.value();
  }
  print.add(all);
}

}  // namespace locklab::sim
