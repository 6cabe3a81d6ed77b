#include "sim/service/redis/server.h"

#include <algorithm>
#include <utility>

#include "sim/service/redis/dispatch.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/scripts.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {

Session::Session(std::uint32_t id) : id_(id) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

Session::State& ServerState::of(Session& session) {
  if (!session.state_) session.state_ = std::make_unique<Session::State>();
  return *session.state_;
}

void ServerState::set_clock(std::int64_t us) {
  now_us = us;
  keys.now_ms = floor_div(us, 1000);
}

void ServerState::settle() {
  if (!blocked) keys.journal.commit(now_us);
}

Server::Server(ServerOptions options) : state_(std::make_unique<ServerState>(options)) {}
Server::~Server() = default;

void Server::on_change(std::function<void(const KeyChange&)> observer) {
  state_->keys.journal.observer = std::move(observer);
}

void Server::on_push(std::function<void(std::uint32_t, Reply)> carrier) {
  state_->push = std::move(carrier);
}

Outcome Server::execute(Session& session, const PackedWords& argv, std::int64_t now_us) {
  state_->set_clock(now_us);
  const WordList words(argv);
  Outcome outcome = dispatch(*state_, session, words.view());
  state_->settle();
  return outcome;
}

void Server::run_for(const Origin& origin) { state_->keys.runs_for = origin; }

void Server::preload(const Script& script) {
  if (state_->scripts.find(script.sha1)) return;
  know_script(*state_, script.sha1, script.text);
}

std::optional<Reply> Server::take_killed_script() {
  return std::exchange(state_->killed_script, std::nullopt);
}

bool Server::busy() const { return state_->blocked.has_value(); }

std::optional<std::string_view> Server::text_at(std::string_view key) const {
  const Key* found = state_->keys.look_up(key);
  const std::string* text = found ? text_in(found->second.value) : nullptr;
  return text ? std::optional<std::string_view>(*text) : std::nullopt;
}

std::int64_t Server::next_deadline_ms() const { return state_->keys.next_deadline_ms(); }

void Server::expire_due(std::int64_t now_us) {
  // While a script runs, the server's clock is frozen and nothing else runs.
  if (state_->blocked) return;
  state_->set_clock(now_us);
  state_->keys.expire_due();
  state_->settle();
}

std::optional<std::size_t> Server::remove_keys(KeyRemoval how,
                                               const std::vector<std::string>& locks,
                                               std::int64_t now_us) {
  if (state_->blocked) return std::nullopt;
  expire_due(now_us);
  Keyspace& keys = state_->keys;
  std::size_t removed = 0;
  for (const Effect& stored : snapshot()) {
    const bool is_lock = std::find(locks.begin(), locks.end(), stored.key) != locks.end();
    if (how == KeyRemoval::del && !is_lock) continue;
    if (how == KeyRemoval::evicted && stored.deadline_ms < 0) continue;
    keys.erase(*keys.find(stored.key), KeyChange::Kind::lost);
    ++removed;
  }
  state_->settle();
  return removed;
}

bool Server::has_key(std::string_view key) const { return state_->keys.look_up(key) != nullptr; }

std::size_t Server::key_count() const { return state_->keys.size(); }

std::optional<Effect> Server::look_up(std::string_view key, std::int64_t now_us) const {
  const Key* found = state_->keys.look_up(key);
  if (!found) return std::nullopt;
  const std::int64_t deadline = found->second.deadline_ms;
  if (deadline >= 0 && floor_div(now_us, 1000) > deadline) return std::nullopt;
  return Effect{found->first, found->second.value, deadline, found->second.origin};
}

}  // namespace locklab::sim
