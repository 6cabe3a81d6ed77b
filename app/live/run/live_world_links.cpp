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

auto LiveWorld::links() {
  return sim::LinkStrikes{
      [this](ClientId client, NodeId node) -> FaultyLink& { return proxy_.link(client, node); },
      [this](sim::Event event) { record_.add(event); }, clients_.size(), nodes_.size(), &trace_};
}

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
      return links().strike(fault, token);
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
      links().end(fault, token);
  }
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
  event.detail = static_cast<std::uint8_t>(message.way == Way::reply ? sim::LostPart::reply
                                                                     : sim::LostPart::request);
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
