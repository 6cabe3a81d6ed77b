// set_px_lua: the lock that the Redis documentation recommends for one node: SET NX PX, and a
// release that compares and deletes in one script. Only the lease is left to go wrong.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

Task<Grant> set_px_lua_acquire(Env& env, Lock lock, Token token) {
  return claim_set_nx_px(env, lock, token, lock->ttl);
}

}  // namespace locklab
