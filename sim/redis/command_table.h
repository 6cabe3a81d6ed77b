// Which commands there are, how many words each takes, and what it may do: Redis's own table, as
// far as the lab speaks it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "lock/reply.h"
#include "sim/redis/state.h"

namespace locklab::sim {

/// What the few commands that do more than to reply say about it.
struct Ending {
  Outcome::Kind kind = Outcome::Kind::replied;
  std::int64_t replicas = 0;
  std::int64_t timeout_ms = 0;
  std::uint64_t offset = 0;
};

/// A command that is being run.
struct Call {
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
inline constexpr std::uint32_t evaluates = 32;     ///< the script's own flags count too
}  // namespace flag

struct CommandSpec {
  std::string_view name;  ///< lower case; of a subcommand: "script|load"
  int arity = 0;          ///< words including the verb; negative: at least so many
  std::uint32_t flags = 0;
  Reply (*run)(Call&) = nullptr;
  std::span<const CommandSpec> subcommands;

  bool takes(std::size_t words) const {
    return arity >= 0 ? words == static_cast<std::size_t>(arity)
                      : words >= static_cast<std::size_t>(-arity);
  }
};

/// The command of these words (at least one), its subcommand if it has such; null: there is none.
const CommandSpec* find_command(WordsView words);
/// The verb alone: for the error text of an unknown subcommand.
const CommandSpec* find_verb(std::string_view verb);

// Strings.
Reply run_append(Call&);
Reply run_decr(Call&);
Reply run_decrby(Call&);
Reply run_get(Call&);
Reply run_getdel(Call&);
Reply run_getex(Call&);
Reply run_getset(Call&);
Reply run_incr(Call&);
Reply run_incrby(Call&);
Reply run_mget(Call&);
Reply run_mset(Call&);
Reply run_msetnx(Call&);
Reply run_psetex(Call&);
Reply run_set(Call&);
Reply run_setex(Call&);
Reply run_setnx(Call&);
Reply run_strlen(Call&);
// Keys of any kind.
Reply run_dbsize(Call&);
Reply run_del(Call&);
Reply run_exists(Call&);
Reply run_flush(Call&);
Reply run_type(Call&);
// Expiry.
Reply run_expire(Call&);
Reply run_expireat(Call&);
Reply run_expiretime(Call&);
Reply run_persist(Call&);
Reply run_pexpire(Call&);
Reply run_pexpireat(Call&);
Reply run_pexpiretime(Call&);
Reply run_pttl(Call&);
Reply run_ttl(Call&);
// The server and the connection.
Reply run_echo(Call&);
Reply run_ping(Call&);
Reply run_role(Call&);
Reply run_select(Call&);
Reply run_shutdown(Call&);
Reply run_time(Call&);
Reply run_wait(Call&);
// Transactions.
Reply run_discard(Call&);
Reply run_exec(Call&);
Reply run_multi(Call&);
Reply run_unwatch(Call&);
Reply run_watch(Call&);
// Scripts.
Reply run_eval(Call&);
Reply run_eval_ro(Call&);
Reply run_evalsha(Call&);
Reply run_evalsha_ro(Call&);
Reply run_script_debug(Call&);
Reply run_script_exists(Call&);
Reply run_script_flush(Call&);
Reply run_script_help(Call&);
Reply run_script_kill(Call&);
Reply run_script_load(Call&);

}  // namespace locklab::sim
