#include "app/live/inference/shadow_server.h"

#include <algorithm>
#include <utility>

#include "lock/scripts.h"

namespace locklab::app {

namespace {

using Kind = sim::KeyChange::Kind;

/// Time by which existing deadlines are moved into the future. The shadow's clock is frozen, and no
/// command of the lab grants a lease as long as this, so a deadline that late belongs to an earlier
/// lease.
constexpr std::int64_t far_ms = std::int64_t{1} << 50;
constexpr std::int64_t now_us = 1'000'000;
constexpr std::int64_t now_ms = now_us / 1'000;
/// The least number in a reply that is derived from a moved deadline, in ms or in seconds.
constexpr std::int64_t far_number = far_ms / 2'000;

}  // namespace

ShadowServer::ShadowServer() {
  server_.on_change([this](const sim::KeyChange& change) { changed(change); });
  for (const Script* script : all_scripts()) server_.preload(*script);
}

ShadowServer::Result ShadowServer::run(const Commands& commands) {
  Result result;
  running_ = &result;
  sim::Session session;
  for (const PackedWords& words : commands)
    result.reply = server_.execute(session, words, now_us).reply;
  running_ = nullptr;
  put_off_expiry(result.changes);
  return result;
}

void ShadowServer::changed(const sim::KeyChange& change) {
  if (!running_) return;
  Change& told = running_->changes.emplace_back();
  told.kind = change.kind;
  told.key = change.key;
  told.value = change.value;
  if (change.deadline_ms < 0) return;
  const bool kept = change.deadline_ms >= far_ms;
  told.lease = kept ? Change::Lease::kept : Change::Lease::given;
  if (!kept) told.lease_us = (change.deadline_ms - now_ms) * 1'000;
}

void ShadowServer::put_off_expiry(const std::vector<Change>& changes) {
  for (const Change& change : changes) {
    if (change.lease != Change::Lease::given) continue;
    if (std::optional<sim::Effect> state = server_.look_up(change.key, now_us)) {
      if (state->deadline_ms < 0 || state->deadline_ms >= far_ms) continue;
      state->deadline_ms += far_ms;
      server_.apply(*state, now_us);
    }
  }
}

void ShadowServer::put(std::string_view key, std::string_view value) {
  const auto before = server_.look_up(key, now_us);
  server_.apply({std::string(key), std::string(value), before ? before->deadline_ms : -1}, now_us);
}

void ShadowServer::remove(std::string_view key) {
  server_.apply({std::string(key), std::nullopt, -1}, now_us);
}

void ShadowServer::forget_all() { server_.forget_all(); }

void ShadowServer::become(const std::vector<sim::Effect>& keys) {
  forget_all();
  for (sim::Effect state : keys) {
    if (state.deadline_ms >= 0) state.deadline_ms += far_ms;
    server_.apply(state, now_us);
  }
}

std::optional<sim::KeyValue> ShadowServer::value_of(std::string_view key) const {
  const std::optional<sim::Effect> state = server_.look_up(key, now_us);
  return state ? state->value : std::nullopt;
}

ShadowServer::Saved ShadowServer::save(const std::vector<std::string_view>& keys) const {
  Saved saved;
  saved.reserve(keys.size());
  for (std::string_view key : keys) {
    auto state = server_.look_up(key, now_us);
    saved.push_back(state ? std::move(*state) : sim::Effect{std::string(key), std::nullopt, -1});
  }
  return saved;
}

void ShadowServer::restore(const Saved& saved) {
  for (const sim::Effect& state : saved) server_.apply(state, now_us);
}

bool agrees(const Reply& real, const Reply& shadows) {
  if (real.kind != shadows.kind || real.text != shadows.text ||
      real.items.size() != shadows.items.size())
    return false;
  if (real.integer != shadows.integer && shadows.integer < far_number) return false;
  for (std::size_t i = 0; i < real.items.size(); ++i)
    if (!agrees(real.items[i], shadows.items[i])) return false;
  return true;
}

}  // namespace locklab::app
