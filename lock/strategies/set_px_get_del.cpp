// set_px_get_del: checks the owner before DEL. Between GET and DEL the key can change hands.
#include "lock/strategies/claim.h"
#include "lock/strategies/strategies.h"

namespace locklab {

// Not in the anonymous namespace, because coroutine frames hold it.
enum class Owner { me, somebody_else, unknown };

namespace {

Task<Owner> owner_of(Env& env, Lock lock, Token token) {
  Command look = get(lock->key);
  look.by(token, Purpose::other);
  const Reply seen = co_await env.call(lock->nodes[0], std::move(look), lock->node_timeout);
  if (seen.is_unknown() || seen.is_error()) co_return Owner::unknown;
  co_return seen.is_text(token.text()) ? Owner::me : Owner::somebody_else;
}

Task<Released> set_px_get_del_release(Env& env, Lock lock, Held held) {
  Owner owner = co_await owner_of(env, lock, held.token);
  if (owner == Owner::unknown) owner = co_await owner_of(env, lock, held.token);
  if (owner == Owner::unknown) co_return Released::unknown;
  if (owner == Owner::somebody_else) co_return Released::not_owner;
  co_return co_await release_by_del(env, lock, std::move(held));
}

Task<Grant> set_px_get_del_acquire(Env& env, Lock lock, Token token) {
  Command claim = claim_command(*lock, token, lock->ttl);
  const Reply reply = co_await env.call(lock->nodes[0], std::move(claim), lock->node_timeout);
  if (reply.is_unknown()) {
    Held in_doubt;
    in_doubt.token = token;
    co_await set_px_get_del_release(env, lock, std::move(in_doubt));
    co_return NotHeld(Refusal::no_answer);
  }
  if (!reply.ok()) co_return not_held(reply);
  Held held;
  held.token = token;
  co_return held;
}

}  // namespace

constinit const Strategy strategy::set_px_get_del{
    .id = "set_px_get_del",
    .title = "SET NX PX, released by GET and DEL",
    .summary = "the key changes hands between GET and DEL",
    .file = "lock/strategies/set_px_get_del.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked},
    .acquire = set_px_get_del_acquire,
    .release = set_px_get_del_release,
};

}  // namespace locklab
