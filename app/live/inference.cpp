#include "app/live/inference.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace locklab::app {

namespace {

/// A key lives through the whole millisecond in which its lease ends.
constexpr std::int64_t last_millisecond_us = 1'000;

std::uint32_t interval(std::int64_t since, std::int64_t at) {
  const std::int64_t longest = std::numeric_limits<std::uint32_t>::max();
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(at - since, 0, longest));
}

std::string_view verb_of(const Words& words) { return words.empty() ? "" : *words.begin(); }

}  // namespace

void Inference::before(const Event& event, const Reply* reply) {
  forget_expired(event.at);
  if (event.node == resource_node)
    return;  // it is an actor of our own, and says itself what it did
  if (event.kind == EventKind::sent) open_.emplace(event.message, event);
  if (event.kind == EventKind::received && reply) answered(event, *reply);
  if (event.kind == EventKind::timed_out) {
    queued_.erase({event.client, event.node});
    if (const auto sent = open_.find(event.message); sent != open_.end())
      sent->second.kind = EventKind::timed_out;
  }
  tell_writes(event.at, event.kind == EventKind::ended);
}

void Inference::answered(const Event& received, const Reply& reply) {
  const auto found = open_.find(received.message);
  if (found == open_.end()) return;
  const Event sent = found->second;
  open_.erase(found);

  Event ran = received;
  ran.kind = EventKind::ran;
  ran.since_us = interval(sent.at, received.at);
  trace_.add(ran);

  const Words words = trace_.words(sent);
  std::vector<Event>& queued = queued_[{sent.client, sent.node}];
  if (reply.kind == Reply::Kind::status && reply.text == "QUEUED") {
    queued.push_back(sent);
  } else if (verb_of(words) == "EXEC") {
    const std::vector<Event> ran_now = std::exchange(queued, {});
    for (std::size_t i = 0; i < std::min(ran_now.size(), reply.items.size()); ++i)
      for (const KeyEffect& effect : effects_of(trace_.words(ran_now[i]), reply.items[i]))
        apply(effect, sent, received.at);
  } else {
    if (verb_of(words) == "MULTI" || verb_of(words) == "DISCARD") queued.clear();
    for (const KeyEffect& effect : effects_of(words, reply)) apply(effect, sent, received.at);
  }

  // A command that changes the resource by itself (atomic_decr) is its read and its write at once.
  if (sent.purpose == Purpose::write && reply.kind == Reply::Kind::integer) {
    Event wrote = ran;
    wrote.kind = EventKind::resource_wrote;
    wrote.key = trace_.name_id(trace_.info.resource);
    wrote.value = reply.integer;
    wrote.text = no_text;
    wrote.detail = 1;
    writes_.push_back({wrote, counts_down(words)});
  }
}

/// Replies of writes that overlap may come in another order than the writes ran; but each says what
/// the counter was then, and a counter that only falls (or only rises) says their order.
void Inference::tell_writes(std::int64_t at, bool all) {
  if (writes_.empty()) return;
  const bool overlapped = std::any_of(open_.begin(), open_.end(), [](const auto& entry) {
    return entry.second.purpose == Purpose::write && entry.second.kind == EventKind::sent;
  });
  if (overlapped && !all) return;
  std::stable_sort(writes_.begin(), writes_.end(), [](const AtomicWrite& a, const AtomicWrite& b) {
    return a.falls ? a.event.value > b.event.value : a.event.value < b.event.value;
  });
  for (const AtomicWrite& write : std::exchange(writes_, {})) {
    Event wrote = write.event;
    const std::int64_t since = wrote.at - wrote.since_us;
    wrote.at = at;
    wrote.since_us = interval(since, at);
    trace_.add(wrote);
  }
}

void Inference::apply(const KeyEffect& effect, const Event& sent, std::int64_t at) {
  const KeyId key{sent.node, trace_.name_id(effect.key)};
  KeyState& state = keys_[key];
  switch (effect.kind) {
    case KeyEffect::Kind::set:
      return apply_set(effect, key, sent, at);
    case KeyEffect::Kind::deleted:
      return apply_deleted(key, sent, at);
    case KeyEffect::Kind::lease:
      lease(state, effect.lease_us, sent, at);
      return add(EventKind::key_lease, key, &sent, sent.at, at, effect.lease_us);
    case KeyEffect::Kind::absent:
      // It may have been seen before the key was set: then it says nothing of now.
      if (state.present && state.known_us <= sent.at) explain_absence(key, at);
      return;
  }
}

