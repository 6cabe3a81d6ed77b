// setnx_del: everybody's first lock. No lease and no owner: a holder that crashes locks everybody
// out forever, and anybody's DEL frees it.
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> setnx_del_acquire(Env& env, Lock lock, Token token) {
  Command claim = setnx(lock->key, "1");
  claim.by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  // Without a reply, the client cannot know whether the "1" in the key is its own.
  if (!reply.is(1)) co_return not_held(reply);
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace

constinit const Strategy strategy::setnx_del{
    .id = "setnx_del",
    .title = "SETNX, released by DEL",
    .summary = "a holder that crashes locks everybody out for ever; anybody's DEL frees it",
    .file = "lock/strategies/setnx_del.cpp",
    .traits = {Trait::exclusive},
    .acquire = setnx_del_acquire,
    .release = release_by_del,
};

}  // namespace locklab
