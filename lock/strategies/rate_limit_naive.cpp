// rate_limit_naive: counts visits in a key that lives for one window. Others can slip in between
// GET and INCR, and a client that dies between INCR and EXPIRE leaves a window that never ends.
#include <charconv>

#include "lock/strategies/expire.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> rate_limit_naive_acquire(Env& env, Lock lock, Token token) {
  Command look = get(lock->key);
  look.by(token, Purpose::other);
  const Reply seen = co_await env.call(lock->nodes[0], std::move(look), lock->node_timeout);
  if (seen.is_unknown() || seen.is_error())
    co_return not_held(seen, Refusal::unreadable, "no answer to GET");
  std::int64_t count = 0;
  std::from_chars(seen.text.data(), seen.text.data() + seen.text.size(), count);
  if (count >= lock->limit) co_return NotHeld(Refusal::over_limit);

  Command step = incr(lock->key);
  step.by(token, Purpose::claim);
  const Reply counted = co_await env.call(lock->nodes[0], std::move(step), lock->node_timeout);
  if (counted.kind != Reply::Kind::integer)
    co_return not_held(counted, Refusal::unreadable, "no answer to INCR");
  if (counted.is(1)) {
    Command window = expire_command(lock->key, lock->window);
    window.by(token, Purpose::claim);
    co_await env.call(lock->nodes[0], std::move(window), lock->node_timeout);
  }
  Held held;
  held.token = token;
  co_return held;
}

constexpr Switch rate_limit_naive_switches[] = {limit_switch, window_switch};

}  // namespace

constinit const Strategy strategy::rate_limit_naive{
    .id = "rate_limit_naive",
    .title = "GET, INCR, EXPIRE",
    .summary = "others slip in between GET and INCR; a crash before EXPIRE locks out for ever",
    .file = "lock/strategies/rate_limit_naive.cpp",
    .admits = 0,
    .traits = {Trait::limits_rate},
    .switches = rate_limit_naive_switches,
    .acquire = rate_limit_naive_acquire,
    .release = release_nothing,
};

}  // namespace locklab
