// The table of supported commands, their numbers of words and their permissions, as in Redis.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lock/reply.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {

/// The result of commands that do more than reply.
struct Ending {
  Outcome::Kind kind = Outcome::Kind::replied;
  std::int64_t replicas = 0;
  std::int64_t timeout_ms = 0;
  std::uint64_t offset = 0;
};

/// A command being run.
struct Invocation {
  ServerState& server;
  Session& session;
  WordsView words;  ///< the verb and its arguments
  Ending& ending;
  std::string_view name;  ///< the verb in lower case, for error texts
  bool in_exec = false;

  Keyspace& keys() const { return server.keys; }
  std::string_view operator[](std::size_t i) const { return words[i]; }
  std::size_t size() const { return words.size(); }
};

namespace flag {
inline constexpr std::uint32_t write = 1;
inline constexpr std::uint32_t may_grow = 2;  ///< refused when memory is full
inline constexpr std::uint32_t not_in_script = 4;
inline constexpr std::uint32_t while_busy = 8;     ///< allowed while a script blocks the server
inline constexpr std::uint32_t never_queued = 16;  ///< runs at once even within MULTI
inline constexpr std::uint32_t not_in_multi = 64;  ///< refused within MULTI
inline constexpr std::uint32_t evaluates = 32;     ///< the script's own flags count, too
inline constexpr std::uint32_t while_subscribed = 128;  ///< allowed on a subscribed connection
}  // namespace flag

struct CommandSpec {
  std::string_view name;  ///< lower case; of a subcommand: "script|load"
  int arity = 0;          ///< number of words including the verb; if negative, the minimum
  std::uint32_t flags = 0;
  Reply (*run)(Invocation&) = nullptr;
  std::span<const CommandSpec> subcommands;

  bool takes(std::size_t words) const {
    return arity >= 0 ? words == static_cast<std::size_t>(arity)
                      : words >= static_cast<std::size_t>(-arity);
  }
};

/// The command with these words (at least one), with its subcommand; null if unknown.
const CommandSpec* find_command(WordsView words);
/// The command of this verb, without a subcommand; null if unknown.
const CommandSpec* find_verb(std::string_view verb);

// Strings.
Reply run_append(Invocation&);
Reply run_decr(Invocation&);
Reply run_decrby(Invocation&);
Reply run_get(Invocation&);
Reply run_getdel(Invocation&);
Reply run_getex(Invocation&);
Reply run_getset(Invocation&);
Reply run_incr(Invocation&);
Reply run_incrby(Invocation&);
Reply run_mget(Invocation&);
Reply run_mset(Invocation&);
Reply run_msetnx(Invocation&);
Reply run_psetex(Invocation&);
Reply run_set(Invocation&);
Reply run_setex(Invocation&);
Reply run_setnx(Invocation&);
Reply run_strlen(Invocation&);
// Keys of any kind.
Reply run_dbsize(Invocation&);
Reply run_del(Invocation&);
Reply run_exists(Invocation&);
Reply run_flush(Invocation&);
Reply run_type(Invocation&);
// Expiry.
Reply run_expire(Invocation&);
Reply run_expireat(Invocation&);
Reply run_expiretime(Invocation&);
Reply run_persist(Invocation&);
Reply run_pexpire(Invocation&);
Reply run_pexpireat(Invocation&);
Reply run_pexpiretime(Invocation&);
Reply run_pttl(Invocation&);
Reply run_ttl(Invocation&);
// The server and the connection.
Reply run_echo(Invocation&);
Reply run_ping(Invocation&);
Reply run_role(Invocation&);
Reply run_select(Invocation&);
Reply run_shutdown(Invocation&);
Reply run_time(Invocation&);
Reply run_wait(Invocation&);
// Channels.
Reply run_publish(Invocation&);
Reply run_subscribe(Invocation&);
Reply run_unsubscribe(Invocation&);
// Transactions.
Reply run_discard(Invocation&);
Reply run_exec(Invocation&);
Reply run_multi(Invocation&);
Reply run_unwatch(Invocation&);
Reply run_watch(Invocation&);
// Scripts.
Reply run_eval(Invocation&);
Reply run_eval_ro(Invocation&);
Reply run_evalsha(Invocation&);
Reply run_evalsha_ro(Invocation&);
Reply run_script_debug(Invocation&);
Reply run_script_exists(Invocation&);
Reply run_script_flush(Invocation&);
Reply run_script_help(Invocation&);
Reply run_script_kill(Invocation&);
Reply run_script_load(Invocation&);

}  // namespace locklab::sim
