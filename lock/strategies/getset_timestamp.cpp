// getset_timestamp: the lease is a deadline in the value, by the clients' own wall clocks (Redis
// documentation, page SETNX). It needs clocks that agree, and the loser of the GETSET race still
// overwrites the winner's deadline. `takeover = del_setnx` replaces GETSET by DEL and SETNX: a late
// DEL then removes the lock of the waiter that came first.
#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

std::int64_t deadline_ms(Env& env, const LockConfig& lock) { return ms(env.wall_now() + lock.ttl); }

std::optional<std::int64_t> read_deadline(const Reply& reply) {
  std::int64_t value = 0;
  const char* end = reply.text.data() + reply.text.size();
  if (reply.kind != Reply::Kind::text) return std::nullopt;
  const auto [stopped, error] = std::from_chars(reply.text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

NotHeld no_deadline(const Reply& seen) {
  const NotHeld unreadable(Refusal::unreadable, "no deadline to read");
  return not_held(seen, seen.is_nil() ? NotHeld(Refusal::freed) : unreadable, "no answer to GET");
}

Grant held_until(const Token& token, std::int64_t deadline) {
  Held held;
  held.token = token;
  held.valid_until = at_us(deadline * 1000);
  return held;
}

Command claim_by_setnx(const LockConfig& lock, const Token& token, std::int64_t deadline) {
  Command claim = setnx(lock.key, fmt::format_int(deadline).str());
  claim.by(token, Purpose::claim);
  return claim;
}

/// Takes over a lock whose deadline has passed: deletes it, and claims it like a free one. The DEL
/// does not check the deadline again, and so may remove the lock of a waiter that came first.
Task<Grant> delete_and_claim(Env& env, Lock lock, Token token) {
  const NodeId node = lock->nodes[0];
  Command away = del(lock->key);
  away.by(token, Purpose::other);
  const Reply deleted = co_await env.call(node, std::move(away), lock->node_timeout);
  if (deleted.kind != Reply::Kind::integer)
    co_return not_held(deleted, Refusal::unreadable, "no answer to DEL");

  const std::int64_t mine = deadline_ms(env, *lock);
  Command claim = claim_by_setnx(*lock, token, mine);
  const Reply claimed = co_await env.call(node, std::move(claim), lock->node_timeout);
  if (!claimed.is(1))
    co_return not_held(claimed, NotHeld(Refusal::overtaken, "somebody's SETNX came first"));
  co_return held_until(token, mine);
}

Task<Grant> getset_timestamp_acquire(Env& env, Lock lock, Token token) {
  const NodeId node = lock->nodes[0];
  std::int64_t mine = deadline_ms(env, *lock);
  Command claim = claim_by_setnx(*lock, token, mine);
  const Reply claimed = co_await env.call(node, std::move(claim), lock->node_timeout);
  if (claimed.is(1)) co_return held_until(token, mine);
  if (!claimed.is(0)) co_return not_held(claimed, Refusal::unreadable);

  Command look = get(lock->key);
  look.by(token, Purpose::other);
  const Reply seen = co_await env.call(node, std::move(look), lock->node_timeout);
  const std::optional<std::int64_t> old = read_deadline(seen);
  if (!old) co_return no_deadline(seen);
  if (*old >= ms(env.wall_now())) co_return NotHeld(Refusal::not_over);
  if (lock->takeover == Takeover::del_setnx) co_return co_await delete_and_claim(env, lock, token);

  mine = deadline_ms(env, *lock);
  Command overwrite = getset(lock->key, fmt::format_int(mine).str());
  overwrite.by(token, Purpose::claim);
  const Reply previous = co_await env.call(node, std::move(overwrite), lock->node_timeout);
  if (previous.is_unknown()) co_return NotHeld(Refusal::no_answer, "no answer to GETSET");
  if (read_deadline(previous) != old)
    co_return not_held(previous, NotHeld(Refusal::overtaken, "somebody's GETSET came first"));
  co_return held_until(token, mine);
}

Task<Released> getset_timestamp_release(Env& env, Lock lock, Held held) {
  // Once the hold's own deadline has passed, another client may hold the lock.
  if (held.valid_until && env.wall_now() >= *held.valid_until) co_return Released::expired;
  co_return co_await release_by_del(env, lock, std::move(held));
}

constexpr std::string_view takeover_words[] = {"getset", "del_setnx"};
constexpr Switch getset_timestamp_switches[] = {
    choice<&LockConfig::takeover>(
        "takeover", takeover_words,
        "How a passed deadline is taken over. getset: in one step; del_setnx: by DEL, then SETNX"),
};

}  // namespace

constinit const Strategy strategy::getset_timestamp{
    .id = "getset_timestamp",
    .title = "a deadline as the value, taken over by GETSET",
    .summary =
        "clients' clocks differ: stolen early or held late; with DEL and SETNX two take it over",
    .file = "lock/strategies/getset_timestamp.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::reads_wall_clock},
    .switches = getset_timestamp_switches,
    .acquire = getset_timestamp_acquire,
    .release = getset_timestamp_release,
};

}  // namespace locklab
