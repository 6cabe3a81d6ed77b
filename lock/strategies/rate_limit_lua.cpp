// rate_limit_lua: the same count in one Lua script, so that nobody slips in between.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> rate_limit_lua_acquire(Env& env, Lock lock, Token token) {
  Command admit = eval(scripts::admit, {lock->key});
  admit.add(lock->limit).add(ms(lock->window)).by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(admit), lock->node_timeout);
  if (reply.kind != Reply::Kind::integer) co_return NotHeld{"no answer"};
  if (reply.is(0)) co_return NotHeld{"over the limit"};
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace locklab
