// The commands EVAL and its family, and SCRIPT.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sim/service/redis/dispatch.h"
#include "sim/service/redis/lua_engine.h"
#include "sim/service/redis/numbers.h"
#include "sim/service/redis/replies.h"
#include "sim/service/redis/scripts.h"
#include "sim/service/redis/sha1.h"

namespace locklab::sim {
namespace {

std::string lower_case(std::string_view word) {
  std::string lower(word);
  std::transform(lower.begin(), lower.end(), lower.begin(), to_lower);
  return lower;
}

KnownScript* find_script_of(ServerState& server, std::string_view sha1) {
  KnownScript* known = server.scripts.find(sha1);
  return known ? known : server.scripts.find(lower_case(sha1));
}

/// Compiles the script, unless this thread's engine already has. Returns the error, if any.
std::optional<Reply> make_ready(std::string_view sha1, KnownScript& script) {
  LuaEngine& engine = LuaEngine::of_this_thread();
  if (script.generation == engine.generation()) return std::nullopt;
  std::string error;
  script.compiled = engine.compile(sha1, script_body(script.text), error);
  if (script.compiled == 0) {
    return error_line(fmt::format("ERR Error compiling script (new function): {}", error));
  }
  script.generation = engine.generation();
  return std::nullopt;
}

/// Adds a text to the known scripts. Returns the error in the text, if any.
std::optional<Reply> learn(ServerState& server, std::string_view sha1, std::string_view text) {
  if (server.scripts.find(sha1)) return std::nullopt;
  const auto flags = script_flags(text);
  if (const std::string* error = std::get_if<std::string>(&flags)) return error_line(*error);
  std::optional<Reply> error = make_ready(sha1, know_script(server, sha1, text));
  if (error) server.scripts.erase(sha1);
  return error;
}

Reply run_script(Invocation& call, std::string_view sha1, KnownScript& script, std::size_t keys,
                 bool read_only) {
  const bool declared = script.flags & script_flag::declared;
  const bool no_writes = script.flags & script_flag::no_writes;
  if (declared && !no_writes && read_only)
    return Reply::error("ERR Can not execute a script with write flag using *_ro command.");
  if (std::optional<Reply> error = make_ready(sha1, script)) return *error;

  ScriptRun run{.server = &call.server,
                .session = &call.session,
                .sha1 = sha1,
                .compiled = script.compiled,
                .keys = call.words.subspan(3, keys),
                .arguments = call.words.subspan(3 + keys),
                .read_only = read_only || no_writes,
                .may_exceed_memory = (script.flags & script_flag::allow_oom) != 0,
                .budget = call.server.options.script_budget};
  Reply reply = LuaEngine::of_this_thread().run(run);
  if (!run.endless) return reply;

  call.ending.kind = Outcome::Kind::blocked_by_script;
  call.server.blocked.emplace();
  call.server.blocked->killed = std::move(reply);
  call.server.blocked->wrote = run.wrote;
  return {};
}

/// The number of keys, from the second argument, or the error to reply.
std::variant<std::size_t, Reply> count_keys(const Invocation& call) {
  const std::optional<std::int64_t> keys = parse_integer(call[2]);
  if (!keys) return Reply::error(text::not_an_integer);
  if (*keys > static_cast<std::int64_t>(call.size()) - 3)
    return Reply::error("ERR Number of keys can't be greater than number of args");
  if (*keys < 0) return Reply::error("ERR Number of keys can't be negative");
  return static_cast<std::size_t>(*keys);
}

Reply evaluate_text(Invocation& call, bool read_only) {
  const auto keys = count_keys(call);
  if (const Reply* error = std::get_if<Reply>(&keys)) return *error;
  const std::string sha1 = sha1_hex(call[1]);
  if (std::optional<Reply> error = learn(call.server, sha1, call[1])) return *error;
  return run_script(call, sha1, *call.server.scripts.find(sha1), std::get<std::size_t>(keys),
                    read_only);
}

Reply evaluate_name(Invocation& call, bool read_only) {
  if (call[1].size() != 40) return Reply::error(text::no_script);
  const auto keys = count_keys(call);
  if (const Reply* error = std::get_if<Reply>(&keys)) return *error;
  KnownScript* script = find_script_of(call.server, call[1]);
  if (!script) return Reply::error(text::no_script);
  return run_script(call, call[1], *script, std::get<std::size_t>(keys), read_only);
}

}  // namespace

Reply run_eval(Invocation& call) { return evaluate_text(call, false); }
Reply run_eval_ro(Invocation& call) { return evaluate_text(call, true); }
Reply run_evalsha(Invocation& call) { return evaluate_name(call, false); }
Reply run_evalsha_ro(Invocation& call) { return evaluate_name(call, true); }

Reply run_script_load(Invocation& call) {
  const std::string sha1 = sha1_hex(call[2]);
  if (std::optional<Reply> error = learn(call.server, sha1, call[2])) return *error;
  return Reply::bulk(sha1);
}

Reply run_script_exists(Invocation& call) {
  std::vector<Reply> known;
  for (std::string_view sha1 : call.words.subspan(2))
    known.push_back(Reply::number(find_script_of(call.server, sha1) ? 1 : 0));
  return Reply::array(std::move(known));
}

Reply run_script_flush(Invocation& call) {
  const bool plain = call.size() == 2;
  if (call.size() > 3 || (!plain && !same_word(call[2], "sync") && !same_word(call[2], "async")))
    return Reply::error("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
  call.server.scripts.clear();
  return ok();
}

Reply run_script_kill(Invocation& call) {
  std::optional<StuckScript>& blocked = call.server.blocked;
  if (!blocked) return Reply::error("NOTBUSY No scripts in execution right now.");
  if (blocked->wrote) {
    return Reply::error(
        "UNKILLABLE Sorry the script already executed write commands against the dataset. You can "
        "either wait the script termination or kill the server in a hard way using the SHUTDOWN "
        "NOSAVE command.");
  }
  StuckScript ended = std::move(*blocked);
  blocked.reset();
  if (!ended.in_exec) {
    call.server.killed_script = std::move(ended.killed);
    return ok();
  }

  // The script's transaction continues, and may reach another endless script.
  ended.done.push_back(std::move(ended.killed));
  Session nobody;
  Ending ending;
  Invocation exec{call.server, nobody, call.words, ending, "exec", false};
  Reply reply = run_queue(exec, std::move(ended.done), std::move(ended.rest));
  if (ending.kind != Outcome::Kind::blocked_by_script) call.server.killed_script = std::move(reply);
  return ok();
}

Reply run_script_debug(Invocation& call) {
  if (same_word(call[2], "no")) return ok();
  if (same_word(call[2], "yes") || same_word(call[2], "sync"))
    return Reply::error("ERR The simulated server has no script debugger");
  return Reply::error("ERR Use SCRIPT DEBUG YES/SYNC/NO");
}

Reply run_script_help(Invocation&) {
  static constexpr std::array<std::string_view, 17> lines{
      "SCRIPT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
      "DEBUG (YES|SYNC|NO)",
      "    Set the debug mode for subsequent scripts executed.",
      "EXISTS <sha1> [<sha1> ...]",
      "    Return information about the existence of the scripts in the script cache.",
      "FLUSH [ASYNC|SYNC]",
      "    Flush the Lua scripts cache. Very dangerous on replicas.",
      "    When called without the optional mode argument, the behavior is determined by the",
      "    lazyfree-lazy-user-flush configuration directive. Valid modes are:",
      "    * ASYNC: Asynchronously flush the scripts cache.",
      "    * SYNC: Synchronously flush the scripts cache.",
      "KILL",
      "    Kill the currently executing Lua script.",
      "LOAD <script>",
      "    Load a script into the scripts cache without executing it.",
      "HELP",
      "    Prints this help."};
  std::vector<Reply> reply;
  for (std::string_view line : lines) reply.push_back(Reply::status(line));
  return Reply::array(std::move(reply));
}

}  // namespace locklab::sim
