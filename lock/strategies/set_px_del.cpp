// set_px_del: claim and lease in one command, released by a plain DEL. A holder whose lease has
// expired thus removes the next holder's lock.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> set_px_del_acquire(Env& env, Lock lock, Token token) {
  Command claim = claim_command(*lock, token, lock->ttl);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  // Without a reply, the claim is left to its lease: a DEL could remove another client's lock.
  if (!reply.ok()) co_return not_held(reply);
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace

constinit const Strategy strategy::set_px_del{
    .id = "set_px_del",
    .title = "SET NX PX, released by DEL",
    .summary = "the lease runs out while working; then DEL removes somebody else's lock",
    .file = "lock/strategies/set_px_del.cpp",
    .traits = {Trait::exclusive, Trait::leased},
    .acquire = set_px_del_acquire,
    .release = release_by_del,
};

}  // namespace locklab
