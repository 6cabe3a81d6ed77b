#include "app/live/inference/inference.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "lock/redirection.h"
#include "sim/scenario/resource_commands.h"

namespace locklab::app {

namespace {

using Change = ShadowServer::Change;
using ChangeKind = sim::KeyChange::Kind;

std::uint32_t interval(std::int64_t since, std::int64_t at) {
  const std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(at - since, 0, longest));
}

}  // namespace

void Inference::before(const sim::Event& event, const Reply* reply) {
  for (const OpenCommand& lost : open_.close_lost(event.at)) closed(lost);
  forget_expired(event.at);
  if (event.node == resource_node) return;  // the resource is the lab's, and records its own events
  if (event.kind == sim::EventKind::received && reply) {
    answered(event, *reply);
  } else {
    look_at(event);
  }
  tell_writes(event.at, event.kind == sim::EventKind::ended);
}

void Inference::look_at(const sim::Event& event) {
  if (event.kind == sim::EventKind::sent) return open_.sent(event);
  if (event.kind == sim::EventKind::timed_out) return open_.given_up(event.message, event.at);
  if (!strikes(event.kind) && !ends_fault(event.kind)) return;
  if (!faults_) faults_.emplace(trace_.info);
  faults_->on(event);
  if (event.kind == sim::EventKind::node_clock) return beliefs_.clock_changed(event);
  if (event.kind == sim::EventKind::node_killed) open_.node_died(event.node);
  if (event.client != no_client && faults_->clients().crashed(event.client))
    open_.client_gone(event.client, event.at);
  if (event.node == no_node) return;
  open_.node_stopped(event.node,
                     faults_->nodes().condition(event.node) == sim::NodeCondition::frozen);
  beliefs_.looks(event.node, !faults_->nodes().down(event.node));
}

void Inference::is_back(const sim::Event& restarted) {
  beliefs_.looks(restarted.node, true);  // a starting server checks its keys
  before(restarted, nullptr);
}

void Inference::answered(const sim::Event& received, const Reply& reply) {
  std::optional<OpenCommand> command = open_.close(received.message);
  if (!command) return;
  if (!command->heard) ran_before(*command, received, reply);
  closed(*command);
}

void Inference::heard(const sim::Event& answer, const Reply& reply) {
  forget_expired(answer.at);
  OpenCommand* command = open_.find(answer.message);
  if (!command || command->heard) return;
  command->heard = true;  // it no longer explains other replies
  ran_before(*command, answer, reply);
  closed(*command);
}

/// Records that a command ran before its reply came, and its effects unless they were inferred
/// before.
void Inference::ran_before(OpenCommand& command, const sim::Event& answer, const Reply& reply) {
  sim::Event ran = answer;
  ran.kind = sim::EventKind::ran;
  ran.since_us = interval(command.sent.at, answer.at);
  trace_.add(ran);

  const bool told = command.told && agrees(reply, *command.told);
  if (!told) settle(command, reply, answer.at);

  if (!sim::is_atomic_work(command.sent.purpose, reply)) return;
  sim::Event wrote = ran;
  wrote.kind = sim::EventKind::resource_wrote;
  wrote.key = trace_.name_id(trace_.info.resource);
  wrote.value = reply.integer;
  wrote.text = sim::no_text;
  wrote.detail = 1;
  writes_.push_back({wrote, command.counted_down});
}

void Inference::settle(OpenCommand& command, const Reply& reply, std::int64_t at) {
  const bool queued = reply.kind == Reply::Kind::status && reply.text == "QUEUED";
  if (command.keys.empty() || reply.is_error() || queued) return;
  const ShadowServer::Saved before = beliefs_.save(command);
  ShadowServer::Result result = beliefs_.run(command);
  if (!agrees(reply, result.reply)) {
    beliefs_.shadow(command.sent.node).restore(before);
    const std::optional<Story> story = search_.explain(command, reply, at);
    if (!story) return;
    for (const Move& move : *story) tell(move, at);
    return tell_run(command, at, false);
  }
  tell_effects(command, before, result, at, false);
}

