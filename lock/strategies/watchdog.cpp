// watchdog: like set_px_lua, but a child task renews the lease every period_ms during the work
// (Redisson's idea). An explicit lease turns it off. A pause of the whole process stops the
// watchdog too.
//
// `stop_renewals = false` leaves the watchdog running after the release: it renews for nobody,
// until a renewal finds nothing to renew, or the hold's limit is reached. Such renewals are
// harmless only if they compare the owner.
#include "lock/scripts.h"
#include "lock/strategies/claim.h"
#include "lock/strategies/expire.h"
#include "lock/strategies/keeper.h"
#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

Command renewal(const LockConfig& lock, const Token& token) {
  Command renew;
  if (lock.renew == Renew::lua) {
    renew = eval(scripts::renew_if_owner, {lock.key});
    renew.add(token.text()).add(ms(lock.ttl));
  } else if (lock.renew == Renew::expire) {
    renew = expire_command(lock.key, lock.ttl);  // prolongs the lock, whoever owns it
  } else {
    renew = set_px(lock.key, token.text(), lock.ttl);  // takes it, whoever owns it
  }
  renew.by(token, Purpose::renew);
  return renew;
}

Task<> keep_renewing(Env& env, Lock lock, Token token, LeaseKeeper* keeper) {
  while (renews_again(*lock, keeper->times_renewed)) {
    co_await env.sleep(lock->renew_period());
    if (keeper->lost.raised()) co_return;
    ++keeper->times_renewed;
    const Time sent = env.monotonic_now();
    const Reply reply =
        co_await env.call(lock->nodes[0], renewal(*lock, token), lock->node_timeout);
    if (keeper->lost.raised()) co_return;
    if (reply.is(1) || reply.ok()) renewed(env, *lock, token, *keeper, sent + lock->ttl);
    if (reply.is(0)) lose(env, *lock, token, *keeper, "the renewal found that the lock is gone");
  }
}

/// Continues the renewals of a released hold, which was renewed `times` times before. `lock` is a
/// copy, because the original may be destroyed in the meantime.
Task<> renew_for_nobody(Env& env, LockConfig lock, Token token, std::uint32_t times) {
  for (; renews_again(lock, times); ++times) {
    co_await env.sleep(lock.renew_period());
    const Reply reply = co_await env.call(lock.nodes[0], renewal(lock, token), lock.node_timeout);
    if (reply.is(0)) co_return;
  }
}

Task<Released> watchdog_release(Env& env, Lock lock, Held held) {
  if (!lock->stop_renewals && held.keeper && held.keeper->was_renewing)
    env.run_beside(renew_for_nobody(env, *lock, held.token, held.keeper->times_renewed));
  return release_if_owner(env, lock, std::move(held));
}

Task<Grant> watchdog_acquire(Env& env, Lock lock, Token token) {
  const Duration lease = lock->lease.value_or(lock->ttl);
  const Time before = env.monotonic_now();
  Grant grant = co_await claim_set_nx_px(env, lock, token, lease);
  if (!grant.granted) co_return grant;
  if (env.monotonic_now() >= before + lease) {
    co_await release_in_doubt(env, lock, token);
    co_return NotHeld(Refusal::too_late, "the lease is over");
  }

  Held& held = grant.held;
  held.valid_until = before + lease;
  held.keeper = std::make_unique<LeaseKeeper>(env);
  held.keeper->valid_until = before + lease;
  held.keeper->end = watch_lease_end(env, lock, token, held.keeper.get());
  if (!lock->lease) {
    held.keeper->renewals = keep_renewing(env, lock, token, held.keeper.get());
    held.keeper->renewals.start();
  }
  held.keeper->end.start();
  co_return grant;
}

constexpr std::string_view renew_words[] = {"lua", "expire", "set"};
constexpr Switch watchdog_switches[] = {
    choice<&LockConfig::renew>("renew", renew_words,
                               "lua: only if the key is still its own; expire: without looking; "
                               "set: sets it anew"),
    duration<&LockConfig::period>("period_ms", Duration(1), "Between two renewals")
        .unless_set([](const LockConfig& lock) { return us(lock.renew_period()); })
        .or_else("to keep the watchdog off, set lease_ms"),
    duration<&LockConfig::lease>("lease_ms", 1ms, "An explicit lease: the watchdog stays off")
        .in_whole_ms()
        .unless_set([](const LockConfig& lock) { return us(lock.ttl); }),
    max_renewals_switch,
    flag<&LockConfig::stop_renewals>("stop_renewals", "A release stops the watchdog"),
    on_lost_switch,
};

}  // namespace

constinit const Strategy strategy::watchdog{
    .id = "watchdog",
    .title = "SET NX PX + Lua whose lease is renewed",
    .summary = "a pause of the process outlives the lease; a worker that hangs keeps it for ever",
    .file = "lock/strategies/watchdog.cpp",
    .traits = {Trait::exclusive, Trait::leased, Trait::owner_checked, Trait::releases_failures,
               Trait::watches_lease},
    .switches = watchdog_switches,
    .acquire = watchdog_acquire,
    .release = watchdog_release,
};

}  // namespace locklab
