// set_wait: like set_px_lua, but a grant counts only when WAIT says that enough replicas have it. A
// failover then loses fewer locks, but may still lose some: WAIT does not give Redis consensus.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> set_wait_acquire(Env& env, Lock lock, Token token) {
  Grant grant = co_await claim_set_nx_px(env, lock, token, lock->ttl);
  if (!grant.granted) co_return grant;

  Command wait = wait_replicas(lock->replicas, lock->wait_timeout);
  wait.by(token, Purpose::claim);
  const Duration patience = lock->wait_timeout + lock->node_timeout;
  const Reply copies = co_await env.call(lock->nodes[0], std::move(wait), patience);
  if (copies.kind == Reply::Kind::integer && copies.integer >= lock->replicas) co_return grant;
  co_await release_in_doubt(env, lock, token);
  co_return not_held(copies, Refusal::few_replicas);
}

constexpr Switch set_wait_switches[] = {
    count<&LockConfig::replicas>("replicas", 0, 99, "How many must have it before the lock counts"),
    duration<&LockConfig::wait_timeout>("wait_timeout_ms", 1ms, "How long WAIT waits"),
};

}  // namespace

constinit const Strategy strategy::set_wait{
    .id = "set_wait",
    .title = "SET NX PX + Lua, granted only when WAIT has seen replicas",
    .summary = "narrows what a failover loses, but does not remove it",
    .file = "lock/strategies/set_wait.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::releases_failures,
               Trait::needs_replicas},
    .switches = set_wait_switches,
    .acquire = set_wait_acquire,
    .release = release_if_owner,
};

}  // namespace locklab
