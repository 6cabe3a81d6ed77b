// Injects a live world's faults, and records those of its links and what the proxy reports, as in
// the simulator.
#include <algorithm>

#include "app/live/run/live_world.h"
#include "lock/redirection.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/scenario/fault_target.h"
#include "sim/wire/link_strike.h"

namespace locklab::app {

using sim::Fault;
using sim::FaultKind;
using sim::NoEffect;

NoEffect LiveWorld::strike(const Fault& fault, sim::FaultToken token) {
  if (fault.after > Duration(0)) {
    Fault later = fault;
    later.after = Duration(0);
    plan(later, token, false, fault.after);
    return NoEffect::none;
  }
  const NoEffect why = strike_target(fault, token);
  if (why != NoEffect::none) {
    sim::Event event = sim::missed(fault, token, why);
    if (fault.kind == FaultKind::migrate && gives_no_keys(fault.node) == NoEffect::none &&
        why != NoEffect::other_slots)
      event.node = sim::receiver_of(fault, nodes_.size());
    record_.add(event);
  } else if (const auto time = sim::lasts(fault)) {
    plan(fault, token, true, *time);
  }
  return why;
}

NoEffect LiveWorld::strike_target(const Fault& fault, sim::FaultToken token) {
  switch (sim::target_of(fault)) {
    case sim::Subject::client:
      return clients_[index(fault.client)]->strike(fault, token);
    case sim::Subject::node:
      return strike_node(fault, token);
    default:
      return any_link(fault, [&](FaultyLink& link) { return strike_link(fault, token, link); });
  }
}

void LiveWorld::end(const Fault& fault, sim::FaultToken token) {
  switch (fault.kind) {
    case FaultKind::pause:
      clients_[index(fault.client)]->resume(token);
      return;
    case FaultKind::stop:
    case FaultKind::kill:
    case FaultKind::refuse:
      struck_.end(fault, token);
      return;
    default:
      any_link(fault, [&](FaultyLink& link) {
        return end_on_link(fault.kind, token, link) ? NoEffect::none : NoEffect::nothing_kept;
      });
  }
}

template <class Visit>
NoEffect LiveWorld::any_link(const Fault& fault, Visit visit) {
  NoEffect why = NoEffect::not_connected;
  bool any = false;
  const auto strike = [&](FaultyLink& link) {
    why = visit(link);
    any |= why == NoEffect::none;
  };
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    const auto client = static_cast<ClientId>(c);
    if (fault.client != no_client && fault.client != client) continue;
    if (fault.node != no_node) {
      strike(proxy_.link(client, fault.node));
      continue;
    }
    for (std::size_t n = 0; n < nodes_.size(); ++n)
      strike(proxy_.link(client, static_cast<NodeId>(n)));
  }
  return any ? NoEffect::none : why;
}

NoEffect LiveWorld::strike_link(const Fault& fault, sim::FaultToken token, FaultyLink& link) {
  if (fault.kind == FaultKind::heal) return heal(link) ? NoEffect::none : NoEffect::nothing_kept;
  if (fault.kind == FaultKind::release)
    return end_on_link(FaultKind::hold, sim::every_fault, link) ? NoEffect::none
                                                                : NoEffect::nothing_held;
  const bool reset = fault.kind == FaultKind::reset;
  if (reset && !link.open()) return NoEffect::not_connected;
  if (auto event = sim::link_struck(fault, token, link.client(), link.node(), &trace_))
    record_.add(*event);
  if (reset) {
    link.reset();
  } else {
    link.strike(sim::link_fault(fault, token));
  }
  return NoEffect::none;
}

/// Ends the cut, slow or hold with that token on one link (every_fault: all of that kind).
bool LiveWorld::end_on_link(FaultKind kind, sim::FaultToken token, FaultyLink& link) {
  const std::size_t ending = link.count(kind, token);
  if (ending == 0) return false;
  const bool standing = link.standing() > ending;
  record_.add(sim::link_fault_over(kind, token, link.client(), link.node(), standing));
  link.end(kind, token);
  return true;
}

/// Ends every cut, slow and hold on one link.
bool LiveWorld::heal(FaultyLink& link) {
  constexpr FaultKind kinds[] = {FaultKind::cut, FaultKind::slow, FaultKind::hold};
  std::size_t ending = 0;
  for (const FaultKind kind : kinds) ending += link.count(kind, sim::every_fault);
  if (ending == 0) return false;
  const bool standing = link.standing() > ending;
  record_.add(
      sim::link_fault_over(FaultKind::cut, sim::every_fault, link.client(), link.node(), standing));
  for (const FaultKind kind : kinds) link.end(kind, sim::every_fault);
  return true;
}

// --- reports of the proxy

/// Returns the event of the given kind for a reply to the message of `about`.
sim::Event LiveWorld::told(const sim::Event& about, sim::EventKind kind, const Reply& reply) {
  sim::Event event = about;
  event.kind = kind;
  event.detail = static_cast<std::uint8_t>(reply.kind);
  event.value = reply.integer;
  event.text = sim::keep_text(reply, trace_);
  return event;
}

/// Records that a command ran: its reply has come, whether or not its client will ever read it.
void LiveWorld::answered(const LinkMessage& message) {
  if (!reader_ || !reader_->broken().empty() || reader_->in_the_middle()) reader_.emplace();
  reader_->feed(message.bytes);
  const std::optional<Reply> reply = reader_->next();
  // A reply that is too long is recorded when its client reads it. After NOSCRIPT, or a redirection
  // in a cluster, the command is sent again.
  if (!reply || (reply->is_error() && (reply->text.starts_with("NOSCRIPT") ||
                                       (servers_.login.cluster && redirection(reply->text)))))
    return;
  const NodeId node = message.about.node;
  sim::Event answer = told(message.about, sim::EventKind::ran, *reply);
  answer.at = record_.now_us();
  if (servers_.fleet && struck_.stage(node) == Stage::up)
    lateness_.note(std::min(message.served_in_us, answer.at - nodes_[index(node)].serves_since_us));
  if (struck_.stage(node) == Stage::coming_back && inference_.answers_now(message.about.message))
    is_back(node, inference_.keys_at(node), answer.at);
  inference_.heard(answer, *reply);
  after();
}

void LiveWorld::delayed(const LinkMessage& message, sim::FaultToken fault, Duration by) {
  if (message.about.message == 0) return;
  sim::Event event = message.about;
  event.kind = sim::EventKind::message_delayed;
  event.detail = message.way == Way::reply;
  event.value = us(by);
  event.fault = fault;
  record_.add(event);
}

void LiveWorld::dropped(ClientId client, NodeId node, sim::FaultToken fault) {
  sim::Event event{.client = client, .node = node, .kind = sim::EventKind::link_reset};
  event.fault = fault;
  event.text = trace_.keep("a message was dropped");
  record_.add(event);
}

void LiveWorld::lost(const LinkMessage& message, sim::Loss loss) {
  if (message.about.message == 0) return;
  sim::Event event = message.about;
  event.kind = sim::EventKind::message_lost;
  event.detail = message.way == Way::reply;
  event.reason = sim::reason_of(loss);
  event.text = trace_.keep(name(loss));
  record_.add(event);
}

void LiveWorld::unread(const LinkMessage& reply) {
  if (reply.about.message == 0) return;  // of the connection itself, or a pushed frame
  const bool gone = clients_[index(reply.about.client)]->crashed();
  lost(reply, gone ? sim::Loss::client_gone : sim::Loss::given_up);
}

}  // namespace locklab::app
