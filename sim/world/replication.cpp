// The part of Node that copies a master's effects to its replicas, asynchronously and in order, and
// what a failover does to them.
#include <algorithm>
#include <utility>

#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

Replication& Node::take_replication() {
  for (Replication& replication : replications_)
    if (!replication.used) return replication;
  return replications_.emplace_back();
}

void Node::dispatch(Node& replica, std::vector<Effect> effects, bool full) {
  Replication& replication = take_replication();
  replication.master = this;
  replication.replica = &replica;
  replication.effects = std::move(effects);
  replication.offset = replicated_->offset();
  replication.incarnation = incarnation_;
  replication.receiver = replica.incarnation_;
  replication.full = full;
  replication.acknowledges = false;
  replication.used = true;
  world_.queue().set(replication.timer, world_.now() + std::max<std::int64_t>(replica.lag_us_, 1));
}

void Node::replicate() {
  if (replicas_.empty()) return;
  const std::vector<Effect> effects = replicated_->take_effects();
  if (effects.empty()) return;
  // A replica that is dead when they are sent gets everything once it is back, and nothing before.
  for (Node* replica : replicas_)
    if (replica->has_process()) dispatch(*replica, effects, false);
}

void Node::resynchronise(Node& replica) {
  replica.acknowledged_ = 0;
  replica.wants_everything_ = false;
  dispatch(replica, replicated_->snapshot(), true);
}

void Node::synchronise(Node& replica) {
  if (up() && replica.up()) return resynchronise(replica);
  replica.wants_everything_ = true;
}

void Node::deliver(Replication& replication) {
  LOCKLAB_ASSERT(replication.used);
  Node& master = *replication.master;
  Node& replica = *replication.replica;
  const bool from_this_life = master.incarnation_ == replication.incarnation &&
                              replica.incarnation_ == replication.receiver &&
                              replica.master_ == &master;
  if (!from_this_life || !replica.has_process()) {
    replication.used = false;  // lost; a restart synchronises everything
    return;
  }
  Node& receiver = replication.acknowledges ? master : replica;
  if (!receiver.stops_.empty()) {
    receiver.parked_.push_back(&replication);
    return;
  }
  if (replication.acknowledges) {
    replication.used = false;
    LOCKLAB_ASSERT(replication.offset <= master.replicated_->offset());
    replica.acknowledged_ = std::max(replica.acknowledged_, replication.offset);
    master.replicated_->acknowledged();
    master.serve_ready();
    return;
  }
  if (replication.full) replica.replicated_->forget_all();
  for (const Effect& effect : replication.effects) {
    const std::size_t at = replica.changes_.size();
    replica.replicated_->apply(effect, replica.now_us());
    if (!effect.value) continue;
    LOCKLAB_ASSERT(at < replica.changes_.size());
    LOCKLAB_ASSERT(replica.changes_[at].client == effect.origin.client);
    LOCKLAB_ASSERT(replica.changes_[at].message == effect.origin.message);
  }
  replica.tell_changes();
  replication.effects.clear();
  replication.acknowledges = true;
  world_.queue().set(replication.timer, world_.now() + std::max<std::int64_t>(replica.lag_us_, 1));
}

void Node::follow(Node* master) {
  if (master_) {
    std::erase(master_->replicas_, this);
    master_->replicated_->set_replicas(master_->replicas_.size());
  }
  master_ = master;
  acknowledged_ = 0;
  if (!master) return;
  if (family_ == id_ && replicas_.empty()) family_ = master->family_;
  master->replicas_.push_back(this);
  master->replicated_->set_replicas(master->replicas_.size());
  if (has_process()) replicated_->become_replica();
}

void Node::join(Node& master) {
  follow(&master);
  master.synchronise(*this);
}

void Node::record_promoted(FaultToken token, const Node& old, ClientId mover) {
  Event promoted = event(EventKind::node_promoted);
  promoted.value = index(old.id_);
  promoted.client = mover;
  promoted.detail = untold_ != nullptr;
  promoted.fault = token;
  world_.record(promoted);
}

NoEffect Node::promote(FaultToken token, bool splits, ClientId mover) {
  if (untold_ && mover == no_client) {
    if (splits) return NoEffect::is_master;
    Node& old = *std::exchange(untold_, nullptr);
    record_promoted(token, old, no_client);
    tell_everybody(old, 0);
    return NoEffect::none;
  }
  if (untold_) {
    if (!world_.reroute(mover, untold_->id_, id_)) return NoEffect::is_master;
    record_promoted(token, *untold_, mover);
    return NoEffect::none;
  }
  if (!master_) return NoEffect::is_master;
  if (!up()) return absence();
  Node& old = *master_;
  if (old.untold_) old.tell_everybody(*std::exchange(old.untold_, nullptr), 0);
  follow(nullptr);
  replicated_->become_master();
  untold_ = splits ? &old : nullptr;
  split_ = token;
  record_promoted(token, old, mover);

  const std::vector<Node*> others = old.replicas_;
  for (Node* other : others) other->follow(this);
  if (!splits) demote(old, 0);
  for (Node* replica : replicas_) synchronise(*replica);
  world_.reroute(mover, old.id_, id_);
  ends_are_unknown_ = true;  // a replica expires no lease itself
  expire();
  return NoEffect::none;
}

bool Node::end_split(FaultToken token) {
  if (!split_by(token)) return false;
  tell_everybody(*std::exchange(untold_, nullptr), token);
  return true;
}

/// All clients learn of the promotion, and the old master finally follows this node: it loses the
/// writes that it has accepted meanwhile.
void Node::tell_everybody(Node& old, FaultToken token) {
  demote(old, token);
  synchronise(old);
  world_.reroute(no_client, old.id_, id_);
}

void Node::demote(Node& old, FaultToken token) {
  old.follow(this);
  Event demoted = old.event(EventKind::node_demoted);
  demoted.detail = old.has_process() ? 0 : 1;
  demoted.fault = token;
  world_.record(demoted);
}

}  // namespace locklab::sim
