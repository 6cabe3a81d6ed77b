#include "sim/service/redis/lua_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "sim/service/redis/dispatch.h"
#include "sim/service/redis/lua_internal.h"
#include "sim/service/redis/replies.h"
#include "sim/service/redis/slots.h"

namespace locklab::sim {
namespace {

/// The limits at which a fresh engine replaces this one: its memory in bytes, and its number of
/// compiled scripts.
constexpr std::size_t large_memory = 32u << 20;
constexpr int many_scripts = 20'000;
constexpr int gc_pause_percent = 250;
constexpr std::uint64_t count_step = 1000;
constexpr std::string_view killed = "ERR Script killed by user with SCRIPT KILL...";

int on_panic(lua_State* lua) {
  fmt::print(stderr, "locklab: Lua failed outside a script: {}\n", lua_tostring(lua, -1));
  std::abort();
}

/// Fills KEYS or ARGV, which held `before` words in the last run.
void fill(lua_State* lua, int at, WordsView words, std::size_t before) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    lua_pushlstring(lua, words[i].data(), words[i].size());
    lua_rawseti(lua, at, static_cast<int>(i) + 1);
  }
  for (std::size_t i = words.size(); i < before; ++i) {
    lua_pushnil(lua);
    lua_rawseti(lua, at, static_cast<int>(i) + 1);
  }
}

/// Whether KEYS or ARGV has no metatable and no items besides its words, so that refilling it makes
/// it as good as new.
bool reusable(lua_State* lua, int at, std::size_t words) {
  constexpr std::size_t usual = 16;  // a table that was once large would stay slow to search
  if (words > usual || lua_getmetatable(lua, at)) return false;
  lua_pushnil(lua);
  while (lua_next(lua, at)) {
    lua_pop(lua, 1);
    const lua_Number place = lua_type(lua, -1) == LUA_TNUMBER ? lua_tonumber(lua, -1) : 0;
    if (!(place >= 1 && place <= static_cast<lua_Number>(words)) ||
        place != static_cast<lua_Number>(static_cast<int>(place)))
      return false;
  }
  return true;
}

void new_words(lua_State* lua, int at, const char* name) {
  lua_newtable(lua);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, globals_at, name);
  lua_replace(lua, at);
}

/// Pops the error on top of the stack and converts it to a reply.
Reply pop_error(lua_State* lua, std::string_view sha1) {
  if (!lua_istable(lua, -1)) {
    const char* why = lua_isstring(lua, -1) ? lua_tostring(lua, -1) : "execution failure";
    Reply reply = error_line(fmt::format("ERR Error running script {}, {:.100}", sha1, why));
    lua_pop(lua, 1);
    return reply;
  }
  lua_getfield(lua, -1, "err");
  lua_getfield(lua, -2, "source");
  lua_getfield(lua, -3, "line");
  const char* message = lua_tostring(lua, -3);
  const char* source = lua_tostring(lua, -2);
  const char* line = lua_tostring(lua, -1);
  std::string text = message ? message : "ERR unknown error";
  if (source && line) text += fmt::format(" script: {}, on {}:{}.", sha1, source, line);
  lua_pop(lua, 4);
  return error_line(text);
}

/// Reason why a script must not call this command; empty if it may.
std::string_view refusal(const ScriptRun& run, const CommandSpec* spec, WordsView words) {
  if (!spec) return "ERR Unknown Redis command called from script";
  if (!spec->takes(words.size()))
    return "ERR Wrong number of args calling Redis command from script";
  if (spec->flags & flag::not_in_script) return "ERR This Redis command is not allowed from script";
  if (run.server->slot_error && sent_elsewhere(*run.server, nullptr, *spec, words))
    return "ERR Script attempted to access a non local key in a cluster node";
  if (spec->flags & flag::write) {
    if (run.read_only) return "ERR Write commands are not allowed from read-only scripts.";
    if (run.server->replica || has(run.server->refusals, WriteRefusal::read_only))
      return text::read_only;
    if (has(run.server->refusals, WriteRefusal::unsaved)) return text::not_saved;
  }
  // A script that has already written may finish: half a script would be worse than a little more
  // memory.
  if (spec->flags & flag::may_grow && run.server->out_of_memory && !run.wrote &&
      !run.may_exceed_memory)
    return text::out_of_memory;
  return {};
}

}  // namespace

LuaEngine& LuaEngine::of_this_thread() {
  static thread_local LuaEngine engine;
  return engine;
}

LuaEngine::~LuaEngine() {
  close();
  std::free(words_);
}

void* LuaEngine::allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
  return static_cast<LuaEngine*>(self)->memory_.resize(block, old_size, new_size);
}

