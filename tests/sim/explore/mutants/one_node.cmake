# Locks on one node that know no owner, and rate limiters.
#
# Not here: `none` holds nothing and promises nothing, so no line of it can break a promise. `local_flag` promises what it
# breaks as it stands, with two clients and no fault; its mutants break what it keeps without promising it.
# `atomic_decr` changes the stock in one atomic step: whatever a line of it is changed to, it never writes what it has
# computed from an earlier read, and that is all it promises. And a lease forgives a release that removes nothing (of
# another key, with a wrong token, not sent again after silence): the lock is late, but no promise is broken. It is here
# where there is no lease.

mutant(local_flag_keeps_its_flag_set LOCK local_flag FILE lock/strategies/local_flag.cpp
  LINE [[env.own_memory = 0;]] BECOMES [[env.own_memory = 1;]]
  CLIENTS 1 ROUNDS 2 BREAKS no_deadlock)

mutant(rate_limit_naive_admits_one_too_many LOCK rate_limit_naive FILE lock/strategies/rate_limit_naive.cpp
  LINE [[count >= lock->limit]] BECOMES [[count > lock->limit]]
  SET [[limit=1, window_ms=200, wait_ms=50]] CLIENTS 1 ROUNDS 2 BREAKS quota)
mutant(rate_limit_naive_never_counts LOCK rate_limit_naive FILE lock/strategies/rate_limit_naive.cpp
  LINE [[Command step = incr(lock->key);]] BECOMES [[Command step("INCRBY");
  step.add(lock->key).add(0);]]
  SET [[limit=1, window_ms=200, wait_ms=50]] CLIENTS 1 ROUNDS 2 BREAKS quota)
mutant(rate_limit_naive_has_no_window LOCK rate_limit_naive FILE lock/strategies/rate_limit_naive.cpp
  LINE [[if (counted.is(1)) {]] BECOMES [[if (counted.is(0)) {]]
  SET [[limit=1, window_ms=50, wait_ms=300]] CLIENTS 1 ROUNDS 3 BREAKS quota)

mutant(rate_limit_lua_admits_one_too_many LOCK rate_limit_lua FILE assets/lua/admit.lua
  LINE [[if count >= tonumber(ARGV[1]) then]] BECOMES [[if count > tonumber(ARGV[1]) then]]
  SET [[limit=1, window_ms=200, wait_ms=50]] BREAKS quota)
mutant(rate_limit_lua_has_no_window LOCK rate_limit_lua FILE assets/lua/admit.lua
  LINE [[if count == 1 then]] BECOMES [[if count == 0 then]]
  SET [[limit=1, window_ms=50, wait_ms=300]] ROUNDS 2 BREAKS quota)
mutant(rate_limit_lua_never_counts LOCK rate_limit_lua FILE assets/lua/admit.lua
  LINE [[redis.call("INCR", KEYS[1])]] BECOMES [[count + 1]]
  SET [[limit=1, window_ms=200, wait_ms=50]] BREAKS quota)
mutant(rate_limit_lua_does_not_look_at_the_answer LOCK rate_limit_lua FILE lock/strategies/rate_limit_lua.cpp
  LINE [[if (reply.is(0))]] BECOMES [[if (reply.is(-1))]]
  SET [[limit=1, window_ms=200, wait_ms=50]] BREAKS quota)

mutant(setnx_del_takes_silence_for_a_grant LOCK setnx_del FILE lock/strategies/setnx_del.cpp
  LINE [[if (!reply.is(1))]] BECOMES [[if (reply.is(0))]]
  FAULTS lose=1 BREAKS mutual_exclusion)
mutant(setnx_del_gives_each_its_own_key LOCK setnx_del FILE lock/strategies/setnx_del.cpp
  LINE [[setnx(lock->key, "1")]] BECOMES [[setnx(token.text(), "1")]]
  BREAKS mutual_exclusion)
mutant(setnx_del_forgets_to_release LOCK setnx_del FILE lock/strategies/release.cpp
  LINE [[Command command = del(lock->key);]] BECOMES [[Command command = get(lock->key);]]
  BREAKS no_deadlock)

mutant(setnx_expire_takes_silence_for_a_grant LOCK setnx_expire FILE lock/strategies/setnx_expire.cpp
  LINE [[if (!claimed.is(1))]] BECOMES [[if (claimed.is(0))]]
  FAULTS lose=1 BREAKS mutual_exclusion)
mutant(setnx_expire_sets_no_lease LOCK setnx_expire FILE lock/strategies/setnx_expire.cpp
  LINE [[Command lease = expire_command(lock->key, lock->ttl);
  lease.by(token, Purpose::claim);
  const Reply leased]] BECOMES [[Command lease = get(lock->key);
  lease.by(token, Purpose::claim);
  const Reply leased]]
  FAULTS crash@hold=1 BREAKS no_deadlock)
mutant(setnx_expire_in_multi_does_not_look_who_won LOCK setnx_expire FILE lock/strategies/setnx_expire.cpp
  LINE [[if (!results.items[0].is(1))]] BECOMES [[if (results.items[0].is(2))]]
  SET [[how="multi"]] BREAKS mutual_exclusion)
mutant(setnx_expire_in_multi_takes_an_aborted_transaction_for_a_grant LOCK setnx_expire FILE lock/strategies/setnx_expire.cpp
  LINE [[if (!ran) co_return not_held(results, Refusal::unreadable);]]
  BECOMES [[if (results.is_unknown()) co_return not_held(results, Refusal::unreadable);
  if (!ran) co_return Grant(Held{token});]]
  SET [=[how="multi", nodes=2, cluster=true, fault=[{when="alice entered", migrate={node="n1"}}]]=]
  BREAKS mutual_exclusion)
mutant(setnx_expire_in_multi_takes_an_aborted_transaction_for_a_grant_where_time_stands_still LOCK setnx_expire
  FILE lock/strategies/setnx_expire.cpp
  LINE [[if (!ran) co_return not_held(results, Refusal::unreadable);]]
  BECOMES [[if (results.is_unknown()) co_return not_held(results, Refusal::unreadable);
  if (!ran) co_return Grant(Held{token});]]
  SET [=[how="multi", semantics="asynchronous", wait_ms=1, nodes=2, cluster=true, fault=[
    {when="alice entered", migrate={node="n1"}}]]=]
  BREAKS mutual_exclusion)
mutant(setnx_expire_leases_too_briefly LOCK setnx_expire FILE lock/strategies/expire.h
  LINE [[pexpire(key, ttl)]] BECOMES [[pexpire(key, ttl / 10)]]
  BREAKS mutual_exclusion)

mutant(setnx_expire_lua_sets_no_lease LOCK setnx_expire_lua FILE assets/lua/setnx_expire.lua
  LINE [[redis.call("PEXPIRE", KEYS[1], ARGV[2])]] BECOMES [[redis.call("PTTL", KEYS[1])]]
  FAULTS crash=1 BREAKS no_deadlock)
mutant(setnx_expire_lua_grants_what_is_taken LOCK setnx_expire_lua FILE assets/lua/setnx_expire.lua
  LINE [[redis.call("SETNX", KEYS[1], ARGV[1]) == 1]] BECOMES [[redis.call("SETNX", KEYS[1], ARGV[1]) >= 0]]
  BREAKS mutual_exclusion)
mutant(setnx_expire_lua_mistakes_the_unit LOCK setnx_expire_lua FILE lock/strategies/setnx_expire_lua.cpp
  LINE [[ms(lock->ttl)]] BECOMES [[lock->ttl / 10ms]]
  BREAKS no_lost_update)
mutant(setnx_expire_lua_takes_silence_for_a_grant LOCK setnx_expire_lua FILE lock/strategies/setnx_expire_lua.cpp
  LINE [[if (!reply.is(1))]] BECOMES [[if (reply.is(0))]]
  FAULTS lose=1 BREAKS mutual_exclusion)

mutant(getset_timestamp_takes_over_too_early LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[if (*old >= ms(env.wall_now()))]] BECOMES [[if (*old < 0)]]
  BREAKS mutual_exclusion)
mutant(getset_timestamp_does_not_look_who_was_first LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[if (read_deadline(previous) != old)]] BECOMES [[if (!read_deadline(previous))]]
  FAULTS crash@hold=1 SET [[retry_jitter_ms=0]] CLIENTS 3 BREAKS mutual_exclusion)