void Inference::tell(const Move& move, std::int64_t at) {
  const std::string_view key = beliefs_.name(move.key);
  switch (move.kind) {
    case Move::Kind::expired:
      return expire(move.key, at);
    case Move::Kind::ran: {
      OpenCommand& command = *open_.find(move.message);
      tell_run(command, at, true);
      if (!command.given_up) return;  // its own reply is still to come
      closed(*open_.close(move.message));
      return;
    }
    case Move::Kind::gone:
      return lose(move.key, beliefs_.find(move.key)->known_us, at, sim::KeyLoss::vanished);
    case Move::Kind::held:
      beliefs_.unleased(move.key);
      beliefs_.seen(move.key, {no_client, 0}, at);
      return beliefs_.shadow(move.key.first).put(key, move.value);
  }
}

/// Runs a command on its server's shadow, which keeps the result, and records its effects. `unseen`
/// is true if the command's own reply has not come.
void Inference::tell_run(OpenCommand& command, std::int64_t at, bool unseen) {
  const ShadowServer::Saved before = beliefs_.save(command);
  const ShadowServer::Result result = beliefs_.run(command);
  if (unseen) command.told = result.reply;
  tell_effects(command, before, result, at, unseen);
}

void Inference::tell_effects(OpenCommand& command, const ShadowServer::Saved& before,
                             const ShadowServer::Result& result, std::int64_t at, bool unseen) {
  command.counted_down = counted_down(before, result.changes);
  for (const Change& change : result.changes) tell(change, command.sent, at, unseen);
}

void Inference::tell(const Change& change, const sim::Event& sent, std::int64_t at, bool unseen) {
  const KeyId key{sent.node, trace_.name_id(change.key)};
  if (change.kind == ChangeKind::deleted) {
    const BelievedKey* state = beliefs_.find(key);
    const std::int64_t since = state && unseen ? std::max(sent.at, state->known_us) : sent.at;
    beliefs_.gone(key, at);
    return add(sim::EventKind::key_deleted, key, &sent, since, at);
  }
  std::int64_t left_us = change.lease_us;
  if (change.kind == ChangeKind::set) beliefs_.seen(key, {sent.client, sent.acquisition}, at);
  if (change.lease == Change::Lease::none) beliefs_.unleased(key);
  if (change.lease == Change::Lease::given) beliefs_.leased(key, left_us, sent.at, at);
  if (change.lease == Change::Lease::kept) {
    const BelievedKey* state = beliefs_.find(key);
    left_us = state->leased ? std::max<std::int64_t>(state->latest_end_us - at, 0) : -1;
  }
  if (change.kind == ChangeKind::set) {
    add(sim::EventKind::key_set, key, &sent, sent.at, at, left_us, change.value);
  } else {
    add(sim::EventKind::key_lease, key, &sent, sent.at, at, left_us);
  }
}

void Inference::expire(const KeyId& key, std::int64_t at) {
  const BelievedKey& state = *beliefs_.find(key);
  const std::int64_t since = state.earliest_end_us;
  const std::int64_t late_us =
      state.ends_unseen ? -1 : std::max<std::int64_t>(at - state.latest_end_us, 0);
  beliefs_.gone(key, at);
  beliefs_.shadow(key.first).remove(beliefs_.name(key));
  add(sim::EventKind::key_expired, key, nullptr, since, at, late_us);
}

/// Records that a key is gone, although no command of the run has removed it and its lease, if any,
/// had not ended.
void Inference::lose(const KeyId& key, std::int64_t since, std::int64_t at, sim::KeyLoss how) {
  beliefs_.gone(key, at);
  beliefs_.shadow(key.first).remove(beliefs_.name(key));
  sim::Event gone;
  gone.at = at;
  gone.since_us = interval(since, at);
  gone.node = key.first;
  gone.key = key.second;
  gone.kind = sim::EventKind::key_lost;
  gone.detail = static_cast<std::uint8_t>(how);
  trace_.add(gone);
}

