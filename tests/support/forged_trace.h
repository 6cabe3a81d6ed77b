// A trace composed in code, for tests that judge or draw a history without running one:
//
//   Forged f;
//   f.by("alice").attempt().key_set(50ms).acquired().entered().at(50ms).on("n1").key_expired();
//
// Every call appends one event. `at`, `by`, `on`, `lock` and `within` set what the next events have
// in common.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/lock_config.h"
#include "lock/time.h"
#include "sim/trace/trace.h"

namespace locklab {

class Forged {
 public:
  Forged() {
    trace_.info.scenario = trace_.info.strategy = "forged";
    trace_.info.title = "Written by hand";
    trace_.info.world = "simulated";
    trace_.info.ttl_us = 50'000;
    trace_.info.bound_us = 100'000;
    nodes({"n1"});
  }

  // ---- the run ----
  /// Names clients. Others are added when they first do something.
  Forged& clients(std::vector<std::string> names) {
    trace_.info.clients = std::move(names);
    return *this;
  }
  Forged& nodes(std::vector<std::string> names) {
    trace_.info.nodes = std::move(names);
    trace_.info.replica_of.assign(trace_.info.nodes.size(), -1);
    trace_.info.lock_nodes = static_cast<std::uint32_t>(trace_.info.nodes.size());
    trace_.info.needs = trace_.info.lock_nodes / 2 + 1;
    node_ = NodeId{0};
    return *this;
  }
  Forged& replica(std::string_view name, std::string_view of) {
    trace_.info.replica_of.push_back(static_cast<std::int32_t>(index(node_named(of))));
    trace_.info.nodes.emplace_back(name);
    return *this;
  }
  sim::TraceInfo& info() { return trace_.info; }
  Forged& admits(std::uint32_t n) { return trace_.info.admits = n, *this; }
  Forged& needs(std::uint32_t n) { return trace_.info.needs = n, *this; }
  Forged& quota(std::int64_t limit, Duration window) {
    trace_.info.quota_limit = limit;
    trace_.info.quota_window_us = us(window);
    return admits(0);
  }

  // ---- what the next events have in common ----
  Forged& at(Duration time) { return now_ = us(time), *this; }
  Forged& by(std::string_view client) { return client_ = client_named(client), *this; }
  Forged& on(std::string_view node) { return node_ = node_named(node), *this; }
  Forged& lock(std::string_view key) { return lock_ = key, *this; }
  /// The next event happened within this interval before `at`.
  Forged& within(Duration interval) { return since_ = us(interval), *this; }
  /// The token of the fault that the next event begins or ends. 0, the default, means none, or all
  /// of the kind.
  Forged& token(std::uint16_t fault) { return token_ = fault, *this; }
  /// The acquisition of this client's next events; attempt() counts it up.
  Forged& acquisition(std::uint32_t n) { return acquisitions_[client_] = n, *this; }

  // ---- messages ----
  Forged& sent(Purpose purpose) {
    ++message_;
    return add(sim::EventKind::sent, {.purpose = purpose, .keyed = false});
  }
  Forged& ran() { return add(sim::EventKind::ran, {.keyed = false}); }
  Forged& received(Reply::Kind kind = Reply::Kind::status) {
    return add(sim::EventKind::received,
               {.detail = static_cast<std::uint8_t>(kind), .keyed = false});
  }
  Forged& timed_out(std::string_view why = {}) {
    return add(sim::EventKind::timed_out, {.text = why, .keyed = false});
  }
  Forged& timed_out(Silence silence) {
    return add(sim::EventKind::timed_out,
               {.reason = sim::reason_of(silence), .text = name(silence), .keyed = false});
  }
  Forged& message_lost() { return add(sim::EventKind::message_lost, {.keyed = false}); }
  std::uint32_t last_message() const { return message_; }
  Forged& message(std::uint32_t number) { return message_ = number, *this; }

