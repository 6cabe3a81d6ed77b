// set_px_lua: the lock that the Redis documentation recommends for one node: SET NX PX, and a
// release that compares and deletes in one script. Two clients can still hold the lock if the first
// outlives its lease, or if the node loses the key.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> set_px_lua_acquire(Env& env, Lock lock, Token token) {
  return claim_set_nx_px(env, lock, token, lock->ttl);
}

}  // namespace

constinit const Strategy strategy::set_px_lua{
    .id = "set_px_lua",
    .title = "SET NX PX, released by a Lua script that compares",
    .summary = "a pause longer than the lease lets two in; one node: its death is everybody's",
    .file = "lock/strategies/set_px_lua.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::releases_failures},
    .acquire = set_px_lua_acquire,
    .release = release_if_owner,
};

}  // namespace locklab
