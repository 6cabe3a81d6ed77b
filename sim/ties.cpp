#include "sim/ties.h"

#include <algorithm>

#include "sim/world.h"

namespace locklab::sim {

namespace {

// Groups, in the order in which they get their turn within one instant.
constexpr std::uint32_t faults = 0;
constexpr std::uint32_t first_node = 1;
constexpr std::uint32_t resource = 0x10000;
/// All clients are one group: what they say of themselves is compared by the checks.
constexpr std::uint32_t clients = 0x10001;

/// A master and its replicas know of each other: they are one group.
std::uint32_t group_of(const Node& node) { return first_node + index(node.family()); }

std::uint32_t group_of(World& world, const Exchange& exchange) {
  if (exchange.stage != Stage::request && exchange.stage != Stage::at_node) return clients;
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
    default:
      return clients;
  }
}

/// Whether both are on their way from the same end of the same link to the other.
bool same_way(const Timer& a, const Timer& b) {
  if (a.kind != TimerKind::wire || b.kind != TimerKind::wire) return false;
  const auto& one = *static_cast<const Exchange*>(a.owner);
  const auto& other = *static_cast<const Exchange*>(b.owner);
  return one.from == other.from && one.node == other.node && one.stage == other.stage;
}

}  // namespace

/// What one client has sent to one node at the same time arrives in the order in which it was sent,
/// though it be on several connections.
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
  const EventQueue& queue = world.queue();
  due_.clear();
  const std::int64_t first = queue.next_at();
  std::uint32_t least = clients;
  queue.each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    if (at != first) return;
    const std::uint32_t group = group_of(world, timer);
    least = std::min(least, group);
    due_.push_back({group, sequence, &timer});
  });
  if (!world.choice().all_orders() || least == faults)
    std::erase_if(due_, [&](const Due& due) { return due.group != least; });
  std::sort(due_.begin(), due_.end(),
            [](const Due& a, const Due& b) { return a.sequence < b.sequence; });
  keep_order_on_links();
  if (least == faults) due_.resize(1);  // what was planned strikes in the order of the plan
}

}  // namespace locklab::sim
