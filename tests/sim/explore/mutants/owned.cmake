# Locks on one node that know their owner. Not here: a fencing token that falls; the resource turns all but the first away,
# which breaks nothing but the lock's use.

mutant(set_px_get_del_deletes_whoever_holds LOCK set_px_get_del FILE lock/strategies/set_px_get_del.cpp
  LINE [[seen.is_text(token.text())]] BECOMES [[!seen.is_nil()]]
  SET [[work_ms=150]] BREAKS owner_only_release)
mutant(set_px_get_del_looks_and_deletes_all_the_same LOCK set_px_get_del FILE lock/strategies/set_px_get_del.cpp
  LINE [[if (owner == Owner::somebody_else) co_return Released::not_owner;]] BECOMES [[]]
  SET [[work_ms=150]] BREAKS owner_only_release)
mutant(set_px_get_del_takes_a_refusal_for_a_grant LOCK set_px_get_del FILE lock/strategies/set_px_get_del.cpp
  LINE [[if (!reply.ok())]] BECOMES [[if (reply.is_error())]]
  BREAKS mutual_exclusion)
mutant(set_px_lua_forgets_the_release_in_doubt LOCK set_px_lua FILE lock/strategies/claim.cpp
  LINE [[co_await release_in_doubt(env, lock, token);]] BECOMES [[]]
  FAULTS lose=1 BREAKS clean_failure)
mutant(set_px_lua_takes_silence_for_a_grant LOCK set_px_lua FILE lock/strategies/claim.cpp
  LINE [[if (reply.is_unknown()) {]] BECOMES [[if (reply.is_unknown()) {
    co_return Grant(Held{token});]]
  FAULTS lose=1 BREAKS mutual_exclusion)
mutant(set_px_lua_reuses_its_token LOCK set_px_lua FILE lock/strategies/set_px_lua.cpp
  LINE [[(env, lock, token, lock->ttl)]] BECOMES [[(env, lock, Token::from_bits(1, 1, token.acquisition), lock->ttl)]]
  FAULTS pause@hold=1 BREAKS owner_only_release)
mutant(set_px_lua_releases_without_comparing LOCK set_px_lua FILE assets/lua/release_if_owner.lua
  LINE [=[redis.call("GET", KEYS[1]) == ARGV[1]]=] BECOMES [=[redis.call("GET", KEYS[1])]=]
  FAULTS pause@hold=1 BREAKS owner_only_release)
mutant(set_px_lua_sets_the_key_without_nx LOCK set_px_lua FILE lock/strategies/claim.h
  LINE [[set_nx_px(lock.key, token.text(), ttl)]]
  BECOMES [[Command("SET").add(lock.key).add(token.text()).add("PX").add(ms(ttl))]]
  BREAKS mutual_exclusion)
mutant(set_px_lua_sets_the_key_without_nx_where_time_stands_still LOCK set_px_lua FILE lock/strategies/claim.h
  LINE [[set_nx_px(lock.key, token.text(), ttl)]]
  BECOMES [[Command("SET").add(lock.key).add(token.text()).add("PX").add(ms(ttl))]]
  SET [[semantics="asynchronous", wait_ms=1]] BREAKS mutual_exclusion)
mutant(set_px_lua_sets_no_lease LOCK set_px_lua FILE lock/strategies/claim.h
  LINE [[set_nx_px(lock.key, token.text(), ttl)]]
  BECOMES [[Command("SET").add(lock.key).add(token.text()).add("NX")]]
  FAULTS crash=1 BREAKS no_deadlock)

mutant(watchdog_never_starts LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[held.keeper->renewals.start();]] BECOMES [[]]
  SET [[work_ms=150, on_lost="ignore"]] BREAKS mutual_exclusion)
mutant(watchdog_comes_too_late LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[co_await env.sleep(lock->renew_period());]] BECOMES [[co_await env.sleep(4 * lock->renew_period());]]
  SET [[work_ms=150, on_lost="ignore"]] BREAKS mutual_exclusion)
mutant(watchdog_renews_with_the_wrong_token LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[renew.add(token.text())]] BECOMES [[renew.add(lock.key)]]
  SET [[work_ms=150, on_lost="ignore"]] BREAKS mutual_exclusion)
mutant(watchdog_leases_less_than_it_believes LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[claim_set_nx_px(env, lock, token, lease)]] BECOMES [[claim_set_nx_px(env, lock, token, lease / 5)]]
  BREAKS mutual_exclusion)
mutant(watchdog_renews_for_nothing LOCK watchdog FILE assets/lua/renew_if_owner.lua
  LINE [[return redis.call("PEXPIRE", KEYS[1], ARGV[2])]] BECOMES [[return 1]]
  SET [[work_ms=150]] BREAKS mutual_exclusion)
