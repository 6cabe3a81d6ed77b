// setnx_expire: SETNX, and then EXPIRE. If anything goes wrong between the two, the key has no
// lease. `how = multi` sends both in MULTI/EXEC. EXPIRE in it cannot depend on SETNX, so a refused
// claim renews the holder's lease.
#include "lock/strategies/expire.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Task<Grant> claim_in_multi(Env& env, Lock lock, Token token) {
  const NodeId node = lock->nodes[0];
  Command claim = setnx(lock->key, token.text());
  claim.by(token, Purpose::claim);
  Command lease = expire_command(lock->key, lock->ttl);
  lease.by(token, Purpose::claim);
  Command begin("MULTI");
  begin.by(token, Purpose::claim);
  // All four are sent together on one connection. After a reconnect in between, the rest would run
  // without MULTI.
  Call begun = env.call(node, std::move(begin), lock->node_timeout);
  Call claimed = env.call(node, std::move(claim), lock->node_timeout);
  Call leased = env.call(node, std::move(lease), lock->node_timeout);
  Command commit("EXEC");
  commit.by(token, Purpose::claim);
  Call done = env.call(node, std::move(commit), lock->node_timeout);
  co_await begun;
  co_await claimed;
  co_await leased;
  const Reply results = co_await done;
  const bool ran = results.kind == Reply::Kind::array && !results.items.empty();
  if (!ran) co_return not_held(results, Refusal::unreadable);
  if (!results.items[0].is(1)) co_return not_held(results.items[0]);
  Held held;
  held.token = token;
  co_return held;
}

Task<Grant> setnx_expire_acquire(Env& env, Lock lock, Token token) {
  if (lock->how == How::multi) co_return co_await claim_in_multi(env, lock, token);

  Command claim = setnx(lock->key, token.text());
  claim.by(token, Purpose::claim);
  const Reply claimed = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (!claimed.is(1)) co_return not_held(claimed);

  Command lease = expire_command(lock->key, lock->ttl);
  lease.by(token, Purpose::claim);
  const Reply leased = co_await env.call(lock->nodes[0], std::move(lease), lock->node_timeout);
  if (leased.is_unknown())  // gives up, without DEL
    co_return NotHeld(Refusal::no_answer, "no answer to EXPIRE");
  Held held;
  held.token = token;
  co_return held;
}

constexpr std::string_view how_words[] = {"two", "multi"};
constexpr Switch setnx_expire_switches[] = {
    choice<&LockConfig::how>("how", how_words,
                             "two: one command after the other; multi: in one transaction"),
};

}  // namespace

constinit const Strategy strategy::setnx_expire{
    .id = "setnx_expire",
    .title = "SETNX, then EXPIRE, released by DEL",
    .summary = "a crash or cut between the two leaves a lock without a lease",
    .file = "lock/strategies/setnx_expire.cpp",
    .traits = {Trait::exclusive, Trait::leased},
    .switches = setnx_expire_switches,
    .acquire = setnx_expire_acquire,
    .release = release_by_del,
};

}  // namespace locklab
