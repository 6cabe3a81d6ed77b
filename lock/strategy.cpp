#include "lock/strategy.h"

#include <array>

#include "lock/strategies/strategies.h"

namespace locklab {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view how_switch[] = {"how"};
constexpr std::string_view sell_switch[] = {"sell"};
constexpr std::string_view limit_switches[] = {"limit", "window_ms"};
constexpr std::string_view watchdog_switches[] = {"renew", "period_ms", "lease_ms", "on_lost"};
constexpr std::string_view wait_switches[] = {"replicas", "wait_timeout_ms"};
constexpr std::string_view redlock_switches[] = {"order",       "clock",           "check_validity",
                                                 "release_all", "min_validity_ms", "drift_ms",
                                                 "on_lost",     "period_ms",       "retry_count"};

const std::array<Strategy, 16> all{{
    {"none",
     "no lock",
     "two clients read the same value: one update is lost",
     "lock/strategies/none.cpp",
     Topology::none,
     1,
     {},
     none_acquire,
     release_nothing,
     nullptr},
    {"local_flag",
     "a flag in the client's own memory",
     "each client has its own flag: all get in",
     "lock/strategies/local_flag.cpp",
     Topology::none,
     1,
     {},
     local_flag_acquire,
     local_flag_release,
     nullptr},
    {"atomic_decr", "no lock: DECR", "nothing: one command is atomic",
     "lock/strategies/atomic_decr.cpp", Topology::single, 0, sell_switch, none_acquire,
     release_nothing, atomic_decr_work},
    {"rate_limit_naive", "GET, INCR, EXPIRE",
     "others slip in between GET and INCR; a crash before EXPIRE locks out for ever",
     "lock/strategies/rate_limit_naive.cpp", Topology::single, 0, limit_switches,
     rate_limit_naive_acquire, release_nothing, nullptr},
    {"rate_limit_lua", "GET, INCR, PEXPIRE in one Lua script",
     "nothing; a long script blocks the server for all", "lock/strategies/rate_limit_lua.cpp",
     Topology::single, 0, limit_switches, rate_limit_lua_acquire, release_nothing, nullptr},
    {"setnx_del",
     "SETNX, released by DEL",
     "a holder that crashes locks everybody out for ever; anybody's DEL frees it",
     "lock/strategies/setnx_del.cpp",
     Topology::single,
     1,
     {},
     setnx_del_acquire,
     release_by_del,
     nullptr},
    {"setnx_expire", "SETNX, then EXPIRE, released by DEL",
     "a crash or cut between the two leaves a lock without a lease",
     "lock/strategies/setnx_expire.cpp", Topology::single, 1, how_switch, setnx_expire_acquire,
     release_by_del, nullptr},
    {"setnx_expire_lua",
     "SETNX and PEXPIRE in one Lua script, released by DEL",
     "the lease runs out while working; then DEL removes somebody else's lock",
     "lock/strategies/setnx_expire_lua.cpp",
     Topology::single,
     1,
     {},
     setnx_expire_lua_acquire,
     release_by_del,
     nullptr},
    {"getset_timestamp",
     "a deadline as the value, taken over by GETSET",
     "clients' clocks differ: stolen early or held late",
     "lock/strategies/getset_timestamp.cpp",
     Topology::single,
     1,
     {},
     getset_timestamp_acquire,
     getset_timestamp_release,
     nullptr},
    {"set_px_del",
     "SET NX PX, released by DEL",
     "the lease runs out while working; then DEL removes somebody else's lock",
     "lock/strategies/set_px_del.cpp",
     Topology::single,
     1,
     {},
     set_px_del_acquire,
     release_by_del,
     nullptr},
    {"set_px_get_del",
     "SET NX PX, released by GET and DEL",
     "the key changes hands between GET and DEL",
     "lock/strategies/set_px_get_del.cpp",
     Topology::single,
     1,
     {},
     set_px_get_del_acquire,
     set_px_get_del_release,
     nullptr},
    {"set_px_lua",
     "SET NX PX, released by a Lua script that compares",
     "a pause longer than the lease lets two in; one node: its death is everybody's",
     "lock/strategies/set_px_lua.cpp",
     Topology::single,
     1,
     {},
     set_px_lua_acquire,
     release_if_owner,
     nullptr},
    {"watchdog", "set_px_lua, with a lease that is renewed while working",
     "a pause of the whole process outlives the lease all the same", "lock/strategies/watchdog.cpp",
     Topology::single, 1, watchdog_switches, watchdog_acquire, release_if_owner, nullptr},
    {"fenced",
     "set_px_lua, with a rising fencing token",
     "two may still believe that they hold; the resource turns the older one away",
     "lock/strategies/fenced.cpp",
     Topology::single,
     1,
     {},
     fenced_acquire,
     release_if_owner,
     nullptr},
    {"set_wait", "set_px_lua, granted only when WAIT has seen replicas",
     "narrows what a failover loses, but does not remove it", "lock/strategies/set_wait.cpp",
     Topology::single, 1, wait_switches, set_wait_acquire, release_if_owner, nullptr},
    {"redlock", "SET NX PX on a majority of independent masters",
     "clock jumps, restarts without memory, pauses after the check", "lock/strategies/redlock.cpp",
     Topology::masters, 1, redlock_switches, redlock_acquire, redlock_release, nullptr},
}};

}  // namespace

std::span<const Strategy> strategies() { return all; }

const Strategy* find_strategy(std::string_view id) {
  for (const Strategy& strategy : all)
    if (strategy.id == id) return &strategy;
  return nullptr;
}

}  // namespace locklab
