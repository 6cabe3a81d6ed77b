// The table `redis` that scripts see.
#include <cstdio>
#include <string>

#include "sim/service/redis/command_table.h"
#include "sim/service/redis/lua_engine.h"
#include "sim/service/redis/lua_internal.h"
#include "sim/service/redis/sha1.h"

namespace locklab::sim {
namespace {

constexpr int repl_aof = 1;
constexpr int repl_replica = 2;
constexpr int log_warning = 3;

/// The arguments as words, with numbers converted to text. Null if an error was pushed.
std::string_view* argument_words(lua_State* lua) {
  const int count = lua_gettop(lua);
  if (count == 0) {
    push_error(lua, "ERR Please specify at least one argument for this redis lib call");
    return nullptr;
  }
  std::string_view* words = LuaEngine::of_this_thread().words(static_cast<std::size_t>(count));
  for (int i = 1; i <= count; ++i) {
    if (lua_type(lua, i) == LUA_TNUMBER) {
      char digits[64];
      const int size = std::snprintf(digits, sizeof digits, "%.17g", lua_tonumber(lua, i));
      lua_pushlstring(lua, digits, static_cast<std::size_t>(size));
      lua_replace(lua, i);
    } else if (lua_type(lua, i) != LUA_TSTRING) {
      push_error(lua, "ERR Lua redis lib command arguments must be strings or integers");
      return nullptr;
    }
    std::size_t size = 0;
    const char* bytes = lua_tolstring(lua, i, &size);
    words[i - 1] = {bytes, size};
  }
  return words;
}

int call_command(lua_State* lua, bool raise) {
  LuaEngine& engine = LuaEngine::of_this_thread();
  if (engine.running().endless) return raise_error(lua, "ERR the script has been killed");
  const auto count = static_cast<std::size_t>(lua_gettop(lua));
  std::string_view* words = argument_words(lua);
  const bool failed = !words || engine.run_command_for(lua, {words, count});
  return failed && raise ? lua_error(lua) : 1;
}

int redis_call(lua_State* lua) { return call_command(lua, true); }
int redis_pcall(lua_State* lua) { return call_command(lua, false); }

/// Whether there is exactly one argument, a string, as error_reply and status_reply require. If
/// false, an error was pushed.
bool one_string(lua_State* lua) {
  if (lua_gettop(lua) == 1 && lua_type(lua, 1) == LUA_TSTRING) return true;
  push_error(lua, "ERR wrong number or type of arguments");
  return false;
}

int redis_error_reply(lua_State* lua) {
  if (!one_string(lua)) return 1;
  std::string_view text = lua_tostring(lua, 1);
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.find(' ') != std::string_view::npos) {
    push_error(lua, text);
    return 1;
  }
  lua_pushliteral(lua, "ERR ");
  lua_pushlstring(lua, text.data(), text.size());
  lua_concat(lua, 2);
  push_error(lua, lua_tostring(lua, -1));
  return 1;
}

int redis_status_reply(lua_State* lua) {
  if (!one_string(lua)) return 1;
  lua_createtable(lua, 0, 1);
  lua_pushvalue(lua, 1);
  lua_setfield(lua, -2, "ok");
  return 1;
}

int redis_sha1hex(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise_error(lua, "ERR wrong number of arguments");
  std::size_t size = 0;
  const char* bytes = lua_tolstring(lua, 1, &size);
  char hex[40];
  sha1_hex({bytes, size}).copy(hex, sizeof hex);
  lua_pushlstring(lua, hex, sizeof hex);
  return 1;
}

int redis_log(lua_State* lua) {
  if (lua_gettop(lua) < 2)
    return raise_error(lua, "ERR redis.log() requires two arguments or more.");
  if (!lua_isnumber(lua, 1))
    return raise_error(lua, "ERR First argument must be a number (log level).");
  const auto level = static_cast<int>(lua_tonumber(lua, 1));
  if (level < 0 || level > log_warning) return raise_error(lua, "ERR Invalid debug level.");
  return 0;  // a simulated server keeps no log file
}

int redis_setresp(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise_error(lua, "ERR redis.setresp() requires one argument.");
  const auto version = static_cast<int>(lua_tonumber(lua, 1));
  if (version != 2 && version != 3) return raise_error(lua, "ERR RESP version must be 2 or 3.");
  LuaEngine::of_this_thread().running().resp3 = version == 3;
  return 0;
}

int redis_set_repl(lua_State* lua) {
  if (lua_gettop(lua) != 1) return raise_error(lua, "ERR redis.set_repl() requires two arguments.");
  const auto flags = static_cast<int>(lua_tonumber(lua, 1));
  if (flags & ~(repl_aof | repl_replica)) {
    return raise_error(
        lua, "ERR Invalid replication flags. Use REPL_AOF, REPL_REPLICA, REPL_ALL or REPL_NONE.");
  }
  return 0;
}

int redis_replicate_commands(lua_State* lua) {
  lua_pushboolean(lua, 1);
  return 1;
}

int redis_breakpoint(lua_State* lua) {
  lua_pushboolean(lua, 0);
  return 1;
}

int redis_debug(lua_State*) { return 0; }

int redis_acl_check_cmd(lua_State* lua) {
  const auto count = static_cast<std::size_t>(lua_gettop(lua));
  std::string_view* words = argument_words(lua);
  if (!words) return lua_error(lua);
  if (!find_command({words, count}))
    return raise_error(lua, "ERR Invalid command passed to redis.acl_check_cmd()");
  lua_pushboolean(lua, 1);
  return 1;
}

}  // namespace

