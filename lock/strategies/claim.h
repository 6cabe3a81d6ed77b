// SET key token NX PX ttl: one atomic command that claims the lock on one node and gives it a
// lease.
#pragma once

#include "lock/env.h"
#include "lock/grant.h"
#include "lock/lock_config.h"

namespace locklab {

/// Claims the lock on its first node. Without a reply, sends compare-and-delete once, since the
/// claim may have been granted. For owner-checked strategies only: the others release by a plain
/// DEL, which could remove another client's lock.
Task<Grant> claim_set_nx_px(Env& env, Lock lock, Token token, Duration ttl);

inline Command claim_command(const LockConfig& lock, const Token& token, Duration ttl) {
  Command claim = set_nx_px(lock.key, token.text(), ttl);
  claim.by(token, Purpose::claim);
  return claim;
}

}  // namespace locklab
