// What the files around the Lua engine share.
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
inline constexpr int handler_at = 1;  ///< the error handler
inline constexpr int globals_at =
    2;  ///< the real table of globals; scripts see a read-only face of it
inline constexpr int compiled_at = 3;  ///< number -> compiled script
inline constexpr int numbers_at = 4;   ///< sha1 -> number
inline constexpr int keys_at = 5;  ///< KEYS, kept from run to run unless a script has altered it
inline constexpr int arguments_at = 6;  ///< ARGV, likewise
inline constexpr int bottom = 6;

/// Leaves the globals of Redis 7.0 and nothing else, all of it read-only. The table stays on the
/// stack.
void build_sandbox(lua_State* lua);
/// Gives the math library Redis's random numbers.
void adapt_math(lua_State* lua);
/// Leaves the redis library on the stack.
void push_redis_library(lua_State* lua);

/// Loads text and never bytecode; as luaL_loadbuffer.
int load_text(lua_State* lua, std::string_view text, const char* chunk_name);

/// Leaves {err = "CODE message"}; `line` is without the leading '-'.
void push_error(lua_State* lua, std::string_view line);
int raise_error(lua_State* lua, std::string_view line);
/// Gives an error its place in the script, as Redis's own handler does.
int handle_error(lua_State* lua);
/// The string in err of the table on top, left there in its place; false: it is no such table.
bool replace_by_err(lua_State* lua);

/// tostring, with stable numbers in place of addresses.
int stable_tostring(lua_State* lua);

/// Leaves a command's reply as the value that redis.call gives. `resp3`: nil stays nil.
void push_reply(lua_State* lua, const Reply& reply, bool resp3);
/// The reply that the value on top stands for, as a script's result; removes the value.
Reply pop_result(lua_State* lua, bool resp3);

}  // namespace locklab::sim
