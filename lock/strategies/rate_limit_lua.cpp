// rate_limit_lua: counts like rate_limit_naive, but in one Lua script, so no other command can run
// between its steps.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> rate_limit_lua_acquire(Env& env, Lock lock, Token token) {
  Command admit = eval(scripts::admit, {lock->key});
  admit.add(lock->limit).add(ms(lock->window)).by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(admit), lock->node_timeout);
  if (reply.kind != Reply::Kind::integer) co_return not_held(reply, Refusal::unreadable);
  if (reply.is(0)) co_return NotHeld(Refusal::over_limit);
  Held held;
  held.token = token;
  co_return held;
}

constexpr Switch rate_limit_lua_switches[] = {limit_switch, window_switch};

}  // namespace

constinit const Strategy strategy::rate_limit_lua{
    .id = "rate_limit_lua",
    .title = "GET, INCR, PEXPIRE in one Lua script",
    .summary = "nothing; a long script blocks the server for all",
    .file = "lock/strategies/rate_limit_lua.cpp",
    .admits = 0,
    .traits = {Trait::limits_rate},
    .switches = rate_limit_lua_switches,
    .acquire = rate_limit_lua_acquire,
    .release = release_nothing,
};

}  // namespace locklab