void LuaEngine::open() {
  static std::atomic<std::uint64_t> lives = 0;
  generation_ = ++lives;
  compiled_ = 0;
  keys_before_ = arguments_before_ = 0;
  stale_ = false;
  lua_ = lua_newstate(allocate, this);
  if (!lua_) std::abort();
  lua_atpanic(lua_, on_panic);
  lua_pushcfunction(lua_, handle_error);
  build_sandbox(lua_);
  for (int at = compiled_at; at <= bottom; ++at) lua_newtable(lua_);
  new_words(lua_, keys_at, "KEYS");
  new_words(lua_, arguments_at, "ARGV");
  // Scripts leave little garbage. The collector waits for a while instead of walking all libraries
  // again and again, but not until the garbage exceeds the processor's cache.
  lua_gc(lua_, LUA_GCSETPAUSE, gc_pause_percent);
}

void LuaEngine::close() {
  if (lua_) lua_close(lua_);
  lua_ = nullptr;
  memory_.clear();
}

std::uint64_t LuaEngine::generation() {
  if (!lua_) open();
  return generation_;
}

int LuaEngine::compile(std::string_view sha1, std::string_view text, std::string& error) {
  if (!lua_) open();
  lua_settop(lua_, bottom);
  lua_pushlstring(lua_, sha1.data(), sha1.size());
  lua_pushvalue(lua_, -1);
  lua_rawget(lua_, numbers_at);
  if (lua_isnumber(lua_, -1)) return static_cast<int>(lua_tointeger(lua_, -1));
  lua_pop(lua_, 1);

  if (load_text(lua_, text, "@user_script") != 0) {
    error = lua_tostring(lua_, -1);
    return 0;
  }
  lua_rawseti(lua_, compiled_at, ++compiled_);
  lua_pushnumber(lua_, compiled_);
  lua_rawset(lua_, numbers_at);
  return compiled_;
}

void LuaEngine::begin(ScriptRun& run) {
  running_ = &run;
  ids_ = 0;
  lua_settop(lua_, bottom);
  fill(lua_, keys_at, run.keys, keys_before_);
  fill(lua_, arguments_at, run.arguments, arguments_before_);
  const std::uint64_t step = std::clamp<std::uint64_t>(run.budget, 1, count_step);
  lua_sethook(lua_, on_count, LUA_MASKCOUNT, static_cast<int>(step));
}

void LuaEngine::end(const ScriptRun& run) {
  keys_before_ = run.keys.size();
  arguments_before_ = run.arguments.size();
  if (!reusable(lua_, keys_at, keys_before_)) {
    new_words(lua_, keys_at, "KEYS");
    keys_before_ = 0;
  }
  if (!reusable(lua_, arguments_at, arguments_before_)) {
    new_words(lua_, arguments_at, "ARGV");
    arguments_before_ = 0;
  }
  lua_settop(lua_, bottom);
}

Reply LuaEngine::run(ScriptRun& run) {
  begin(run);
  lua_rawgeti(lua_, compiled_at, run.compiled);
  memory_.limit(true);
  const int status = lua_pcall(lua_, 0, 1, handler_at);
  memory_.limit(false);
  Reply reply;
  if (run.endless && status == 0) {
    // The script caught the error that killed it and returned. Its caller gets the error anyway.
    reply = Reply::error(fmt::format("{} script: {}, on @user_script:1.", killed, run.sha1));
  } else {
    reply = status == 0 ? pop_result(lua_, run.resp3) : pop_error(lua_, run.sha1);
  }
  end(run);
  running_ = nullptr;
  if (stale_ || memory_.used() > large_memory || compiled_ > many_scripts) close();
  return reply;
}

/// Ends a run that has used up its budget, with an error that pcall passes on. If anything else
/// catches the error, the next instruction raises it again.
void LuaEngine::on_count(lua_State* lua, lua_Debug*) {
  LuaEngine& engine = of_this_thread();
  ScriptRun& run = *engine.running_;
  run.used += std::clamp<std::uint64_t>(run.budget, 1, count_step);
  if (run.used < run.budget) return;
  run.endless = true;
  lua_sethook(lua, on_count, LUA_MASKCOUNT, 1);
  lua_sethook(engine.lua_, on_count, LUA_MASKCOUNT, 1);
  raise_error(lua, killed);
}

std::string_view* LuaEngine::words(std::size_t count) {
  if (count > words_room_) {
    words_ = static_cast<std::string_view*>(std::realloc(words_, count * sizeof(std::string_view)));
    if (!words_) std::abort();
    words_room_ = count;
  }
  return words_;
}

bool LuaEngine::run_command_for(lua_State* lua, WordsView words) {
  ScriptRun& run = *running_;
  const CommandSpec* spec = find_command(words);
  const std::string_view why_not = refusal(run, spec, words);
  Ending ending;
  Invocation call{*run.server, *run.session, words, ending, spec ? spec->name : std::string_view(),
                  false};
  if (why_not.empty() && spec->flags & flag::write) run.wrote = true;
  const Reply reply = why_not.empty() ? run_command(*spec, call) : Reply::error(why_not);
  memory_.limit(false);  // a reply must not fail for lack of memory
  push_reply(lua, reply, run.resp3);
  memory_.limit(true);
  return reply.is_error();
}

}  // namespace locklab::sim
