// Lua's values, errors and programs as text: without addresses, which would differ from run to run,
// and with the positions in a script that Redis names.
#include <cstdio>

#include "sim/service/redis/lua_engine.h"
#include "sim/service/redis/lua_internal.h"

namespace locklab::sim {
namespace {

char ids_key = 0;  // its address serves as a key that scripts cannot name

/// Pushes the table of the numbers assigned so far. Each run begins a new one.
void push_ids(lua_State* lua, bool fresh) {
  lua_pushlightuserdata(lua, &ids_key);
  lua_rawget(lua, LUA_REGISTRYINDEX);
  if (!fresh && lua_istable(lua, -1)) return;
  lua_pop(lua, 1);
  lua_newtable(lua);
  lua_pushlightuserdata(lua, &ids_key);
  lua_pushvalue(lua, -2);
  lua_rawset(lua, LUA_REGISTRYINDEX);
}

}  // namespace

int load_text(lua_State* lua, std::string_view text, const char* chunk_name) {
  if (!text.starts_with(LUA_SIGNATURE[0]))
    return luaL_loadbuffer(lua, text.data(), text.size(), chunk_name);
  // Bytecode could crash the interpreter. With a blank in front it is read as text, and fails.
  lua_pushliteral(lua, " ");
  lua_pushlstring(lua, text.data(), text.size());
  lua_concat(lua, 2);
  std::size_t size = 0;
  const char* spaced = lua_tolstring(lua, -1, &size);
  const int status = luaL_loadbuffer(lua, spaced, size, chunk_name);
  lua_remove(lua, -2);
  return status;
}

bool replace_by_err(lua_State* lua) {
  if (!lua_istable(lua, -1)) return false;
  lua_getfield(lua, -1, "err");
  if (lua_isstring(lua, -1)) {
    lua_replace(lua, -2);
    return true;
  }
  lua_pop(lua, 1);
  return false;
}

int handle_error(lua_State* lua) {
  lua_settop(lua, 1);
  if (!lua_istable(lua, 1)) {
    lua_pushliteral(lua, "ERR ");
    lua_pushcfunction(lua, stable_tostring);
    lua_pushvalue(lua, 1);
    lua_call(lua, 1, 1);
    lua_concat(lua, 2);
    lua_newtable(lua);
    lua_insert(lua, -2);
    lua_setfield(lua, -2, "err");
    lua_replace(lua, 1);
  }
  lua_Debug place;
  for (int level = 1; level <= 2 && lua_getstack(lua, level, &place); ++level) {
    lua_getinfo(lua, "Sl", &place);
    if (place.what[0] == 'C' && level == 1) continue;
    lua_pushstring(lua, place.source);
    lua_setfield(lua, 1, "source");
    lua_pushnumber(lua, place.currentline);
    lua_setfield(lua, 1, "line");
    break;
  }
  return 1;
}

int stable_tostring(lua_State* lua) {
  luaL_checkany(lua, 1);
  const int type = lua_type(lua, 1);
  const bool has_address =
      type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TTHREAD || type == LUA_TUSERDATA;
  if (luaL_callmeta(lua, 1, "__tostring")) return 1;
  switch (type) {
    case LUA_TNUMBER:
      lua_pushstring(lua, lua_tostring(lua, 1));
      return 1;
    case LUA_TSTRING:
      lua_pushvalue(lua, 1);
      return 1;
    case LUA_TBOOLEAN:
      lua_pushstring(lua, lua_toboolean(lua, 1) ? "true" : "false");
      return 1;
    case LUA_TNIL:
      lua_pushliteral(lua, "nil");
      return 1;
    default:
      break;
  }
  if (!has_address) {  // it is cjson.null, the only light userdata
    lua_pushliteral(lua, "userdata: (nil)");
    return 1;
  }
  const unsigned next = LuaEngine::of_this_thread().next_id();
  push_ids(lua, next == 1);
  lua_pushvalue(lua, 1);
  lua_rawget(lua, -2);
  if (!lua_isnumber(lua, -1)) {
    lua_pop(lua, 1);
    lua_pushvalue(lua, 1);
    lua_pushnumber(lua, next);
    lua_rawset(lua, -3);
    lua_pushnumber(lua, next);
  }
  char digits[16];
  const int size =
      std::snprintf(digits, sizeof digits, "%012x", static_cast<unsigned>(lua_tonumber(lua, -1)));
  lua_pushfstring(lua, "%s: 0x", luaL_typename(lua, 1));
  lua_pushlstring(lua, digits, static_cast<std::size_t>(size));
  lua_concat(lua, 2);
  return 1;
}

}  // namespace locklab::sim
