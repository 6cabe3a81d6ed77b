// Injects faults into a simulated world and ends them. The planned end of a fault affects only this
// fault.
#include <algorithm>

#include "sim/scenario/cluster_slots.h"
#include "sim/scenario/fault_target.h"
#include "sim/wire/link_strike.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

/// One link of a simulated network, as LinkStrikes sees it.
struct WorldLink {
  Network& network;
  ClientId from;
  NodeId to;

  ClientId client() const { return from; }
  NodeId node() const { return to; }
  bool open() const { return network.link(from, to).open(); }
  std::size_t standing() const { return network.link(from, to).faults.size(); }
  std::size_t count(FaultKind kind, FaultToken token) const {
    return network.count(from, to, kind, token);
  }
  void strike(const LinkFault& fault) const { network.strike(from, to, fault); }
  void end(FaultKind kind, FaultToken token) const { network.end(from, to, kind, token); }
  void reset() const { network.reset(from, to); }
};

}  // namespace

auto World::links() {
  return LinkStrikes{[this](ClientId client, NodeId node) {
                       return WorldLink{network_, client, node};
                     },
                     [this](const Event& event) { record(event); }, clients_.size(), nodes_.size(),
                     &record_.trace()};
}

World::Planned::Planned(World& its_world, Fault planned, FaultToken its_token, bool it_ends)
    : world(its_world),
      timer(planned_fired, this, TimerKind::fault),
      fault(std::move(planned)),
      token(its_token),
      ends(it_ends) {}

void World::planned_fired(Timer& timer) {
  const Planned& planned = *static_cast<const Planned*>(timer.owner);
  World& world = planned.world;
  --world.planned_pending_;
  if (planned.ends) {
    world.end(planned.fault, planned.token);
  } else {
    world.strike(planned.fault, planned.token);
  }
}

void World::plan(const Fault& fault, FaultToken token, bool ends, Duration delay) {
  Planned& planned = planned_.emplace_back(*this, fault, token, ends);
  ++planned_pending_;
  queue_.set(planned.timer, now_ + us(delay));
}

void World::apply(const Fault& fault) {
  strike(fault, next_token_++);
  settle();
  if (!open_times_.all().empty()) move_open_times();
}

bool World::step_and_strike(NodeId node, const std::vector<Fault>& chosen) {
  BeforeAnswer wanted{node, chosen};
  before_answer_ = &wanted;
  record_.faults_may_strike();  // so that replies do not leave at once
  step();
  before_answer_ = nullptr;
  return wanted.struck;
}

void World::strike(const Fault& fault, FaultToken token) {
  ties_are_known_ = false;
  if (fault.after > Duration(0)) {
    plan(fault, token, false, fault.after);
    planned_.back().fault.after = Duration(0);
    return;
  }
  const Subject target = target_of(fault);
  const NoEffect why = target == Subject::client ? strike_client(fault, token)
                       : target == Subject::node ? strike_node(fault, token)
                                                 : links().strike(fault, token);
  if (why != NoEffect::none) {
    Event event = missed(fault, token, why);
    if (fault.kind == FaultKind::migrate && cluster_ && why != NoEffect::other_slots)
      event.node = cluster_->in_the_way(fault.node, receiver_of(fault, scenario_.nodes.size()));
    return record(event);
  }
  if (const auto time = lasts(fault)) plan(fault, token, true, *time);
}

NoEffect World::strike_client(const Fault& fault, FaultToken token) {
  return client(fault.client).strike(fault, token);
}

NoEffect World::strike_node(const Fault& fault, FaultToken token) {
  Node& target = node(fault.node);
  switch (fault.kind) {
    case FaultKind::jump:
      return target.jump(token, us(fault.amount));
    case FaultKind::drift:
      return target.drift(token, fault.ppm);
    case FaultKind::kill:
      return target.kill(token, fault.power);
    case FaultKind::stop:
      return target.stop(token);
    case FaultKind::restart:
      return target.restart(every_fault);
    case FaultKind::refuse:
      return target.refuse(token, fault.refusal);
    case FaultKind::remove:
      return target.remove_keys(token, fault.removal, locks_of(scenario_));
    case FaultKind::migrate:
      if (!cluster_) return NoEffect::other_slots;
      return cluster_->migrate(token, fault.node, receiver_of(fault, scenario_.nodes.size()));
    default:
      return target.promote(token, splits(fault), fault.client);
  }
}

void World::end(const Fault& fault, FaultToken token) {
  ties_are_known_ = false;
  switch (fault.kind) {
    case FaultKind::pause:
      client(fault.client).resume(token);
      return;
    case FaultKind::stop:
      node(fault.node).go_on(token);
      return;
    case FaultKind::kill:
      node(fault.node).restart(token);
      return;
    case FaultKind::promote:
      node(fault.node).end_split(token);
      return;
    case FaultKind::refuse:
      node(fault.node).accept(token);
      return;
    default:
      links().end(fault, token);
  }
}

/// Whether the planned end has something left to end.
bool World::still_stands(const Planned& planned) const {
  const FaultToken token = planned.token;
  const auto stands_among = [&](const std::vector<FaultToken>& tokens) {
    return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
  };
  switch (planned.fault.kind) {
    case FaultKind::pause:
      return stands_among(clients_[index(planned.fault.client)]->pauses());
    case FaultKind::stop:
      return stands_among(nodes_[index(planned.fault.node)]->stops());
    case FaultKind::kill:
      return nodes_[index(planned.fault.node)]->killed_by(token);
    case FaultKind::promote:
      return nodes_[index(planned.fault.node)]->split_by(token);
    case FaultKind::refuse:
      return nodes_[index(planned.fault.node)]->refuses_by(token);
    default:
      return true;
  }
}

}  // namespace locklab::sim
