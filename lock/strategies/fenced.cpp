// fenced: like set_px_lua, but a script claims the lock and draws a rising fencing token. Two
// clients may still both believe that they hold the lock. The resource then rejects the older token
// (Kleppmann 2016). The token is only as durable as its counter.
#include "lock/key_beside.h"
#include "lock/scripts.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> fenced_acquire(Env& env, Lock lock, Token token) {
  const std::string counter = key_beside(lock->key, "token");
  Command claim = eval(scripts::claim_with_fence, {lock->key, counter});
  claim.add(token.text()).add(ms(lock->ttl)).by(token, Purpose::claim);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (reply.is_unknown()) {
    co_await release_in_doubt(env, lock, token);
    co_return NotHeld(Refusal::no_answer);
  }
  if (reply.kind != Reply::Kind::integer) co_return not_held(reply);
  Held held;
  held.token = token;
  held.fence = reply.integer;
  co_return held;
}

}  // namespace

constinit const Strategy strategy::fenced{
    .id = "fenced",
    .title = "SET NX PX + Lua, with a rising fencing token",
    .summary = "two may still believe that they hold; the resource turns the older one away",
    .file = "lock/strategies/fenced.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::releases_failures,
               Trait::fenced},
    .acquire = fenced_acquire,
    .release = release_if_owner,
};

}  // namespace locklab
