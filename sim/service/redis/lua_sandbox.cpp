// The sandbox of scripts. Redis 7.0 patches its Lua so that tables can be read-only. Here, every
// library is hidden behind a face: an empty table whose metatable reads through to the library and
// refuses writes. The few functions that bypass metatables know about these faces.
#include <array>
#include <string>

#include "sim/service/redis/lua_engine.h"
#include "sim/service/redis/lua_internal.h"

extern "C" {
#include <lua-bitop.h>
#include <lua-cjson.h>
}

namespace locklab::sim {
namespace {

constexpr const char* read_only_text = "Attempt to modify a readonly table";

// Addresses that serve as keys: scripts cannot name them.
char real_table_key = 0;
char string_metatable_key = 0;
char globals_metatable_key = 0;

int refuse_write(lua_State* lua) { return luaL_error(lua, read_only_text); }

/// Refuses a write by a C function as Redis does: without a position in the script.
int refuse_raw_write(lua_State* lua) {
  lua_pushstring(lua, read_only_text);
  return lua_error(lua);
}

/// Pushes the real table if the value at `index` is a face; otherwise returns false.
bool push_real_table(lua_State* lua, int index) {
  if (!lua_istable(lua, index) || !lua_getmetatable(lua, index)) return false;
  lua_pushlightuserdata(lua, &real_table_key);
  lua_rawget(lua, -2);
  lua_remove(lua, -2);
  if (lua_istable(lua, -1)) return true;
  lua_pop(lua, 1);
  return false;
}

bool is_face(lua_State* lua, int index) {
  if (!push_real_table(lua, index)) return false;
  lua_pop(lua, 1);
  return true;
}

/// Replaces the table on top with a read-only face for it.
void make_face(lua_State* lua) {
  lua_newtable(lua);
  lua_createtable(lua, 0, 3);
  lua_pushvalue(lua, -3);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, refuse_write);
  lua_setfield(lua, -2, "__newindex");
  lua_pushlightuserdata(lua, &real_table_key);
  lua_pushvalue(lua, -4);
  lua_rawset(lua, -3);
  lua_setmetatable(lua, -2);
  lua_remove(lua, -2);
}

/// Calls the Lua function that the running one wraps, so that its error texts stay unchanged.
int call_original(lua_State* lua) { return lua_tocfunction(lua, lua_upvalueindex(1))(lua); }

int reads_through(lua_State* lua) {
  if (push_real_table(lua, 1)) lua_replace(lua, 1);
  return call_original(lua);
}

int refuses_faces(lua_State* lua) {
  return is_face(lua, 1) ? refuse_raw_write(lua) : call_original(lua);
}

/// pairs with the adapted `next`, which reads through a face; the original pairs would use the
/// original `next`.
int face_pairs(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_pushvalue(lua, 1);
  lua_pushnil(lua);
  return 3;
}

int face_getmetatable(lua_State* lua) {
  luaL_checkany(lua, 1);
  if (push_real_table(lua, 1)) {
    if (lua_getmetatable(lua, -1)) {
      lua_pushlightuserdata(lua, &globals_metatable_key);
      lua_rawget(lua, LUA_REGISTRYINDEX);
    } else {
      lua_pushnil(lua);
    }
    return 1;
  }
  if (lua_type(lua, 1) == LUA_TSTRING) {
    lua_pushlightuserdata(lua, &string_metatable_key);
    lua_rawget(lua, LUA_REGISTRYINDEX);
    return 1;
  }
  return call_original(lua);
}

int missing_global(lua_State* lua) {
  return luaL_error(lua, "Script attempted to access nonexistent global variable '%s'",
                    lua_tostring(lua, 2));
}

/// pcall as in Redis: an error that carries a text is passed on as that text.
int sandboxed_pcall(lua_State* lua) {
  if (lua_gettop(lua) == 0) lua_pushboolean(lua, 1);  // gives the same error as Redis
  const int status = lua_pcall(lua, lua_gettop(lua) - 1, LUA_MULTRET, 0);
  if (status != 0) {
    if (LuaEngine::of_this_thread().running().endless) return lua_error(lua);
    replace_by_err(lua);
  }
  lua_pushboolean(lua, status == 0);
  lua_insert(lua, 1);
  return lua_gettop(lua);
}

/// Calls the script's own handler, but not once the budget is used up: Lua does not count
/// instructions there.
int guarded_handler(lua_State* lua) {
  if (LuaEngine::of_this_thread().running().endless) return 1;
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, 1);
  return 1;
}

