#include "app/live/inference/key_beliefs.h"

#include <algorithm>

namespace locklab::app {

namespace {

constexpr std::int64_t last_millisecond_us = 1'000;

}  // namespace

const BelievedKey* KeyBeliefs::find(const KeyId& key) const {
  const auto found = keys_.find(key);
  return found == keys_.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> KeyBeliefs::removed_us(const KeyId& key) const {
  const auto found = removed_us_.find(key);
  return found == removed_us_.end() ? std::nullopt : std::optional(found->second);
}

std::int64_t KeyBeliefs::keys_at(NodeId node) const {
  return static_cast<std::int64_t>(keys_of(node).size());
}

std::vector<KeyId> KeyBeliefs::keys_of(NodeId node) const {
  std::vector<KeyId> keys;
  for (auto it = keys_.lower_bound({node, 0}); it != keys_.end() && it->first.first == node; ++it)
    keys.push_back(it->first);
  return keys;
}

ShadowServer& KeyBeliefs::shadow(NodeId node) {
  std::unique_ptr<ShadowServer>& shadow = shadows_[node];
  if (!shadow) shadow = std::make_unique<ShadowServer>();
  return *shadow;
}

ShadowServer::Result KeyBeliefs::run(const OpenCommand& command) {
  ++runs_;
  if (trace_.text(command.sent).empty()) return {};  // too old: the trace has dropped it
  ShadowServer::Commands commands;
  commands.reserve(command.parts.size() + 1);
  for (const sim::Event& part : command.parts) commands.push_back(trace_.words(part));
  commands.push_back(trace_.words(command.sent));
  return shadow(command.sent.node).run(commands);
}

ShadowServer::Saved KeyBeliefs::save(const OpenCommand& command) {
  std::vector<std::string_view> names;
  names.reserve(command.keys.size());
  for (const KeyId& key : command.keys) names.push_back(name(key));
  return shadow(command.sent.node).save(names);
}

void KeyBeliefs::seen(const KeyId& key, const AttemptId& setter, std::int64_t at) {
  removed_us_.erase(key);
  BelievedKey& state = keys_[key];
  state.known_us = at;
  state.setter = setter;
}

void KeyBeliefs::leased(const KeyId& key, std::int64_t lease_us, std::int64_t from,
                        std::int64_t at) {
  unleased(key);
  BelievedKey& state = keys_[key];
  const WallClock& clock = clock_of(key.first);
  const auto [least, greatest] = clock.readings(from, at);
  state.leased = true;
  state.ends_unseen = false;
  state.earliest_reading_us = least + lease_us;
  state.latest_reading_us = greatest + lease_us + last_millisecond_us;
  state.earliest_end_us = clock.may_reach(state.earliest_reading_us, from);
  state.latest_end_us = clock.must_reach(state.latest_reading_us);
  await_end(key, state);
}

void KeyBeliefs::unleased(const KeyId& key) {
  const auto found = keys_.find(key);
  if (found == keys_.end() || !found->second.leased) return;
  ends_.erase({found->second.latest_end_us, key});
  found->second.leased = found->second.in_doubt = false;
}

void KeyBeliefs::gone(const KeyId& key, std::int64_t at) {
  unleased(key);
  keys_.erase(key);
  removed_us_[key] = at;
}

void KeyBeliefs::node_forgot(NodeId node, std::int64_t at) {
  for (const KeyId& key : keys_of(node)) gone(key, at);
  shadow(node).forget_all();
}

const WallClock& KeyBeliefs::clock_of(NodeId node) const {
  const auto found = clocks_.find(node);
  return found == clocks_.end() ? right_clock_ : found->second;
}

void KeyBeliefs::clock_changed(const sim::Event& change) {
  WallClock& clock = clocks_[change.node];
  clock.on(change);
  const std::int64_t before = change.at - change.since_us;
  for (const KeyId& key : keys_of(change.node)) {
    BelievedKey& state = keys_.at(key);
    if (!state.leased) continue;
    const bool looked = !blind_.contains(change.node);
    if (looked && state.latest_end_us <= before) continue;  // expired, and stays so
    ends_.erase({state.latest_end_us, key});
    state.ends_unseen |= !looked;
    if (!looked || state.earliest_end_us > before)
      state.earliest_end_us = clock.may_reach(state.earliest_reading_us, before);
    state.latest_end_us = clock.must_reach(state.latest_reading_us);
    await_end(key, state);
  }
}

void KeyBeliefs::looks(NodeId node, bool does) {
  if (does ? blind_.erase(node) == 0 : !blind_.insert(node).second) return;
  for (const KeyId& key : keys_of(node)) {
    const BelievedKey& state = keys_.at(key);
    ends_.erase({state.latest_end_us, key});
    await_end(key, state);
  }
}

void KeyBeliefs::await_end(const KeyId& key, const BelievedKey& state) {
  if (state.leased && !state.in_doubt && !blind_.contains(key.first))
    ends_.emplace(state.latest_end_us, key);
}

std::int64_t KeyBeliefs::may_be_over(NodeId node, std::int64_t given_us,
                                     std::int64_t lease_us) const {
  const WallClock& clock = clock_of(node);
  return clock.may_reach(clock.readings(given_us, given_us).first + lease_us, given_us);
}

std::optional<std::pair<std::int64_t, KeyId>> KeyBeliefs::next_end() const {
  if (ends_.empty()) return std::nullopt;
  return *ends_.begin();
}

void KeyBeliefs::doubt(const KeyId& key) {
  BelievedKey& state = keys_.at(key);
  state.in_doubt = true;
  ends_.erase({state.latest_end_us, key});
}

void KeyBeliefs::settle(const KeyId& key) {
  const auto found = keys_.find(key);
  if (found == keys_.end() || !found->second.in_doubt) return;
  found->second.in_doubt = false;
  await_end(key, found->second);
}

}  // namespace locklab::app
