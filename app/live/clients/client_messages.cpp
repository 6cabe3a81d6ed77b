#include "app/live/clients/client_messages.h"

#include <algorithm>
#include <limits>

#include "lock/scripts.h"

namespace locklab::app {

namespace {

/// Visits the members of a LockConfig, in the same order at both ends. A test that sends only
/// unusual values catches a missing member.
template <class Config, class Visit>
void each_member(Config& lock, Visit visit) {
  visit(lock.key);
  visit(lock.more_keys);
  visit(lock.nodes);
  visit(lock.mode);
  visit(lock.permits);
  visit(lock.capacity);
  visit(lock.thread);
  visit(lock.ttl);
  visit(lock.node_timeout);
  visit(lock.retry_delay);
  visit(lock.retry_jitter);
  visit(lock.retry_count);
  visit(lock.on_lost);
  visit(lock.how);
  visit(lock.sell);
  visit(lock.takeover);
  visit(lock.renew);
  visit(lock.period);
  visit(lock.lease);
  visit(lock.max_renewals);
  visit(lock.stop_renewals);
  visit(lock.replicas);
  visit(lock.wait_timeout);
  visit(lock.extend);
  visit(lock.order);
  visit(lock.clock);
  visit(lock.check_validity);
  visit(lock.release_all);
  visit(lock.min_validity);
  visit(lock.drift_allowance);
  visit(lock.limit);
  visit(lock.window);
}

template <class Program, class Visit>
void each_member_of(Program& program, Visit visit) {
  visit(program.lock);
  visit(program.others);
  visit(program.steps);
  visit(program.start);
  visit(program.think);
  visit(program.rounds);
  visit(program.on_fail);
  visit(program.resource);
  visit(program.change);
}

template <class Step, class Visit>
void each_part(Step& step, Visit visit) {
  visit(step.kind);
  visit(step.lock);
  visit(step.named);
  visit(step.mode);
  visit(step.time);
}

struct Put {
  Command& message;

  void operator()(const std::string& text) const { message.add(text); }
  void operator()(Duration time) const { message.add(us(time)); }
  void operator()(const redis::Endpoint& endpoint) const { put(message, endpoint); }
  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void operator()(Number number) const { message.add(static_cast<std::int64_t>(number)); }
  template <class Value>
  void operator()(const std::optional<Value>& value) const {
    message.add(std::int64_t{value.has_value()});
    if (value) (*this)(*value);
  }
  template <class Value>
  void operator()(const std::vector<Value>& all) const {
    message.add(static_cast<std::int64_t>(all.size()));
    for (const Value& one : all) (*this)(one);
  }
  void operator()(const LockConfig& lock) const { each_member(lock, *this); }
  void operator()(const sim::KnownStep& step) const { each_part(step, *this); }
};

struct Take {
  MessageReader& from;

  void operator()(std::string& text) const { text = from.text(); }
  void operator()(Duration& time) const { time = Duration(from.number()); }
  void operator()(redis::Endpoint& endpoint) const { endpoint = read_endpoint(from); }
  template <class Number>
  requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void operator()(Number& number) const { number = from.number<Number>(); }
  template <class Value>
  void operator()(std::optional<Value>& value) const {
    value.reset();
    if (from.number() != 0) (*this)(value.emplace());
  }
  template <class Value>
  void operator()(std::vector<Value>& all) const {
    all.clear();
    for (std::int64_t left = from.number(); left > 0 && from.more(); --left)
      (*this)(all.emplace_back());
  }
  void operator()(LockConfig& lock) const { each_member(lock, *this); }
  void operator()(sim::KnownStep& step) const { each_part(step, *this); }
};

}  // namespace

void put(Command& message, const ClientSetting& setting) {
  const Put add{message};
  add(setting.self);
  add(setting.nodes);
  add(setting.login.user);
  add(setting.login.password);
  add(setting.login.database);
  add(setting.login.cluster);
  add(setting.login.certain);
  message.add(setting.program.strategy->id);
  each_member_of(setting.program, add);
  add(setting.clock.offset_us());
  add(setting.clock.ppm());
  add(setting.routes);
  add(setting.first_reached);
}

ClientSetting read_setting(MessageReader& from) {
  ClientSetting setting;
  const Take take{from};
  take(setting.self);
  take(setting.nodes);
  take(setting.login.user);
  take(setting.login.password);
  take(setting.login.database);
  take(setting.login.cluster);
  take(setting.login.certain);
  setting.program.strategy = find_strategy(from.text());
  each_member_of(setting.program, take);
  const std::int64_t offset_us = from.number();
  setting.clock = sim::Clock(offset_us, from.number());
  take(setting.routes);
  take(setting.first_reached);
  return setting;
}

void put(Command& message, const Reply& reply) {
  message.add(static_cast<std::int64_t>(reply.kind)).add(reply.integer).add(reply.text);
  message.add(static_cast<std::int64_t>(reply.items.size()));
  for (const Reply& item : reply.items) put(message, item);
}

Reply read_reply(MessageReader& from) {
  Reply reply;
  reply.kind = from.number<Reply::Kind>();
  reply.integer = from.number();
  reply.text = from.text();
  for (std::int64_t left = from.number(); left > 0 && from.more(); --left)
    reply.items.add() = read_reply(from);
  return reply;
}

void put(Command& message, const redis::Endpoint& endpoint) {
  message.add(endpoint.host).add(std::int64_t{endpoint.port}).add(as_bytes(endpoint.address));
  message.add(std::int64_t{endpoint.address_length});
}

redis::Endpoint read_endpoint(MessageReader& from) {
  redis::Endpoint endpoint;
  endpoint.host = from.text();
  endpoint.port = from.number<std::uint16_t>();
  endpoint.address = from.bytes<sockaddr_storage>();
  endpoint.address_length = from.number<socklen_t>();
  return endpoint;
}

void put(Command& message, const std::vector<NodeId>& nodes) { Put{message}(nodes); }

std::vector<NodeId> read_nodes(MessageReader& from) {
  std::vector<NodeId> nodes;
  Take{from}(nodes);
  return nodes;
}

void put(Command& message, const Command& command) {
  message.add(static_cast<std::int64_t>(command.purpose)).add(std::int64_t{command.acquisition});
  message.add(command.packed());
}

Command read_command(MessageReader& from) {
  Command command;
  command.purpose = from.number<Purpose>();
  command.acquisition = from.number<std::uint32_t>();
  const std::string_view packed = from.text();
  if (well_packed(packed))
    for (std::string_view word : PackedWords(packed)) command.add(word);
  return command;
}

void put(Command& message, const sim::Event& event, const sim::Trace& trace) {
  message.add(as_bytes(event));
  if (event.text != sim::no_text) message.add(trace.text(event));
  if (event.key != sim::no_name) message.add(trace.name_of(event.key));
  if (event.place != sim::no_name) {
    const sim::Place& place = trace.places()[event.place];
    message.add(place.file).add(std::int64_t{place.line});
  }
}

sim::Event read_event(MessageReader& from, sim::Trace& trace) {
  sim::Event event = from.bytes<sim::Event>();
  if (event.text != sim::no_text) event.text = trace.keep(from.text());
  if (event.key != sim::no_name) event.key = trace.name_id(from.text());
  if (event.place != sim::no_name) {
    sim::Place place{.file = std::string(from.text()), .line = 0};
    place.line = from.number<std::uint32_t>();
    event.place = trace.place_id(place);
  }
  return event;
}

}  // namespace locklab::app
