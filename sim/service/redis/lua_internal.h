// Declarations shared by the files of the Lua engine.
#pragma once

#include <string_view>

#include "lock/reply.h"

extern "C" {
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
}

namespace locklab::sim {

// Always at the bottom of the engine's stack.
inline constexpr int handler_at = 1;   ///< the error handler
inline constexpr int globals_at = 2;   ///< the real globals, behind the scripts' proxy
inline constexpr int compiled_at = 3;  ///< number -> compiled script
inline constexpr int numbers_at = 4;   ///< sha1 -> number
inline constexpr int keys_at = 5;      ///< KEYS, reused between runs unless a script has altered it
inline constexpr int arguments_at = 6;  ///< ARGV, likewise
inline constexpr int bottom = 6;

/// Restricts the globals to those of Redis 7.0 (without struct and cmsgpack), all read-only. The
/// table of real globals stays on the stack.
void build_sandbox(lua_State* lua);
/// Gives the math library Redis's random numbers.
void adapt_math(lua_State* lua);
/// Pushes the redis library.
void push_redis_library(lua_State* lua);

/// Loads text like luaL_loadbuffer, but never bytecode.
int load_text(lua_State* lua, std::string_view text, const char* chunk_name);

/// Pushes {err = "CODE message"}; `line` has no leading '-'.
void push_error(lua_State* lua, std::string_view line);
int raise_error(lua_State* lua, std::string_view line);
/// Adds the position in the script to an error, as Redis's own handler does.
int handle_error(lua_State* lua);
/// Replaces the table on top with the string in its err field. Returns false if it has none.
bool replace_by_err(lua_State* lua);

/// tostring with stable numbers in place of addresses.
int stable_tostring(lua_State* lua);

/// Pushes a command's reply as the value that redis.call returns. With `resp3`, nil stays nil.
void push_reply(lua_State* lua, const Reply& reply, bool resp3);
/// Pops a script's result from the stack as a reply.
Reply pop_result(lua_State* lua, bool resp3);

}  // namespace locklab::sim