  // ---- messages with their words ----
  Forged& asks(const Command& command) {
    ++message_;
    const std::string_view words = command.packed();
    return add(sim::EventKind::sent, {.purpose = command.purpose, .text = words, .keyed = false});
  }
  Forged& ran(const Reply& reply) { return answer(sim::EventKind::ran, reply); }
  Forged& received(const Reply& reply) { return answer(sim::EventKind::received, reply); }
  /// A whole undisturbed exchange of 2 ms, beginning now. `changed`: the event of the lock's key.
  Forged& exchange(const Command& command, const Reply& reply,
                   std::optional<sim::EventKind> changed = std::nullopt) {
    asks(command);
    now_ += 1000;
    if (changed == sim::EventKind::key_set) key_set(Duration(trace_.info.ttl_us));
    if (changed == sim::EventKind::key_deleted) key_deleted();
    ran(reply);
    now_ += 1000;
    return received(reply);
  }
  /// The current client's claim of the current acquisition.
  Command claim() {
    const std::uint32_t number = acquisitions_[client_];
    const Token token = Token::from_bits(0x7f3a'0000'0000'0000u + number, 7, number);
    Command command = set_nx_px(lock_, token.text(), Duration(trace_.info.ttl_us));
    return command.by(token, Purpose::claim);
  }

  // ---- keys: `nullopt` is no expiry ----
  Forged& key_set(std::optional<Duration> lease, Purpose purpose = Purpose::claim) {
    return add(sim::EventKind::key_set, {.value = lease ? us(*lease) : -1, .purpose = purpose});
  }
  /// Sets the value of keys that are set from now on.
  Forged& value(std::string_view text) { return value_ = text, *this; }
  /// A replica's copy of the key, attributed to the current client or to none.
  Forged& copied(Duration lease, bool of_client = false) {
    return add(sim::EventKind::key_set, {.value = us(lease), .detail = 1, .client = of_client});
  }
  Forged& key_lease(Duration lease, Purpose purpose) {
    return add(sim::EventKind::key_lease, {.value = us(lease), .purpose = purpose});
  }
  Forged& key_deleted(Purpose purpose = Purpose::release) {
    return add(sim::EventKind::key_deleted, {.purpose = purpose});
  }
  Forged& key_expired(Duration late = Duration(0)) {
    return add(sim::EventKind::key_expired, {.value = us(late), .client = false});
  }
  Forged& key_lost(sim::KeyLoss how = sim::KeyLoss::forgotten) {
    return add(sim::EventKind::key_lost,
               {.detail = static_cast<std::uint8_t>(how), .client = false});
  }

  // ---- clients ----
  Forged& attempt() {
    ++acquisitions_[client_];
    return add(sim::EventKind::attempt, {.node = false});
  }
  /// An attempt in this mode, for this number of permits.
  Forged& attempt(Mode mode, std::int64_t permits = 0) {
    ++acquisitions_[client_];
    return add(sim::EventKind::attempt,
               {.value = permits, .detail = static_cast<std::uint8_t>(mode), .node = false});
  }
  Forged& started() { return note(sim::EventKind::started); }
  Forged& refused(std::string_view why = {}) {
    return add(sim::EventKind::refused, {.text = why, .node = false});
  }
  Forged& refused(Refusal refusal) {
    return add(sim::EventKind::refused,
               {.reason = sim::reason_of(refusal), .text = name(refusal), .node = false});
  }
  Forged& acquired() { return note(sim::EventKind::acquired); }
  Forged& acquired(Duration believes_in) {
    return add(sim::EventKind::acquired, {.value = us(believes_in), .node = false});
  }
  Forged& acquired_with_token(std::int64_t token) {
    return add(sim::EventKind::acquired, {.value = -1, .extra = token, .node = false});
  }
  Forged& entered() { return note(sim::EventKind::entered); }
  Forged& left() { return note(sim::EventKind::left); }
  Forged& renewed() { return note(sim::EventKind::renewed); }
  Forged& releasing() { return note(sim::EventKind::releasing); }
  Forged& released(Released outcome = Released::released) {
    return add(sim::EventKind::released,
               {.detail = static_cast<std::uint8_t>(outcome), .node = false});
  }
  Forged& gave_up() { return note(sim::EventKind::gave_up); }
  /// Gives up and works without the lock.
  Forged& goes_on(sim::Entry entry = sim::Entry::without_lock) {
    return gave_up().crosses(sim::EventKind::entered, entry);
  }
  /// The end of that work.
  Forged& left_without(sim::Entry entry = sim::Entry::without_lock) {
    return crosses(sim::EventKind::left, entry);
  }
  Forged& crosses(sim::EventKind way, sim::Entry entry) {
    return add(way, {.detail = static_cast<std::uint8_t>(entry), .node = false});
  }
  Forged& finished() { return add(sim::EventKind::finished, {.node = false, .keyed = false}); }
  /// The events attempt, acquired and entered at once.
  Forged& gets_in() { return attempt().acquired().entered(); }
  /// The events left, releasing and released at once.
  Forged& gets_out() { return left().releasing().released(); }

  // ---- the resource ----
  Forged& read(std::int64_t value, std::int64_t token = -1) {
    return touch(sim::EventKind::resource_read, value, token, 0);
  }
  Forged& wrote(std::int64_t value, std::int64_t token = -1) {
    return touch(sim::EventKind::resource_wrote, value, token, 0);
  }
  Forged& wrote_atomically(std::int64_t value) {
    return touch(sim::EventKind::resource_wrote, value, -1, 1);
  }
  Forged& rejected(std::int64_t value, std::int64_t token) {
    return touch(sim::EventKind::resource_rejected, value, token, 1);
  }
  /// The current node's value of the resource at the end of the run.
  Forged& finally(std::int64_t value) {
    sim::Event event = base(sim::EventKind::resource_final, {.value = value, .client = false});
    event.key = trace_.name_id(trace_.info.resource);
    return append(event);
  }

  // ---- faults ----
  /// Faults of the current client, of the current node, or of the link between them.
  Forged& client_fault(sim::EventKind kind) { return add(kind, {.node = false, .keyed = false}); }
  Forged& node_fault(sim::EventKind kind) { return add(kind, {.client = false, .keyed = false}); }
  Forged& link_fault(sim::EventKind kind) { return add(kind, {.detail = 3, .keyed = false}); }
  Forged& crashed() { return client_fault(sim::EventKind::client_crashed); }
  Forged& paused() { return client_fault(sim::EventKind::client_paused); }
  Forged& paused_for_ever() {
    return add(sim::EventKind::client_paused, {.value = -1, .node = false, .keyed = false});
  }
  Forged& resumed() { return client_fault(sim::EventKind::client_resumed); }
  Forged& killed() { return node_fault(sim::EventKind::node_killed); }
  Forged& power_lost() {
    return add(sim::EventKind::node_killed, {.detail = 1, .client = false, .keyed = false});
  }
  Forged& cut() { return link_fault(sim::EventKind::link_cut); }
  Forged& slowed(Duration by) {
    return add(sim::EventKind::link_slowed, {.value = us(by), .detail = 3, .keyed = false});
  }

  /// Sets the wall clock of the current client, or node, to this offset.
  Forged& client_clock(Duration offset, std::int64_t ppm = 0) {
    return add(sim::EventKind::client_clock,
               {.value = us(offset), .extra = ppm, .node = false, .keyed = false});
  }
  Forged& node_clock(Duration offset, std::int64_t ppm = 0) {
    return add(sim::EventKind::node_clock,
               {.value = us(offset), .extra = ppm, .client = false, .keyed = false});
  }

  Forged& ended() {
    return add(sim::EventKind::ended, {.client = false, .node = false, .keyed = false});
  }

  std::size_t last() const { return trace_.size() - 1; }
  const sim::Trace& trace() const { return trace_; }

 private:
  struct Fields {
    std::int64_t value = 0;
    std::int64_t extra = -1;
    Purpose purpose = Purpose::other;
    std::uint8_t detail = 0;
    sim::ReasonCode reason = sim::ReasonCode::unknown;
    std::string_view text;
    bool client = true;
    bool node = true;
    bool keyed = true;
  };

  Forged& note(sim::EventKind kind) { return add(kind, {.node = false}); }
  Forged& answer(sim::EventKind kind, const Reply& reply) {
    return add(kind, {.value = reply.integer,
                      .detail = static_cast<std::uint8_t>(reply.kind),
                      .text = reply.text,
                      .keyed = false});
  }
  Forged& touch(sim::EventKind kind, std::int64_t value, std::int64_t token, std::uint8_t detail) {
    sim::Event event = base(kind, {.value = value, .extra = token, .detail = detail});
    event.node = resource_node;
    event.key = trace_.name_id(trace_.info.resource);
    return append(event);
  }
  Forged& add(sim::EventKind kind, const Fields& fields) { return append(base(kind, fields)); }
  sim::Event base(sim::EventKind kind, const Fields& fields) {
    sim::Event event;
    event.kind = kind;
    event.at = now_;
    event.since_us = static_cast<std::uint32_t>(since_);
    event.value = fields.value;
    event.extra = fields.extra;
    event.purpose = fields.purpose;
    event.detail = fields.detail;
    event.reason = fields.reason;
    event.fault = token_;
    if (fields.client) {
      event.client = client_;
      event.acquisition = acquisitions_[client_];
    }
    if (fields.node) {
      event.node = node_;
      event.message = message_;
    }
    if (fields.keyed) event.key = trace_.name_id(lock_);
    if (!fields.text.empty()) event.text = trace_.keep(fields.text);
    if (kind == sim::EventKind::key_set) event.text = trace_.keep(value_);
    return event;
  }
  Forged& append(const sim::Event& event) {
    trace_.add(event);
    since_ = 0;
    token_ = 0;
    return *this;
  }
  ClientId client_named(std::string_view name) {
    auto& names = trace_.info.clients;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return ClientId(i);
    names.emplace_back(name);
    return ClientId(names.size() - 1);
  }
  NodeId node_named(std::string_view name) const {
    const auto& names = trace_.info.nodes;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i] == name) return NodeId(i);
    return name == trace_.info.resource ? resource_node : no_node;
  }

  sim::Trace trace_;
  std::int64_t now_ = 0;
  std::int64_t since_ = 0;
  std::uint16_t token_ = 0;
  ClientId client_{0};
  NodeId node_{0};
  std::string lock_ = "locklab:lock";
  std::string value_ = "1";
  std::uint32_t message_ = 0;
  std::map<ClientId, std::uint32_t> acquisitions_;
};

}  // namespace locklab