mutant(watchdog_goes_on_after_its_renewal_was_refused LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[if (reply.is(0)) lose(]] BECOMES [[if (reply.is(0)) renewed(env, *lock, token, *keeper, sent + lock->ttl);
    if (reply.is(-1)) lose(]]
  SET [[work_ms=40]] FAULTS clock_jump=1 BREAKS no_lost_update)
mutant(watchdog_believes_in_a_lease_that_is_over LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[if (env.monotonic_now() >= before + lease) {]] BECOMES [[if (false) {]]
  FAULTS pause@acquire=1 BREAKS mutual_exclusion)
mutant(watchdog_forgets_the_release_when_it_is_too_late LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[co_await release_in_doubt(env, lock, token);]] BECOMES [[]]
  FAULTS pause@acquire=1 BREAKS clean_failure)

mutant(watchdog_outlives_its_lock LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[!lock->stop_renewals &&]] BECOMES [[lock->stop_renewals &&]]
  FAULTS crash=1 SET [[renew="expire"]] CLIENTS 3 BREAKS no_deadlock)
mutant(watchdog_sets_the_key_anew LOCK watchdog FILE lock/strategies/watchdog.cpp
  LINE [[lock.renew == Renew::lua]] BECOMES [[lock.renew == Renew::set]]
  FAULTS clock_jump=1 SET [[work_ms=40]] BREAKS no_lost_update)
mutant(watchdog_forgets_its_limit LOCK watchdog FILE lock/strategies/keeper.h
  LINE [[times < lock.max_renewals]] BECOMES [[times < 100 * lock.max_renewals]]
  SET [[program=["lock", "work", "forget"], max_renewals=3]] BREAKS no_deadlock)

mutant(fenced_draws_the_same_number_for_all LOCK fenced FILE assets/lua/claim_with_fence.lua
  LINE [[return redis.call("INCR", KEYS[2])]] BECOMES [[return 1]]
  FAULTS pause=1 BREAKS no_lost_update)
mutant(fenced_does_not_show_its_number LOCK fenced FILE lock/strategies/fenced.cpp
  LINE [[held.fence = reply.integer;]] BECOMES [[]]
  FAULTS pause=1 BREAKS no_lost_update)
mutant(fenced_takes_what_is_taken LOCK fenced FILE assets/lua/claim_with_fence.lua
  LINE [["NX", "PX"]] BECOMES [["PX"]]
  BREAKS mutual_exclusion)
mutant(fenced_sets_no_lease LOCK fenced FILE assets/lua/claim_with_fence.lua
  LINE [["NX", "PX", ARGV[2])]] BECOMES [["NX")]]
  FAULTS crash=1 BREAKS no_deadlock)
mutant(fenced_forgets_the_release_in_doubt LOCK fenced FILE lock/strategies/fenced.cpp
  LINE [[co_await release_in_doubt(env, lock, token);]] BECOMES [[]]
  FAULTS lose=1 BREAKS clean_failure)
mutant(fenced_counts_in_the_lock_itself LOCK fenced FILE lock/strategies/fenced.cpp
  LINE [[{lock->key, counter}]] BECOMES [[{lock->key, lock->key}]]
  BREAKS no_deadlock)

mutant(set_wait_needs_no_replica LOCK set_wait FILE lock/strategies/set_wait.cpp
  LINE [[copies.integer >= lock->replicas]] BECOMES [[copies.integer >= 0]]
  FAULTS failover=1 SET [[replication_lag_ms=50, wait_timeout_ms=10, wait_ms=60]] BREAKS mutual_exclusion)
mutant(set_wait_needs_one_replica_too_many LOCK set_wait FILE lock/strategies/set_wait.cpp
  LINE [[copies.integer >= lock->replicas]] BECOMES [[copies.integer > lock->replicas]]
  BREAKS no_deadlock)
mutant(set_wait_does_not_wait LOCK set_wait FILE lock/strategies/set_wait.cpp
  LINE [[wait_replicas(lock->replicas, lock->wait_timeout)]] BECOMES [[wait_replicas(0, lock->wait_timeout)]]
  BREAKS no_deadlock)
mutant(set_wait_forgets_the_release_in_doubt LOCK set_wait FILE lock/strategies/set_wait.cpp
  LINE [[co_await release_in_doubt(env, lock, token);]] BECOMES [[]]
  FAULTS lose=1 BREAKS clean_failure)
mutant(set_wait_releases_without_comparing LOCK set_wait FILE assets/lua/release_if_owner.lua
  LINE [=[redis.call("GET", KEYS[1]) == ARGV[1]]=] BECOMES [=[redis.call("GET", KEYS[1])]=]
  FAULTS pause@hold=1 BREAKS owner_only_release)
