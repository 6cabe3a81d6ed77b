// set_px_del: claim and lease in one command, released by a plain DEL. A holder that outlives its
// lease removes the next holder's lock.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> set_px_del_acquire(Env& env, Lock lock, Token token) {
  Command claim = claim_command(*lock, token, lock->ttl);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  // No reply: its DEL could hit somebody else's lock, so it leaves an unknown claim to its lease.
  if (!reply.ok()) co_return not_held(reply, "somebody holds it");
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace locklab
