#include "app/live/key_beliefs.h"

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
  state.leased = true;
  state.earliest_end_us = from + lease_us;
  state.latest_end_us = at + lease_us + last_millisecond_us;
  ends_.emplace(state.latest_end_us, key);
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
  ends_.emplace(found->second.latest_end_us, key);
}

}  // namespace locklab::app
