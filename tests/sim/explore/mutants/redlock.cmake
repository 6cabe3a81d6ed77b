# Redlock. Not here: the allowance for drifting clocks, since no clock drifts in a search; a release that reaches too few
# nodes, or has the wrong token, since the lease ends what it leaves behind.

mutant(redlock_has_too_small_a_quorum LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[granted.size() >= lock->quorum();]] BECOMES [[granted.size() >= lock->quorum() - 1;]]
  BREAKS mutual_exclusion)
mutant(redlock_has_too_small_a_quorum_where_time_stands_still LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[granted.size() >= lock->quorum();]] BECOMES [[granted.size() >= lock->quorum() - 1;]]
  SET [[order="parallel", semantics="asynchronous", wait_ms=1]] BREAKS mutual_exclusion)
mutant(redlock_has_too_large_a_quorum LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[granted.size() >= lock->quorum();]] BECOMES [[granted.size() > lock->quorum();]]
  FAULTS kill=1 BREAKS fault_tolerance)
mutant(redlock_counts_silence_as_a_vote LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[if (replies[i].ok())]] BECOMES [[if (!replies[i].is_nil())]]
  FAULTS lose=1 BREAKS mutual_exclusion)
mutant(redlock_leaves_out_the_validity_check LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[(in_time || !lock->check_validity)]] BECOMES [[(in_time || lock->check_validity)]]
  FAULTS pause@acquire=1 NODES 1 BREAKS mutual_exclusion)
mutant(redlock_counts_its_lease_from_the_last_reply LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[const Time valid_until = start + lock->ttl]] BECOMES [[const Time valid_until = lease_now(env, *lock) + lock->ttl]]
  FAULTS pause@acquire=1 NODES 1 BREAKS mutual_exclusion)
mutant(redlock_releases_only_where_it_was_granted LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[lock->release_all ? lock->nodes : granted]] BECOMES [[granted]]
  FAULTS lose=1 NODES 1 BREAKS clean_failure)
mutant(redlock_forgets_to_release_where_it_failed LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[co_await ask_all(env, lock, std::move(nodes), compare_and_delete(*lock, token));]] BECOMES [[]]
  BREAKS clean_failure)
mutant(redlock_releases_without_comparing LOCK redlock FILE assets/lua/release_if_owner.lua
  LINE [=[redis.call("GET", KEYS[1]) == ARGV[1]]=] BECOMES [=[redis.call("GET", KEYS[1])]=]
  BREAKS owner_only_release)
mutant(redlock_reuses_its_token LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[Task<Grant> redlock_acquire(Env& env, Lock lock, Token token) {]]
  BECOMES [[Task<Grant> redlock_acquire(Env& env, Lock lock, Token token) {
  token = Token::from_bits(1, 1, token.acquisition);]]
  BREAKS owner_only_release)
mutant(redlock_asks_one_node_three_times LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[replies.push_back(co_await env.call(node, Command(command), lock->node_timeout));]]
  BECOMES [[replies.push_back(co_await env.call(nodes[0], Command(command), lock->node_timeout));]]
  BREAKS no_deadlock)
mutant(redlock_extends_for_nothing LOCK redlock FILE assets/lua/extend_if_owner_or_absent.lua
  LINE [[redis.call("PEXPIRE", KEYS[1], ARGV[2])]] BECOMES [[redis.call("PTTL", KEYS[1])]]
  SET [[period_ms=30, work_ms=150]] BREAKS mutual_exclusion)
mutant(redlock_extends_with_the_wrong_token LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[command.add(token.text()).add(ms(lock.ttl))]] BECOMES [[command.add(lock.key).add(ms(lock.ttl))]]
  SET [[period_ms=30, work_ms=150, on_lost="ignore"]] BREAKS mutual_exclusion)
mutant(redlock_extends_too_late LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[co_await env.sleep(*lock->period);]] BECOMES [[co_await env.sleep(4 * *lock->period);]]
  SET [[period_ms=30, work_ms=150, on_lost="ignore"]] BREAKS mutual_exclusion)
mutant(redlock_does_not_watch_its_lease LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[if (lock->check_validity) held.keeper->end.start();]] BECOMES [[]]
  SET [[work_ms=150]] BREAKS mutual_exclusion)
mutant(redlock_loses_its_lease_too_late LOCK redlock FILE lock/strategies/keeper.cpp
  LINE [[co_await env.sleep(left);]] BECOMES [[co_await env.sleep(2 * left);]]
  SET [[work_ms=180]] BREAKS mutual_exclusion)
mutant(redlock_extends_without_healing LOCK redlock FILE lock/strategies/redlock.cpp
  LINE [[lock.extend == Extend::heal]] BECOMES [[lock.extend == Extend::owned]]
  FAULTS clock_jump@n3=1 NODES 5
  SET [=[order="parallel", period_ms=30, work_ms=150, retry_jitter_ms=0, client={bob={start_ms=4}}, fault=[
    {when="alice renewed", plus_ms=2, jump={node="n1", ms=101}},
    {when="alice renewed 2nd time", plus_ms=2, jump={node="n2", ms=101}}]]=]
  BREAKS mutual_exclusion)
