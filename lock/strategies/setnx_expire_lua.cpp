// setnx_expire_lua: SETNX and its lease in one script, so nothing can come between them. The
// release is still a plain DEL.
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> setnx_expire_lua_acquire(Env& env, Lock lock, Token token) {
  Command claim = eval(scripts::setnx_expire, {lock->key});
  claim.add(token.text()).add(ms(lock->ttl)).by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (!reply.is(1)) co_return not_held(reply);
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace

constinit const Strategy strategy::setnx_expire_lua{
    .id = "setnx_expire_lua",
    .title = "SETNX and PEXPIRE in one Lua script, released by DEL",
    .summary = "the lease runs out while working; then DEL removes somebody else's lock",
    .file = "lock/strategies/setnx_expire_lua.cpp",
    .traits = {Trait::exclusive, Trait::leased},
    .acquire = setnx_expire_lua_acquire,
    .release = release_by_del,
};

}  // namespace locklab