int redis_xpcall(lua_State* lua) {
  luaL_checkany(lua, 2);
  lua_settop(lua, 2);
  lua_pushcclosure(lua, guarded_handler, 1);
  lua_insert(lua, 1);
  const int status = lua_pcall(lua, 0, LUA_MULTRET, 1);
  if (status != 0 && LuaEngine::of_this_thread().running().endless) return lua_error(lua);
  lua_pushboolean(lua, status == 0);
  lua_replace(lua, 1);
  return lua_gettop(lua);
}

/// Returns nil and the message for a failed load, as Lua's own loaders do.
int loaded(lua_State* lua, int status) {
  if (status == 0) return 1;
  lua_pushnil(lua);
  lua_insert(lua, -2);
  return 2;
}

int text_loadstring(lua_State* lua) {
  std::size_t size = 0;
  const char* text = luaL_checklstring(lua, 1, &size);
  const char* chunk_name = luaL_optstring(lua, 2, text);
  return loaded(lua, load_text(lua, {text, size}, chunk_name));
}

/// The state of text_load's reader. `begun` is true once a piece was read. `spaced` is true after a
/// space was passed in front of bytecode, so that the bytecode, which comes next, is parsed as text
/// and fails.
struct Pieces {
  bool begun = false;
  bool spaced = false;
};

/// Passes the next piece to lua_load, from the function at stack index 1, and keeps it alive at
/// index 3.
const char* next_piece(lua_State* lua, void* state, std::size_t* size) {
  auto& pieces = *static_cast<Pieces*>(state);
  if (pieces.spaced) {
    pieces.spaced = false;
    return lua_tolstring(lua, 3, size);
  }
  luaL_checkstack(lua, 2, "too many nested functions");
  lua_pushvalue(lua, 1);
  lua_call(lua, 0, 1);
  *size = 0;
  if (lua_isnil(lua, -1)) {
    lua_pop(lua, 1);
    return nullptr;
  }
  if (!lua_isstring(lua, -1)) luaL_error(lua, "reader function must return a string");
  lua_replace(lua, 3);
  const char* piece = lua_tolstring(lua, 3, size);
  const bool bytecode = !pieces.begun && *size > 0 && piece[0] == LUA_SIGNATURE[0];
  pieces.begun = true;
  if (!bytecode) return piece;
  pieces.spaced = true;
  *size = 1;
  return " ";
}

int text_load(lua_State* lua) {
  luaL_checktype(lua, 1, LUA_TFUNCTION);
  const char* chunk_name = luaL_optstring(lua, 2, "=(load)");
  lua_settop(lua, 3);
  Pieces pieces;
  const int status = lua_load(lua, next_piece, &pieces, chunk_name);
  if (status != 0 && LuaEngine::of_this_thread().running().endless) return lua_error(lua);
  return loaded(lua, status);
}

/// collectgarbage without an effect, and with constant results: Lua's memory use and collections
/// would differ from run to run.
int quiet_collectgarbage(lua_State* lua) {
  static constexpr const char* options[] = {"collect", "stop",     "restart",    "count",
                                            "step",    "setpause", "setstepmul", nullptr};
  switch (luaL_checkoption(lua, 1, "collect", options)) {
    case 3:
      lua_pushnumber(lua, 64);
      break;
    case 4:
      lua_pushboolean(lua, 1);
      break;
    case 5:
    case 6:
      lua_pushnumber(lua, 200);
      break;
    default:
      lua_pushnumber(lua, 0);
  }
  return 1;
}

int quiet_gcinfo(lua_State* lua) {
  lua_pushnumber(lua, 64);
  return 1;
}

/// Changes a cjson setting. Since that would outlast the script, the engine is rebuilt afterwards.
int outliving(lua_State* lua) {
  LuaEngine::of_this_thread().outlive();
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
  return lua_gettop(lua);
}

/// Replaces a field of the table on top with `function`, which gets the former value as an upvalue.
void wrap(lua_State* lua, const char* name, lua_CFunction function) {
  lua_getfield(lua, -1, name);
  lua_pushcclosure(lua, function, 1);
  lua_setfield(lua, -2, name);
}

void replace(lua_State* lua, const char* name, lua_CFunction function) {
  lua_pushcfunction(lua, function);
  lua_setfield(lua, -2, name);
}

void remove(lua_State* lua, const char* name) {
  lua_pushnil(lua);
  lua_setfield(lua, -2, name);
}

