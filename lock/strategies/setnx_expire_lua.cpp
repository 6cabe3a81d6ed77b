// setnx_expire_lua: SETNX and its lease in one script. Nothing comes between them any more; the
// release is still a plain DEL.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> setnx_expire_lua_acquire(Env& env, Lock lock, Token token) {
  static const Script& claim_script = script("setnx_expire");
  Command claim = eval(claim_script, {lock->key});
  claim.add(token.text()).add(ms(lock->ttl)).by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (!reply.is(1)) co_return not_held(reply, "somebody holds it");
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace locklab