mutant(getset_timestamp_lets_the_loser_win LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[if (read_deadline(previous) != old)]] BECOMES [[if (read_deadline(previous) == old)]]
  FAULTS crash@hold=1 BREAKS no_deadlock)
mutant(getset_timestamp_releases_after_its_deadline LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[co_return Released::expired;]] BECOMES [[held.valid_until.reset();]]
  FAULTS pause@hold=1 BREAKS owner_only_release)

mutant(getset_timestamp_takes_over_by_del LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[lock->takeover == Takeover::del_setnx]] BECOMES [[lock->takeover == Takeover::getset]]
  FAULTS crash@hold=1 SET [[retry_jitter_ms=0, client={bob={start_ms=10}, carol={start_ms=12}}]] CLIENTS 3
  BREAKS mutual_exclusion)
mutant(getset_timestamp_believes_in_its_del LOCK getset_timestamp FILE lock/strategies/getset_timestamp.cpp
  LINE [[if (!claimed.is(1))]] BECOMES [[if (claimed.is_unknown())]]
  FAULTS crash@hold=1 SET [[takeover="del_setnx", retry_jitter_ms=0]] CLIENTS 3 BREAKS mutual_exclusion)

mutant(set_px_del_takes_silence_for_a_grant LOCK set_px_del FILE lock/strategies/set_px_del.cpp
  LINE [[if (!reply.ok())]] BECOMES [[if (reply.is_nil())]]
  FAULTS lose=1 BREAKS mutual_exclusion)
mutant(set_px_del_leases_too_briefly LOCK set_px_del FILE lock/strategies/claim.h
  LINE [[set_nx_px(lock.key, token.text(), ttl)]] BECOMES [[set_nx_px(lock.key, token.text(), ttl / 10)]]
  BREAKS no_lost_update)
mutant(set_px_del_sets_no_lease LOCK set_px_del FILE lock/strategies/claim.h
  LINE [[set_nx_px(lock.key, token.text(), ttl)]]
  BECOMES [[Command("SET").add(lock.key).add(token.text()).add("NX")]]
  FAULTS crash=1 BREAKS no_deadlock)
