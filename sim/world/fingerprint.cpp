// Fingerprints everything in a world that decides its future. Mere names (numbers of events, places
// in the trace) and data used only in texts are left out.
//
// Times are absolute: states at different times are different.
#include <algorithm>

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void add(Fingerprint& print, const Fault& fault) {
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(fault.kind), std::uint64_t{index(fault.client)},
        std::uint64_t{index(fault.node)}, std::uint64_t{index(fault.to)},
        std::uint64_t{fault.requests}, std::uint64_t{fault.replies}, std::uint64_t{fault.power},
        std::uint64_t{fault.count}, static_cast<std::uint64_t>(fault.removal)})
    print.add(part);
  print.add(std::string_view(fault.command));
  print.add(us(fault.amount));
  print.add(us(fault.after));
  print.add(fault.untold);
  print.add(fault.ppm);
  print.add(fault.duration ? us(*fault.duration) : -1);
  print.add(fault.restart_after ? us(*fault.restart_after) : -1);
  print.add(fault.slow_for ? us(*fault.slow_for) : -1);
  print.add(us(fault.jitter));
}

/// Includes the replica, since two replicas may receive the same effects at different times.
void add(Fingerprint& print, const Replication& replication) {
  print.add(std::uint64_t{index(replication.replica->id())});
  print.add(replication.offset);
  print.add(replication.full);
  print.add(replication.acknowledges);
}

}  // namespace

void Node::fingerprint(Fingerprint& print) const {
  print.add(std::uint64_t{kills_.size()});
  print.add(starts_later_);
  if (!has_process()) {
    print.add(has_power());
    print.add(died_us_);
  }
  if (rejoining_) print.add(rejoining_->until_us - now_us());
  print.add(std::uint64_t{stops_.size()});
  print.add(wants_everything_);
  clock_.fingerprint(print);
  service_->fingerprint(print);
  for (const auto* waiting : {&leaving_, &inbox_, &unanswered_, &ready_}) {
    print.add(std::uint64_t{waiting->size()});
    for (const Exchange* exchange : *waiting) print.add(exchange->message);
  }
  for (const auto& [channel, text] : heard_) {
    print.add(std::string_view(channel));
    print.add(std::string_view(text));
  }
  print.add(std::uint64_t{master_ ? index(master_->id_) + 1u : 0u});
  print.add(std::uint64_t{untold_ ? index(untold_->id_) + 1u : 0u});
  print.add(acknowledged_);
  std::uint64_t on_their_way = 0;
  for (const Replication& replication : replications_) {
    if (!replication.used) continue;
    Fingerprint one;
    add(one, replication);
    one.add(replication.master->incarnation_ == replication.incarnation);
    one.add(replication.replica->incarnation_ == replication.receiver);
    for (const Effect& effect : replication.effects) {
      one.add(std::string_view(effect.key));
      one.add(effect.value.has_value());
      if (effect.value) add(one, *effect.value);
      one.add(effect.deadline_ms);
      one.add(effect.origin.acquisition);
      one.add(std::uint64_t{index(effect.origin.client)});
    }
    on_their_way += one.value();
  }
  print.add(on_their_way);
}

void World::fingerprint(Fingerprint& print) const {
  print.add(now_);
  for (const auto& client : clients_) client->fingerprint(print);
  for (const auto& node : nodes_) node->fingerprint(print);
  network_.fingerprint(print);
  if (cluster_) cluster_->fingerprint(print);
  resource_->service().fingerprint(print);
  record_.plan().fingerprint(print);
  for (const std::vector<NodeId>& routes : routes_)
    for (const NodeId route : routes) print.add(std::uint64_t{index(route)});
  std::uint64_t due = 0;  // sum, since timers are stored in no particular order
  queue_.each([&](const Timer& timer, std::int64_t at, std::uint64_t) {
    Fingerprint one;
    one.add(at);
    one.add(static_cast<std::uint64_t>(timer.kind));
    one.add(name_of(timer, at));
    if (const OpenTimes::Open* const open = open_times_.find(timer)) {
      one.add(open->latest);
      one.add(open->has_passed());
    }
    due += one.value();
  });
  print.add(due);
  open_times_.fingerprint(print, now_);
}

/// Identifies what a timer due at `at` belongs to, independently of the past. The client's own
/// deadline counts only if it lies ahead: only then can a change of the clock's drift still move
/// the timer.
std::uint64_t World::name_of(const Timer& timer, std::int64_t at) const {
  Fingerprint print;
  switch (timer.kind) {
    case TimerKind::wire:
      print.add(static_cast<const Exchange*>(timer.owner)->message);
      break;
    case TimerKind::deadline: {
      const Exchange& exchange = *static_cast<const Exchange*>(timer.owner);
      print.add(exchange.message);
      if (at > now_) print.add(exchange.due_local);
      break;
    }
    case TimerKind::sleep: {
      const SimulatedWait& sleep = *static_cast<const SimulatedWait*>(timer.owner);
      print.add(std::uint64_t{index(sleep.client.id())});
      print.add(sleep.cancelled);
      if (at > now_ && !open_times_.find(timer)) print.add(sleep.due_local);
      break;
    }
    case TimerKind::expiry:
      print.add(std::uint64_t{index(static_cast<const Node*>(timer.owner)->id())});
      break;
    case TimerKind::replication:
      add(print, *static_cast<const Replication*>(timer.owner));
      break;
    case TimerKind::fault: {
      const Planned& planned = *static_cast<const Planned*>(timer.owner);
      add(print, planned.fault);
      print.add(planned.ends);
      print.add(!planned.ends || still_stands(planned));
      if (planned.ends) network_.add_places(print, planned.token);
      break;
    }
    case TimerKind::sentinels: {
      const auto& watch = *static_cast<const Sentinels::Watch*>(timer.owner);
      print.add(std::uint64_t{index(watch.node)});
      print.add(watch.voting);
      break;
    }
    case TimerKind::other:
      break;
  }
  return print.value();
}

}  // namespace locklab::sim
