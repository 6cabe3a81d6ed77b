#include "lock/strategies/claim.h"

#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> claim_set_nx_px(Env& env, Lock lock, Token token, Duration ttl) {
  Command claim = claim_command(*lock, token, ttl);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (reply.is_unknown()) {
    co_await release_in_doubt(env, lock, token);
    co_return NotHeld(Refusal::no_answer);
  }
  if (!reply.ok()) co_return not_held(reply);
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace locklab
