// Decides when an open duration may end: wherever the order of events can depend on it.
//
// That is at its bounds, and wherever its end, or the arrival of the request that follows,
// coincides with another event. A client that wakes at the same instant as another one, or whose
// request reaches a node at the same instant as an event of that node, comes both before and after
// it, since ties are tried in every order. Arriving just before a key expires is a separate case:
// the node still finds the key. A search may ask for more moments (Choice::ends_every).
// assets/docs/explorer.md explains what this covers.
#include <algorithm>
#include <charconv>

#include "lock/strategy.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

/// "Just before": shorter than anything in a world usually takes, and long enough that events of
/// several clients coincide again, so that fewer states differ.
constexpr std::int64_t just_us = 500;

NodeId node_of(const Timer& timer) {
  switch (timer.kind) {
    case TimerKind::wire:
      return static_cast<const Exchange*>(timer.owner)->node;
    case TimerKind::expiry:
      return static_cast<const Node*>(timer.owner)->id();
    case TimerKind::replication:
      return static_cast<const Replication*>(timer.owner)->replica->id();
    case TimerKind::sentinels:
      return static_cast<const Sentinels::Watch*>(timer.owner)->node;
    default:
      return no_node;
  }
}

/// Whether the timer wakes a client for a retry.
bool is_retry(const Timer& timer) {
  return timer.kind == TimerKind::sleep && static_cast<const SimulatedWait*>(timer.owner)->random;
}

/// Whether the timer belongs to a client that has been refused and retries.
bool is_of_waiting(World& world, const Timer& timer) {
  switch (timer.kind) {
    case TimerKind::wire:
    case TimerKind::deadline:
      return world.client(static_cast<const Exchange*>(timer.owner)->from).tries_again();
    case TimerKind::sleep:
      return static_cast<const SimulatedWait*>(timer.owner)->client.tries_again();
    default:
      return false;
  }
}

}  // namespace

bool World::undecided() {
  std::vector<OpenTimes::Open>& open = open_times_.all();
  for (std::size_t i = 0; i < open.size();) {
    if (open[i].at != queue_.next_at()) {
      ++i;
    } else if (open[i].at < open[i].latest && (open[i].has_passed() || matters(open[i]))) {
      return true;
    } else {
      end_open_time(i);
    }
  }
  return false;
}

void World::decide(bool now) {
  std::vector<OpenTimes::Open>& open = open_times_.all();
  const auto first = std::find_if(open.begin(), open.end(), [this](const OpenTimes::Open& one) {
    return one.at == queue_.next_at();
  });
  LOCKLAB_ASSERT(first != open.end());
  if (!first->has_passed() && first->timer->kind == TimerKind::sleep)
    static_cast<SimulatedWait*>(first->timer->owner)->client.pause_is_decided();
  if (now) return end_open_time(static_cast<std::size_t>(first - open.begin()));
  first->passed = first->at;
  move_open_times();
}

/// Ends open duration number `i` at the time of its timer, which then fires as usual.
void World::end_open_time(std::size_t i) {
  const OpenTimes::Open open = open_times_.all()[i];
  ties_are_known_ = false;
  open_times_.erase(i);
  if (open.timer->kind == TimerKind::sleep) {
    const auto amount = static_cast<SimulatedWait*>(open.timer->owner)->end_at(open.at);
    return open_times_.decided(open.draw, amount, 0);
  }
  const auto amount = static_cast<std::uint64_t>(std::max<std::int64_t>(open.at - open.least, 0));
  open_times_.decided(open.draw, std::min(amount, open.most), open.most / 2);
}

void World::move_open_times() {
  ties_are_known_ = false;
  for (OpenTimes::Open& open : open_times_.all()) {
    open.at = next_stop(open);
    queue_.move(*open.timer, open.at);
  }
}

/// Calls visit(at) for each time at which the end of the open duration would coincide with another
/// event, or come just before a key expires.
template <class Visit>
void World::each_meeting(const OpenTimes::Open& open, Visit visit) {
  const bool sleeps = open.timer->kind == TimerKind::sleep;
  queue_.each([&](const Timer& timer, std::int64_t at, std::uint64_t) {
    if (&timer == open.timer) return;
    if (is_retry(timer) || (open.refused && is_of_waiting(*this, timer))) return;
    const OpenTimes::Open* const other = open_times_.find(timer);
    if (other && other->has_passed()) return;
    const bool at_client = client_of(timer) != no_client;
    if (!sleeps || at_client || timer.kind == TimerKind::fault) visit(at);
    if (at_client) return;
    const auto meet = [&](std::int64_t moment) {
      visit(moment);
      if (timer.kind == TimerKind::expiry) visit(moment - just_us);
    };
    if (!sleeps) return meet(at);
    const NodeId node = node_of(timer);
    at -= latency_to(open, node);
    meet(at);
    for (std::size_t old = 0; cluster_ && old < nodes_.size();
         ++old)  // also if `old` redirects the request
      if (static_cast<NodeId>(old) != node)
        meet(at - 2 * latency_to(open, static_cast<NodeId>(old)));
  });
}

