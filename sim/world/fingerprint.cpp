// What of a world decides all that will happen in it from here on. Left out is what only names
// things (numbers of events, places in the trace) and what only words are made of.
//
// Times are those of the world: two states at different times are different.
#include <algorithm>

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void add(Fingerprint& print, const Fault& fault) {
  for (const std::uint64_t part :
       {static_cast<std::uint64_t>(fault.kind), std::uint64_t{index(fault.client)},
        std::uint64_t{index(fault.node)}, std::uint64_t{fault.requests},
        std::uint64_t{fault.replies}, std::uint64_t{fault.power}, std::uint64_t{fault.count}})
    print.add(part);
  print.add(us(fault.amount));
  print.add(fault.ppm);
  print.add(fault.duration ? us(*fault.duration) : -1);
  print.add(fault.restart_after ? us(*fault.restart_after) : -1);
}

void add(Fingerprint& print, const Way& way) {
  print.add(way.cut);
  print.add(way.hold_all);
  print.add(way.hold_next);
  print.add(way.drop_next);
  print.add(way.delay_next);
  print.add(us(way.delay));
}

/// One message on its way, or awaited; `due`: when it arrives.
void add(Fingerprint& print, const Exchange& exchange, const Connection* current) {
  print.add(exchange.message);
  print.add(static_cast<std::uint64_t>(exchange.stage));
  print.add(exchange.acquisition);
  print.add(exchange.words.packed());
  print.add(fingerprint(exchange.reply));
  for (const bool flag : {exchange.call != nullptr, exchange.cancelled, exchange.stalled,
                          exchange.received, exchange.failure != nullptr})
    print.add(flag);
  print.add(exchange.wait_replicas);
  print.add(exchange.wait_offset);
  print.add(exchange.connection != nullptr && exchange.connection == current);
}

void add(Fingerprint& print, const Connection& connection) {
  print.add(connection.users);
  print.add(connection.closed_by_client);
  print.add(connection.dead_at_node);
  print.add(connection.last_request_at);
  print.add(connection.last_reply_at);
  connection.session.fingerprint(print);
}

}  // namespace

void Network::fingerprint(Fingerprint& print) const {
  for (const std::uint32_t sent : sent_by_) print.add(sent);
  for (const Link& link : links_) {
    add(print, link.requests);
    add(print, link.replies);
    print.add(us(link.slowed));
    print.add(link.current != nullptr);
    if (link.current) add(print, *link.current);
    for (const Exchange* stalled : link.stalled) print.add(stalled->message);
  }
  std::uint64_t live = 0;  // exchanges lie in no order of their own
  for (const Exchange& exchange : exchanges_) {
    if (exchange.stage == Stage::over && !exchange.call) continue;
    Fingerprint one;
    const std::size_t column = exchange.node == resource_node ? nodes_ : index(exchange.node);
    const Link& link = links_[index(exchange.from) * (nodes_ + 1) + column];
    add(one, exchange, link.current);
    if (exchange.connection && exchange.connection != link.current) add(one, *exchange.connection);
    live += one.value();
  }
  print.add(live);
}

void Client::fingerprint(Fingerprint& print) const {
  clock_.fingerprint(print);
  print.add(acquisitions_);
  print.add(random_.state());
  print.add(static_cast<std::uint64_t>(local_flag));
  for (const bool flag : {paused_, crashed_, finished_}) print.add(flag);
  for (const Exchange* exchange : outbox_) print.add(exchange->message);
  for (const Exchange* exchange : mailbox_) print.add(exchange->message);
  print.add(std::uint64_t{late_.size()});
  for (const Frame* frame = frames_.first; frame; frame = frame->next) {
    print.add(frame->received.value());
    print.add(frame->buffered);
  }
}

void Node::fingerprint(Fingerprint& print) const {
  print.add(static_cast<std::uint64_t>(state_));
  clock_.fingerprint(print);
  server_.fingerprint(print);
  for (const Exchange* exchange : inbox_) print.add(exchange->message);
  for (const Exchange* exchange : waits_) print.add(exchange->message);
  print.add(script_ ? script_->message : 0);
  print.add(std::uint64_t{master_ ? index(master_->id_) + 1u : 0u});
  print.add(acknowledged_);
  std::uint64_t on_their_way = 0;
  for (const Replication& replication : replications_) {
    if (!replication.used) continue;
    Fingerprint one;
    one.add(std::uint64_t{index(replication.replica->id_)});
    one.add(replication.offset);
    one.add(replication.full);
    one.add(replication.acknowledges);
    one.add(replication.master->incarnation_ == replication.incarnation);
    for (const Effect& effect : replication.effects) {
      one.add(std::string_view(effect.key));
      one.add(std::string_view(effect.value.value_or("")));
      one.add(effect.deadline_ms);
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
  resource_.fingerprint(print);
  plan_.fingerprint(print);
  for (const NodeId route : routes_) print.add(std::uint64_t{index(route)});
  // Whose a value was that a log or a replica may bring back.
  for (const auto& known : origins_) {
    for (const Origin& origin : known) {
      print.add(trace_.text(origin.text));
      print.add(origin.acquisition);
      print.add(std::uint64_t{index(origin.client)});
    }
  }
  std::uint64_t due = 0;  // timers lie in no order of their own
  queue_.each([&](const Timer& timer, std::int64_t at, std::uint64_t) {
    Fingerprint one;
    one.add(at);
    one.add(static_cast<std::uint64_t>(timer.kind));
    one.add(name_of(timer));
    due += one.value();
  });
  print.add(due);
}

/// A number that names what a timer belongs to, whatever came before.
std::uint64_t World::name_of(const Timer& timer) const {
  Fingerprint print;
  switch (timer.kind) {
    case TimerKind::wire:
    case TimerKind::deadline:
      print.add(static_cast<const Exchange*>(timer.owner)->message);
      break;
    case TimerKind::nap: {
      const Nap& nap = *static_cast<const Nap*>(timer.owner);
      print.add(std::uint64_t{index(nap.client->id())});
      print.add(nap.cancelled);
      print.add(nap.due_local);
      break;
    }
    case TimerKind::funeral:
      print.add(std::uint64_t{index(static_cast<const Client*>(timer.owner)->id())});
      break;
    case TimerKind::expiry:
      print.add(std::uint64_t{index(static_cast<const Node*>(timer.owner)->id())});
      break;
    case TimerKind::replication:
      print.add(static_cast<const Replication*>(timer.owner)->offset);
      break;
    case TimerKind::fault:
      add(print, static_cast<const Planned*>(timer.owner)->fault);
      break;
    case TimerKind::other:
      break;
  }
  return print.value();
}

}  // namespace locklab::sim
