// acquire() and release() for all strategies: they repeat attempts, stop the keeper, and note each
// attempt and each release with its outcome.
#include <algorithm>

#include "lock/assert.h"
#include "lock/strategies/keeper.h"
#include "lock/strategy.h"

namespace locklab {

namespace {

void note_attempt(Env& env, const Strategy& strategy, const LockConfig& lock, const Token& token) {
  Note note;
  note.kind = NoteKind::attempt;
  note.acquisition = token.acquisition;
  note.detail = static_cast<std::uint8_t>(lock.mode);
  if (strategy.traits.has(Trait::counts_permits)) note.value = lock.permits;
  note_each(env, lock, note);
}

void note_outcome(Env& env, const LockConfig& lock, const Token& token, const Grant& grant) {
  Note note;
  note.acquisition = token.acquisition;
  if (grant.granted) {
    const Held& held = grant.held;
    note.kind = NoteKind::acquired;
    note.value = held.keeper ? us(held.keeper->valid_until - lease_now(env, lock)) : -1;
    note.extra = held.fence;
  } else {
    note.kind = NoteKind::refused;
    note.detail = static_cast<std::uint8_t>(grant.refusal);
    note.text = grant.why_not;
  }
  note_each(env, lock, note);
}

}  // namespace

Task<Grant> acquire(Env& env, const Strategy& strategy, Lock lock, Time deadline) {
  const std::string_view mistake = mistake_in(strategy, *lock);
  if (!mistake.empty()) co_return NotHeld(Refusal::mistake, mistake);
  for (std::uint32_t tried = 1;; ++tried) {
    const Token token = env.random_token();
    note_attempt(env, strategy, *lock, token);
    Grant grant = co_await strategy.acquire(env, lock, token);
    LOCKLAB_ASSERT(grant.granted == (grant.refusal == Refusal::unknown));
    note_outcome(env, *lock, token, grant);
    if (grant.granted) co_return grant;
    grant.held.token = token;

    if (strategy.wait_for_change) {
      if (env.monotonic_now() >= deadline) co_return grant;
      co_await strategy.wait_for_change(env, lock, deadline);
      continue;
    }
    auto pause = env.random_pause(lock->retry_delay, lock->retry_jitter, deadline);
    if (!pause) co_return grant;
    if (strategy.topology == Topology::masters)
      pause->attempts_left = lock->retry_count - std::min(tried, lock->retry_count);
    co_await env.sleep(*pause);
    if (pause->attempts_left == 0) co_return grant;
  }
}

Task<Released> release(Env& env, const Strategy& strategy, Lock lock, Held held) {
  if (held.keeper) held.keeper->stop();
  Note note;
  note.kind = NoteKind::releasing;
  note.acquisition = held.token.acquisition;
  note_each(env, *lock, note);

  const Released outcome = co_await strategy.release(env, lock, std::move(held));
  note.kind = NoteKind::released;
  note.detail = static_cast<std::uint8_t>(outcome);
  note.text = name(outcome);
  note_each(env, *lock, note);
  co_return outcome;
}

}  // namespace locklab