/// The next time at which the search decides whether the duration ends.
std::int64_t World::next_stop(OpenTimes::Open& open) {
  const std::int64_t behind = arrival_before(*open.timer);
  open.latest = std::max(open.latest, behind);
  if (!open.has_passed()) return std::max(open.earliest, behind);
  const std::int64_t floor = std::max(now_, open.passed);
  std::int64_t next = open.latest;
  each_meeting(open, [&](std::int64_t at) {
    if (at > floor && at < next) next = at;
  });
  if (const std::int64_t every = choice_.ends_every(); every > 0)
    next = std::min(next, (floor / every + 1) * every);
  return std::max(next, behind);
}

/// Whether it is known that a client that tries now is refused and changes nothing: a majority of
/// the nodes has the key, at its limit if it counts, or is down.
bool World::would_be_refused(ClientId client, const LockConfig& lock) const {
  const Traits traits = find_strategy(scenario_.strategy)->traits;
  for (const Trait trait : {Trait::reads_wall_clock, Trait::shared_mode, Trait::counts_permits,
                            Trait::several_keys, Trait::reentrant})
    if (traits.has(trait)) return false;
  std::size_t refuse = 0;
  for (const NodeId id : lock.nodes) {
    Node& asked = *nodes_[index(route(client, id))];
    const auto held = asked.up() ? asked.service().text_at(lock.key) : std::string_view();
    if (!held) continue;
    std::int64_t count = lock.limit;
    if (traits.has(Trait::limits_rate))
      std::from_chars(held->data(), held->data() + held->size(), count);
    refuse += count >= lock.limit;
  }
  return 2 * refuse > lock.nodes.size();
}

/// Whether it matters if the duration exceeds its minimum. It does not for a retry delay whose
/// client would be refused, if the attempts after the shortest one can come at every time at which
/// those after a longer one can, from the first that can meet the next event on. Later delays start
/// again from each attempt, so the times of the attempts overlap after a while: k of them end after
/// k * least to k
/// * most. Always true in a cluster, or in a scenario with faults.
bool World::matters(OpenTimes::Open& open) {
  if (open.timer->kind != TimerKind::sleep || !scenario_.faults.empty() || cluster_) return true;
  const SimulatedWait& pause = *static_cast<const SimulatedWait*>(open.timer->owner);
  const Client& client = pause.client;
  open.refused =
      client.program().others.empty() && would_be_refused(client.id(), client.program().lock);
  if (!open.refused) return true;
  const std::int64_t least = client.attempt_us() + us(scenario_.lock.retry_delay);
  const std::int64_t spread = us(scenario_.lock.retry_jitter);
  std::int64_t covered_from =
      open.at + std::max<std::int64_t>(1, (least + spread - 1) / spread) * least;
  if (pause.attempts_left != Pause::no_limit)
    covered_from = open.latest + pause.attempts_left * (least + spread);
  bool any = false;
  queue_.each([&](const Timer& timer, std::int64_t at, std::uint64_t) {
    if (&timer == open.timer || is_retry(timer) || is_of_waiting(*this, timer)) return;
    // An attempt that begins earlier than an event at a node may meet it there.
    const bool at_node = client_of(timer) == no_client && timer.kind != TimerKind::fault;
    if (at_node) at -= nodes_.size() > 1 ? client.attempt_us() : latency_to(open, node_of(timer));
    any |= at < covered_from;
  });
  return any;
}

/// The latency, in us, of a request that the client of `open` sends to `node` when it wakes;
/// no_node stands for the first node.
std::int64_t World::latency_to(const OpenTimes::Open& open, NodeId node) const {
  const ClientId client = static_cast<const SimulatedWait*>(open.timer->owner)->client.id();
  return us(network_.link(client, node == no_node ? NodeId{0} : node).latency);
}

/// The latest arrival among earlier messages still in flight, in the same direction on the same
/// connection, which this one cannot overtake; -1 if there are none.
std::int64_t World::arrival_before(const Timer& timer) const {
  std::int64_t before = -1;
  if (timer.kind != TimerKind::wire) return before;
  const auto& exchange = *static_cast<const Exchange*>(timer.owner);
  queue_.each([&](const Timer& other, std::int64_t at, std::uint64_t) {
    if (other.kind != TimerKind::wire) return;
    const auto& first = *static_cast<const Exchange*>(other.owner);
    if (first.connection == exchange.connection && first.stage == exchange.stage &&
        first.message < exchange.message)
      before = std::max(before, at);
  });
  return before;
}

}  // namespace locklab::sim