void Inference::apply_set(const KeyEffect& effect, const KeyId& key, const Event& sent,
                          std::int64_t at) {
  KeyState& state = keys_[key];
  if (effect.was_absent && state.present) explain_absence(key, at);
  const bool keeps = effect.lease == KeyEffect::Lease::kept && state.present && state.leased;
  std::int64_t lease_us = effect.lease_us;
  if (keeps) lease_us = std::max<std::int64_t>(state.latest_end_us - at, 0);
  state.present = true;
  state.value = effect.number ? std::to_string(*effect.number) : std::string(effect.value);
  state.known_us = at;
  if (!keeps) lease(state, lease_us, sent, at);
  add(EventKind::key_set, key, &sent, sent.at, at, lease_us, state.value);
}

void Inference::apply_deleted(const KeyId& key, const Event& sent, std::int64_t at) {
  if (explained_.erase({sent.message, key}) > 0) return;
  KeyState& state = keys_[key];
  if (!state.present) settle_claim_in_doubt(key, sent, at);
  state.present = false;
  add(EventKind::key_deleted, key, &sent, sent.at, at);
}

/// The key is not there, though it was believed to be: its lease is over, or a deletion that is not
/// answered yet has run. Neither: somebody else's hand, of which nothing is known.
void Inference::explain_absence(const KeyId& key, std::int64_t at) {
  KeyState& state = keys_[key];
  state.present = false;
  if (state.leased && state.earliest_end_us <= at)
    return add(EventKind::key_expired, key, nullptr, state.earliest_end_us, at);
  for (const auto& [message, sent] : open_) {
    if (sent.node != key.first) continue;
    if (!may_delete(trace_.words(sent), trace_.name_of(key.second), state.value)) continue;
    explained_.insert({message, key});
    return add(EventKind::key_deleted, key, &sent, std::max(sent.at, state.known_us), at);
  }
}

/// Something was deleted that nobody was known to have set: then a claim whose reply never came was
/// granted.
void Inference::settle_claim_in_doubt(const KeyId& key, const Event& deleter, std::int64_t at) {
  const std::string name(trace_.name_of(key.second));
  for (const auto& [message, sent] : open_) {
    if (sent.node != key.first || sent.purpose != Purpose::claim) continue;
    for (const Reply& granted : {Reply::status("OK"), Reply::number(1)}) {
      const std::vector<KeyEffect> effects = effects_of(trace_.words(sent), granted);
      if (effects.empty() || effects[0].kind != KeyEffect::Kind::set || effects[0].key != name)
        continue;
      if (!may_delete(trace_.words(deleter), name, effects[0].value)) continue;
      apply_set(effects[0], key, Event(sent), at);
      open_.erase(message);
      return;
    }
  }
}

void Inference::lease(KeyState& state, std::int64_t lease_us, const Event& sent, std::int64_t at) {
  state.leased = lease_us >= 0;
  state.earliest_end_us = sent.at + lease_us;
  state.latest_end_us = at + lease_us + last_millisecond_us;
}

bool Inference::may_be_prolonged(const KeyId& key, const KeyState& state) const {
  const std::string_view name = trace_.name_of(key.second);
  return std::any_of(open_.begin(), open_.end(), [&](const auto& entry) {
    const Event& sent = entry.second;
    return sent.node == key.first && may_prolong(trace_.words(sent), name, state.value);
  });
}

void Inference::forget_expired(std::int64_t at) {
  // In the order of their times, because a trace is.
  std::vector<std::pair<std::int64_t, KeyId>> over;
  for (const auto& [key, state] : keys_)
    if (state.present && state.leased && state.latest_end_us <= at && !may_be_prolonged(key, state))
      over.emplace_back(state.latest_end_us, key);
  std::sort(over.begin(), over.end());
  for (const auto& [end, key] : over) {
    KeyState& state = keys_[key];
    state.present = false;
    const std::int64_t last = trace_.empty() ? 0 : trace_.back().at;
    add(EventKind::key_expired, key, nullptr, state.earliest_end_us, std::max(end, last));
  }
}

std::optional<std::int64_t> Inference::next_expiry_us() const {
  std::optional<std::int64_t> next;
  for (const auto& [key, state] : keys_)
    if (state.present && state.leased && !may_be_prolonged(key, state))
      next = std::min(next.value_or(state.latest_end_us), state.latest_end_us);
  return next;
}

void Inference::node_forgot(NodeId node, std::int64_t at_us) {
  for (auto& [key, state] : keys_) {
    if (key.first != node || !state.present) continue;
    state.present = false;
    add(EventKind::key_lost, key, nullptr, at_us, at_us);
  }
}

std::int64_t Inference::keys_at(NodeId node) const {
  return std::count_if(keys_.begin(), keys_.end(), [&](const auto& entry) {
    return entry.first.first == node && entry.second.present;
  });
}

void Inference::add(EventKind kind, const KeyId& key, const Event* cause, std::int64_t since,
                    std::int64_t at, std::int64_t value, std::optional<std::string_view> text) {
  Event event;
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
