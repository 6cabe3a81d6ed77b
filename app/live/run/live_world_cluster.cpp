// A live world on a Redis Cluster of the lab: slots move as an operator would move them, and the
// trace records this as in the simulator.
#include <algorithm>
#include <utility>

#include "app/live/run/live_world.h"
#include "app/live/servers/cluster.h"
#include "app/words/display_text.h"
#include "lock/redirection.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

std::optional<LiveProblem> give_slots_to_lock(const sim::Scenario& scenario, ServerFleet& fleet) {
  std::string why = join_cluster(fleet);
  SlotMover mover(fleet);
  for (const std::uint16_t slot : sim::slots_of(scenario))
    if (why.empty()) why = mover.move(slot, index(sim::home_of(scenario)));
  if (why.empty()) return std::nullopt;
  return LiveProblem{say("the servers did not become a cluster: {}", printable(why)),
                     say("try again on a machine that is less busy")};
}

/// Returns the nodes that a client is connected to when the run begins.
std::vector<NodeId> LiveWorld::first_reached(const sim::ClientSpec& client) const {
  return scenario_.cluster ? routes_ : sim::program_of(scenario_, client).lock.nodes;
}

/// Returns why no slot can move from or to the node; NoEffect::none if one can.
sim::NoEffect LiveWorld::gives_no_keys(NodeId id) const {
  if (const sim::NoEffect why = struck_.absence(id); why != sim::NoEffect::none) return why;
  if (struck_.refuses(id)) return sim::NoEffect::node_refuses;
  return serves_keys(*servers_.fleet, index(id)) ? sim::NoEffect::none : sim::NoEffect::just_back;
}

/// Moves the lock's slots at `from` to `to`, while commands continue to arrive.
sim::NoEffect LiveWorld::migrate(NodeId from, sim::FaultToken token, NodeId to) {
  for (const NodeId id : {from, to})
    if (const sim::NoEffect why = gives_no_keys(id); why != sim::NoEffect::none) return why;
  if (from == to) return sim::NoEffect::other_slots;
  if (!mover_)
    mover_.emplace(*servers_.fleet,
                   [this](std::size_t i) { return struck_.stage(NodeId(i)) == Stage::up; });
  if (owners_.empty())
    for (const std::uint16_t slot : sim::slots_of(scenario_))
      owners_[slot] = sim::home_of(scenario_);
  bool any = false;
  for (auto& [slot, owner] : owners_) {
    if (owner != from || problem_) continue;
    const std::int64_t since = record_.now_us();
    if (const std::string why = mover_->move(slot, index(to)); !why.empty()) {
      problem_ = LiveProblem{say("slot {} could not be moved: {}", slot, printable(why)), {}};
      break;
    }
    owner = to;
    any = true;
    proxy_.hear(from);  // commands with a reply, read or not, ran before the move
    const std::int64_t at = record_.now_us();
    record_.add({.value = index(to),
                 .extra = slot,
                 .since_us = static_cast<std::uint32_t>(at - since),
                 .node = from,
                 .kind = sim::EventKind::slot_moved,
                 .fault = token});
    inference_.slot_moved(slot, from, to, record_.now_us());
    after();
  }
  return any ? sim::NoEffect::none : sim::NoEffect::other_slots;
}

/// Returns the node that now stores `key`, which was stored at `home` when the run began.
NodeId LiveWorld::has(std::string_view key, NodeId home) const {
  const auto owner = owners_.find(slot_of_key(key));
  return owner == owners_.end() ? routes_[index(home)] : owner->second;
}

/// Whether the reply comes from a cluster node that no longer has the slot. The client then follows
/// the slot, so this is no problem of the run.
bool LiveWorld::is_sent_elsewhere(const Reply& reply) const {
  return scenario_.cluster &&
         (redirection(reply.text).has_value() || reply.text.starts_with("EXECABORT"));
}

}  // namespace locklab::app
