#include "sim/world/ties.h"

#include <algorithm>

#include "sim/world/client.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

// Groups, in the order of their turns within one instant.
constexpr std::uint32_t faults = 0;
constexpr std::uint32_t first_node = 1;
constexpr std::uint32_t resource = 0x10000;
/// All clients are one group: the checks compare their reports with each other.
constexpr std::uint32_t clients = 0x10001;

/// A master and its replicas affect each other, and so do the nodes of a cluster: they are one
/// group.
std::uint32_t group_of(const Node& node) { return first_node + index(node.family()); }

std::uint32_t group_of(World& world, const Exchange& exchange) {
  if (is_reply(exchange.stage)) return clients;
  return exchange.node == resource_node ? resource : group_of(world.node(exchange.node));
}

std::uint32_t group_of(World& world, const Timer& timer) {
  switch (timer.kind) {
    case TimerKind::fault:
      return faults;
    case TimerKind::wire:
      return group_of(world, *static_cast<const Exchange*>(timer.owner));
    case TimerKind::expiry:
      return group_of(*static_cast<const Node*>(timer.owner));
    case TimerKind::replication:
      return group_of(*static_cast<const Replication*>(timer.owner)->replica);
    case TimerKind::sentinels:
      return group_of(world.node(static_cast<const Sentinels::Watch*>(timer.owner)->node));
    default:
      return clients;
  }
}

/// Whether both travel from the same master to the same replica, or both back: such messages keep
/// their order.
bool same_replication(const Timer& a, const Timer& b) {
  const auto& one = *static_cast<const Replication*>(a.owner);
  const auto& other = *static_cast<const Replication*>(b.owner);
  return one.master == other.master && one.replica == other.replica &&
         one.acknowledges == other.acknowledges;
}

/// Whether both travel in the same direction on the same link.
bool same_way(const Timer& a, const Timer& b) {
  if (a.kind == TimerKind::replication && b.kind == TimerKind::replication)
    return same_replication(a, b);
  if (a.kind != TimerKind::wire || b.kind != TimerKind::wire) return false;
  const auto& one = *static_cast<const Exchange*>(a.owner);
  const auto& other = *static_cast<const Exchange*>(b.owner);
  return one.from == other.from && one.node == other.node && one.stage == other.stage;
}

/// Whether the sleep would last until a lease ends, by its client's clock, which may drift.
bool lasts_a_lease(const Timer& timer, const World& world) {
  const auto& wait = *static_cast<const SimulatedWait*>(timer.owner);
  return wait.due_local - wait.client.clock().monotonic(world.now()) >= world.horizon();
}

}  // namespace

/// Keeps only the first of several messages in the same direction on the same link: they arrive in
/// the order in which they were sent, even on several connections.
void Ties::keep_order_on_links() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < due_.size(); ++i) {
    const bool behind =
        std::any_of(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(kept),
                    [&](const Due& earlier) { return same_way(*earlier.timer, *due_[i].timer); });
    if (!behind) due_[kept++] = due_[i];
  }
  due_.resize(kept);
}

void Ties::find(World& world) {
  due_.clear();
  const bool fault = world.asynchronous() ? find_any(world) : find_first(world);
  std::sort(due_.begin(), due_.end(),
            [](const Due& a, const Due& b) { return a.sequence < b.sequence; });
  if (fault) due_.resize(1);  // planned faults come in the order of the plan
  const std::size_t all = due_.size();
  keep_order_on_links();
  some_wait_behind_ = due_.size() < all;
}

bool Ties::find_first(World& world) {
  const EventQueue& queue = world.queue();
  if (queue.empty()) return false;
  const std::int64_t first = queue.next_at();
  std::uint32_t least = clients;
  queue.each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    if (at != first) return;
    const std::uint32_t group = group_of(world, timer);
    least = std::min(least, group);
    due_.push_back({group, sequence, &timer});
  });
  const auto later = [least](const Due& due) { return due.group != least; };
  if (std::none_of(due_.begin(), due_.end(), later)) return least == faults;
  const bool depend = world.choice().all_orders() || world.network().links_depend();
  if (!depend || least == faults) std::erase_if(due_, later);
  return least == faults;
}

/// Finds everything that may happen next in asynchronous mode. Messages take arbitrary time, and so
/// does everything a client or node does by itself, but no lease ends: the clock stands still, and
/// only a clock jump lets keys expire. Hence no command's deadline comes either.
bool Ties::find_any(World& world) {
  bool fault = false;
  world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    switch (timer.kind) {
      case TimerKind::deadline:  // due now: its connection has ended, or it was cancelled
      case TimerKind::expiry:
        if (at > world.now()) return;
        break;
      case TimerKind::sleep:
        if (at > world.now() && lasts_a_lease(timer, world)) return;
        break;
      case TimerKind::fault:
        if (at > world.steps_as_time()) return;
        fault = true;
        break;
      default:
        break;
    }
    due_.push_back({group_of(world, timer), sequence, &timer});
  });
  if (fault) std::erase_if(due_, [](const Due& due) { return due.group != faults; });
  return fault;
}

ClientId client_of(const Timer& timer) {
  switch (timer.kind) {
    case TimerKind::wire: {
      const auto& exchange = *static_cast<const Exchange*>(timer.owner);
      return is_reply(exchange.stage) ? exchange.from : no_client;
    }
    case TimerKind::deadline:
      return static_cast<const Exchange*>(timer.owner)->from;
    case TimerKind::sleep:
      return static_cast<const SimulatedWait*>(timer.owner)->client.id();
    default:
      return no_client;
  }
}

}  // namespace locklab::sim