void Inference::forget_expired(std::int64_t at) {
  for (auto next = beliefs_.next_end(); next && next->first <= at; next = beliefs_.next_end()) {
    const auto [end, key] = *next;
    if (may_be_prolonged(key)) {
      beliefs_.doubt(key);
    } else {
      const std::int64_t last = trace_.empty() ? 0 : trace_.back().at;
      expire(key, std::max(end, last));
    }
  }
}

/// Whether a command with an unknown outcome may have extended the key's lease, or set the key
/// again.
bool Inference::may_be_prolonged(const KeyId& key) {
  for (const std::uint32_t message : open_.may_have_run(key, {beliefs_.find(key)->setter})) {
    const OpenCommand& command = *open_.find(message);
    const ShadowServer::Saved before = beliefs_.save(command);
    const ShadowServer::Result result = beliefs_.run(command);
    beliefs_.shadow(key.first).restore(before);
    for (const Change& change : result.changes)
      if (change.key == beliefs_.name(key) && change.kind != ChangeKind::deleted) return true;
  }
  return false;
}

void Inference::closed(const OpenCommand& command) {
  for (const KeyId& key : command.keys) beliefs_.settle(key);
}

std::optional<std::int64_t> Inference::next_expiry_us() const {
  const auto next = beliefs_.next_end();
  return next ? std::optional(next->first) : std::nullopt;
}

void Inference::assume(NodeId node, std::string_view key, std::string_view value) {
  beliefs_.seen({node, trace_.name_id(key)}, {no_client, 0}, 0);
  beliefs_.shadow(node).put(key, value);
}

bool Inference::may_exist(NodeId node, std::string_view key) {
  const KeyId id{node, trace_.name_id(key)};
  return beliefs_.find(id) || !open_.may_have_run(id, {}).empty();
}

void Inference::node_forgot(NodeId node, std::int64_t at_us) {
  for (const KeyId& key : beliefs_.keys_of(node))
    add(sim::EventKind::key_lost, key, nullptr, at_us, at_us);
  beliefs_.node_forgot(node, at_us);
  open_.node_forgot(node);
}

void Inference::node_kept(NodeId node, const std::vector<sim::Effect>& keys, std::int64_t wall_us,
                          std::int64_t at_us) {
  const auto is_kept = [&](std::string_view name) {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const sim::Effect& key) { return key.key == name; });
  };
  for (const KeyId& key : beliefs_.keys_of(node)) {
    if (is_kept(beliefs_.name(key))) continue;
    add(sim::EventKind::key_lost, key, nullptr, at_us, at_us);
    beliefs_.gone(key, at_us);
  }
  ShadowServer& shadow = beliefs_.shadow(node);
  for (const sim::Effect& kept : keys) {
    const KeyId key{node, trace_.name_id(kept.key)};
    const std::optional<sim::KeyValue> before = shadow.value_of(kept.key);
    const std::int64_t left_us = kept.deadline_ms < 0 ? -1 : kept.deadline_ms * 1'000 - wall_us;
    if (!is_old_news(key, left_us, at_us) || before != kept.value) {
      beliefs_.seen(key, {no_client, 0}, at_us);
      beliefs_.unleased(key);
      if (left_us >= 0) beliefs_.leased(key, left_us, at_us, at_us);
      add(sim::EventKind::key_set, key, nullptr, at_us, at_us, left_us, sim::shown(*kept.value));
    }
  }
  shadow.become(keys);
  open_.node_forgot(node);
}

void Inference::keys_removed(NodeId node, const std::vector<std::string>& keys, sim::KeyLoss how,
                             std::int64_t since_us, std::int64_t at_us) {
  for (const std::string& key : keys) lose({node, trace_.name_id(key)}, since_us, at_us, how);
}

