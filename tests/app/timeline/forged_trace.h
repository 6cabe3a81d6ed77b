// Traces written by hand, so that a timeline is tested without a world.
#pragma once

#include <optional>
#include <string>

#include "lock/trace.h"

namespace locklab::app {

class ForgedTrace {
 public:
  ForgedTrace(std::vector<std::string> clients, std::vector<std::string> nodes) {
    trace.info.scenario = "forged";
    trace.info.title = "Written by hand";
    trace.info.strategy = "set_px_lua";
    trace.info.world = "simulated";
    trace.info.seed = 1;
    trace.info.ttl_us = 50'000;
    trace.info.clients = std::move(clients);
    trace.info.replica_of.assign(nodes.size(), -1);
    trace.info.nodes = std::move(nodes);
  }

  ForgedTrace& at(std::int64_t us) {
    now_ = us;
    return *this;
  }

  Event make(EventKind kind) const {
    Event e;
    e.at = now_;
    e.kind = kind;
    return e;
  }

  /// What a client says of itself.
  std::size_t note(int client, EventKind kind, std::uint32_t acquisition = 0,
                   std::string_view text = {}, std::int64_t value = -1) {
    Event e = make(kind);
    e.client = ClientId{static_cast<std::uint16_t>(client)};
    e.acquisition = acquisition;
    e.value = value;
    e.key = trace.name_id("locklab:lock");
    if (!text.empty()) e.text = trace.keep(text);
    return add(e);
  }

  std::uint32_t sent(int client, NodeId node, const Command& command) {
    Event e = message(EventKind::sent, client, node, ++messages_);
    e.purpose = command.purpose;
    e.acquisition = command.acquisition;
    e.text = trace.keep(command.packed());
    add(e);
    return messages_;
  }

  std::size_t answered(EventKind kind, int client, NodeId node, std::uint32_t message_number,
                       const Reply& reply) {
    Event e = message(kind, client, node, message_number);
    e.detail = static_cast<std::uint8_t>(reply.kind);
    e.value = reply.integer;
    if (!reply.text.empty()) e.text = trace.keep(reply.text);
    return add(e);
  }

  std::size_t key(EventKind kind, int client, NodeId node, std::uint32_t message_number = 0) {
    Event e = message(kind, client, node, message_number);
    e.key = trace.name_id("locklab:lock");
    e.value = 50'000;
    if (kind == EventKind::key_set) e.text = trace.keep("7f3a");
    return add(e);
  }

  std::size_t add(const Event& e) {
    trace.add(e);
    return trace.size() - 1;
  }

  Event message(EventKind kind, int client, NodeId node, std::uint32_t number) const {
    Event e = make(kind);
    e.client = client < 0 ? no_client : ClientId{static_cast<std::uint16_t>(client)};
    e.node = node;
    e.message = number;
    return e;
  }

  /// A whole undisturbed exchange that takes 2 ms, beginning now.
  void exchange(int client, NodeId node, const Command& command, const Reply& reply,
                std::optional<EventKind> key_change = std::nullopt) {
    const std::int64_t begin = now_;
    const std::uint32_t number = sent(client, node, command);
    at(begin + 1000);
    if (key_change) key(*key_change, client, node, number);
    answered(EventKind::ran, client, node, number, reply);
    at(begin + 2000);
    answered(EventKind::received, client, node, number, reply);
  }

  Trace trace;

 private:
  std::int64_t now_ = 0;
  std::uint32_t messages_ = 0;
};

inline Token token(std::uint32_t acquisition) {
  return Token::from_bits(0x7f3a'0000'0000'0000u + acquisition, 7, acquisition);
}

inline Command claim(std::uint32_t acquisition) {
  Command command = set_nx_px("locklab:lock", token(acquisition).text(), 50ms);
  return command.by(token(acquisition), Purpose::claim);
}

}  // namespace locklab::app
