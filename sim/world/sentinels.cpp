#include "sim/world/sentinels.h"

#include "sim/world/world.h"

namespace locklab::sim {

Sentinels::Watch::Watch(Sentinels& its_sentinels, NodeId its_node)
    : sentinels(its_sentinels), node(its_node), timer(fired, this, TimerKind::sentinels) {}

void Sentinels::came_or_went(const Node& node) {
  if (node.id() == resource_node) return;
  while (watches_.size() <= index(node.id())) watches_.emplace_back(*this, NodeId(watches_.size()));
  Watch& watch = watches_[index(node.id())];
  if (watch.voting) return;
  if (node.up()) return world_.queue().cancel(watch.timer);
  if (!node.replicas().empty() && !watch.timer.pending())
    world_.queue().set(watch.timer, world_.now() + down_after_us_);
}

void Sentinels::fired(Timer& timer) {
  Watch& watch = *static_cast<Watch*>(timer.owner);
  World& world = watch.sentinels.world_;
  watch.voting = !watch.voting;
  if (!watch.voting) return watch.sentinels.promote_one(world.node(watch.node));
  watch.sentinels.agree(world.node(watch.node));
  world.queue().set(timer, world.now() + us(sentinels_vote));
}

void Sentinels::agree(const Node& master) {
  Event agreed;
  agreed.kind = EventKind::sentinels_agree;
  agreed.node = master.id();
  agreed.value = count_;
  world_.record(agreed);
}

/// Promotes the first replica, in the scenario's order, that is up: the lab assigns priorities in
/// that order, and Sentinel compares priority before replication offset. If none is up, real
/// Sentinels would retry after two minutes, but the simulated ones do not.
void Sentinels::promote_one(const Node& master) {
  Node* first = nullptr;
  for (Node* replica : master.replicas())
    if (replica->up() && (!first || replica->id() < first->id())) first = replica;
  if (!first) return;
  Event picked;
  picked.kind = EventKind::sentinels_pick;
  picked.node = first->id();
  picked.value = index(master.id());
  world_.record(picked);
  first->promote(0);
}

}  // namespace locklab::sim