void Inference::slot_moved(std::uint16_t slot, NodeId from, NodeId to, std::int64_t at_us) {
  forget_expired(at_us);
  for (const KeyId& key : beliefs_.keys_of(from))
    if (slot_of_key(beliefs_.name(key)) == slot) take_along(key, to, at_us);
}

/// Moves a key to another node. MIGRATE sends the rest of its lease, which then runs by that
/// node's clock.
void Inference::take_along(const KeyId& key, NodeId to, std::int64_t at_us) {
  const BelievedKey before = *beliefs_.find(key);
  const KeyId there{to, key.second};
  const std::string name(beliefs_.name(key));
  beliefs_.shadow(to).restore(beliefs_.shadow(key.first).save({name}));
  beliefs_.seen(there, before.setter, at_us);
  beliefs_.unleased(there);
  const std::int64_t left_us = std::max<std::int64_t>(before.latest_end_us - at_us, 0);
  if (before.leased)
    beliefs_.leased(there, left_us, before.earliest_end_us - left_us,
                    before.latest_end_us - left_us);
  sim::Event setter;
  setter.client = before.setter.first;
  setter.acquisition = before.setter.second;
  const std::optional<sim::KeyValue> value = beliefs_.shadow(to).value_of(name);
  add(sim::EventKind::key_set, there, &setter, at_us, at_us, before.leased ? left_us : -1,
      value ? sim::shown(*value) : std::string());
  lose(key, at_us, at_us, sim::KeyLoss::moved);
}

/// Whether the key was already believed to exist with a lease that ends `left_us` after `at_us`, up
/// to rounding errors, or without a lease if `left_us` is negative.
bool Inference::is_old_news(const KeyId& key, std::int64_t left_us, std::int64_t at_us) const {
  constexpr std::int64_t rounding_us = 2'000;
  const BelievedKey* known = beliefs_.find(key);
  if (!known || known->leased != (left_us >= 0)) return false;
  return !known->leased || (at_us + left_us >= known->earliest_end_us - rounding_us &&
                            at_us + left_us <= known->latest_end_us + rounding_us);
}

/// Records atomic writes in the order in which they ran, once no client waits for the reply to a
/// write, or at the end (`all`). Replies may come in another order, but each contains the counter,
/// and a counter that only falls (or only rises) gives the order.
void Inference::tell_writes(std::int64_t at, bool all) {
  if (writes_.empty() || (open_.writes_awaited() && !all)) return;
  std::stable_sort(writes_.begin(), writes_.end(), [](const AtomicWrite& a, const AtomicWrite& b) {
    return a.falls ? a.event.value > b.event.value : a.event.value < b.event.value;
  });
  for (const AtomicWrite& write : std::exchange(writes_, {})) {
    sim::Event wrote = write.event;
    const std::int64_t since = wrote.at - wrote.since_us;
    wrote.at = at;
    wrote.since_us = interval(since, at);
    trace_.add(wrote);
  }
}

void Inference::add(sim::EventKind kind, const KeyId& key, const sim::Event* cause,
                    std::int64_t since, std::int64_t at, std::int64_t value,
                    std::optional<std::string_view> text) {
  sim::Event event;
  // Detail 1: no command set the key at this node.
  if (kind == sim::EventKind::key_set) event.detail = cause && cause->message != 0 ? 0 : 1;
  event.at = at;
  event.value = value;
  event.since_us = interval(since, at);
  event.node = key.first;
  event.key = key.second;
  event.kind = kind;
  if (text) event.text = trace_.keep(*text);
  if (cause) {
    event.message = cause->message;
    event.acquisition = cause->acquisition;
    event.client = cause->client;
    event.purpose = cause->purpose;
  }
  trace_.add(event);
}

}  // namespace locklab::app