void open_library(lua_State* lua, const char* name, lua_CFunction open) {
  lua_pushcfunction(lua, open);
  lua_pushstring(lua, name);
  lua_call(lua, 1, 0);
}

void adapt_table_library(lua_State* lua) {
  lua_getfield(lua, globals_at, "table");
  wrap(lua, "insert", refuses_faces);
  wrap(lua, "foreach", reads_through);
  lua_pop(lua, 1);
}

void adapt_cjson(lua_State* lua) {
  lua_pushcfunction(lua, luaopen_cjson);
  lua_call(lua, 0, 1);
  for (const char* setting :
       {"decode_invalid_numbers", "decode_max_depth", "encode_invalid_numbers",
        "encode_keep_buffer", "encode_max_depth", "encode_number_precision", "encode_sparse_array"})
    wrap(lua, setting, outliving);
  for (const char* extra : {"decode_array_with_array_mt", "empty_array", "array_mt",
                            "empty_array_mt", "encode_empty_table_as_object",
                            "encode_escape_forward_slash", "encode_skip_unsupported_value_types"})
    remove(lua, extra);
  lua_setfield(lua, globals_at, "cjson");
}

void adapt_globals(lua_State* lua) {
  lua_pushvalue(lua, globals_at);
  for (const char* name : {"dofile", "loadfile", "print", "getfenv", "setfenv", "newproxy"})
    remove(lua, name);
  wrap(lua, "next", reads_through);
  wrap(lua, "rawget", reads_through);
  wrap(lua, "rawset", refuses_faces);
  wrap(lua, "setmetatable", refuses_faces);
  wrap(lua, "getmetatable", face_getmetatable);
  lua_getfield(lua, -1, "next");
  lua_pushcclosure(lua, face_pairs, 1);
  lua_setfield(lua, -2, "pairs");
  replace(lua, "pcall", sandboxed_pcall);
  replace(lua, "xpcall", redis_xpcall);
  replace(lua, "load", text_load);
  replace(lua, "loadstring", text_loadstring);
  replace(lua, "tostring", stable_tostring);
  replace(lua, "collectgarbage", quiet_collectgarbage);
  replace(lua, "gcinfo", quiet_gcinfo);
  lua_pushvalue(lua, handler_at);
  lua_setfield(lua, -2, "__redis__err__handler");
  lua_pop(lua, 1);
}

/// Hides a library behind a face under the library's name.
void protect(lua_State* lua, const char* name) {
  lua_getfield(lua, globals_at, name);
  make_face(lua);
  lua_setfield(lua, globals_at, name);
}

void protect_strings(lua_State* lua) {
  lua_pushliteral(lua, "");
  lua_getmetatable(lua, -1);
  lua_getfield(lua, globals_at, "string");
  lua_setfield(lua, -2, "__index");
  make_face(lua);
  lua_pushlightuserdata(lua, &string_metatable_key);
  lua_insert(lua, -2);
  lua_rawset(lua, LUA_REGISTRYINDEX);
  lua_pop(lua, 1);
}

void protect_globals(lua_State* lua) {
  lua_newtable(lua);
  lua_pushcfunction(lua, missing_global);
  lua_setfield(lua, -2, "__index");
  lua_pushvalue(lua, -1);
  lua_setmetatable(lua, globals_at);
  make_face(lua);
  lua_pushlightuserdata(lua, &globals_metatable_key);
  lua_insert(lua, -2);
  lua_rawset(lua, LUA_REGISTRYINDEX);

  lua_pushvalue(lua, globals_at);
  make_face(lua);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, globals_at, "_G");
  lua_replace(lua, LUA_GLOBALSINDEX);
}

}  // namespace

void build_sandbox(lua_State* lua) {
  lua_pushvalue(lua, LUA_GLOBALSINDEX);
  open_library(lua, "", luaopen_base);
  open_library(lua, LUA_TABLIBNAME, luaopen_table);
  open_library(lua, LUA_STRLIBNAME, luaopen_string);
  open_library(lua, LUA_MATHLIBNAME, luaopen_math);
  open_library(lua, "bit", luaopen_bit);
  adapt_table_library(lua);
  adapt_cjson(lua);
  adapt_math(lua);
  adapt_globals(lua);
  push_redis_library(lua);
  lua_setfield(lua, globals_at, "redis");
  for (const char* library : {"redis", "string", "table", "math", "bit", "cjson", "coroutine"})
    protect(lua, library);
  protect_strings(lua);
  protect_globals(lua);
}

}  // namespace locklab::sim