void push_error(lua_State* lua, std::string_view line) {
  while (!line.empty() && (line.back() == '\r' || line.back() == '\n')) line.remove_suffix(1);
  lua_createtable(lua, 0, 1);
  lua_pushliteral(lua, "err");
  lua_pushlstring(lua, line.data(), line.size());
  lua_rawset(lua, -3);
}

int raise_error(lua_State* lua, std::string_view line) {
  push_error(lua, line);
  return lua_error(lua);
}

void push_redis_library(lua_State* lua) {
  static constexpr luaL_Reg functions[] = {{"acl_check_cmd", redis_acl_check_cmd},
                                           {"breakpoint", redis_breakpoint},
                                           {"call", redis_call},
                                           {"debug", redis_debug},
                                           {"error_reply", redis_error_reply},
                                           {"log", redis_log},
                                           {"pcall", redis_pcall},
                                           {"replicate_commands", redis_replicate_commands},
                                           {"set_repl", redis_set_repl},
                                           {"setresp", redis_setresp},
                                           {"sha1hex", redis_sha1hex},
                                           {"status_reply", redis_status_reply},
                                           {nullptr, nullptr}};
  struct Constant {
    const char* name;
    int value;
  };
  static constexpr Constant constants[] = {{"LOG_DEBUG", 0},
                                           {"LOG_VERBOSE", 1},
                                           {"LOG_NOTICE", 2},
                                           {"LOG_WARNING", log_warning},
                                           {"REPL_NONE", 0},
                                           {"REPL_AOF", repl_aof},
                                           {"REPL_SLAVE", repl_replica},
                                           {"REPL_REPLICA", repl_replica},
                                           {"REPL_ALL", repl_aof | repl_replica},
                                           {"REDIS_VERSION_NUM", 0x0007000f}};
  lua_newtable(lua);
  for (const luaL_Reg* f = functions; f->name; ++f) {
    lua_pushcfunction(lua, f->func);
    lua_setfield(lua, -2, f->name);
  }
  for (const Constant& constant : constants) {
    lua_pushnumber(lua, constant.value);
    lua_setfield(lua, -2, constant.name);
  }
  lua_pushliteral(lua, "7.0.15");
  lua_setfield(lua, -2, "REDIS_VERSION");
}

}  // namespace locklab::sim
