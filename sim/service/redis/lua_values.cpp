// Conversions between Lua's values and Redis's replies.
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <string>

#include "sim/service/redis/lua_internal.h"
#include "sim/service/redis/replies.h"

namespace locklab::sim {
namespace {

/// Truncates a number towards zero. A number that does not fit becomes the least integer, as the
/// processor does in Redis.
std::int64_t truncated(lua_Number number) {
  constexpr lua_Number limit = 9223372036854775808.0;
  if (!(number >= -limit && number < limit)) return INT64_MIN;
  return static_cast<std::int64_t>(number);
}

std::string_view string_at(lua_State* lua, int index) {
  std::size_t size = 0;
  const char* bytes = lua_tolstring(lua, index, &size);
  return {bytes, size};
}

/// Pushes a field of the table on top if it has that type; otherwise returns false and pushes
/// nothing.
bool push_field(lua_State* lua, const char* name, int type) {
  lua_pushstring(lua, name);
  lua_rawget(lua, -2);
  if (lua_type(lua, -1) == type) return true;
  lua_pop(lua, 1);
  return false;
}

/// Pushes the string of a well-formed verbatim_string in the table on top; otherwise returns false
/// and pushes nothing.
bool push_verbatim(lua_State* lua) {
  if (!push_field(lua, "verbatim_string", LUA_TTABLE)) return false;
  if (push_field(lua, "format", LUA_TSTRING)) {
    lua_pop(lua, 1);
    if (push_field(lua, "string", LUA_TSTRING)) {
      lua_remove(lua, -2);
      return true;
    }
  }
  lua_pop(lua, 1);
  return false;
}

/// A status reply with the text up to the first NUL; line ends become blanks.
Reply status_line(std::string_view line) {
  Reply reply = Reply::status(line.substr(0, line.find('\0')));
  for (char& c : reply.text)
    if (c == '\r' || c == '\n') c = ' ';
  return reply;
}

Reply double_reply(lua_Number number) {
  if (std::isinf(number)) return Reply::bulk(number > 0 ? "inf" : "-inf");
  char digits[64];
  const int size = std::snprintf(digits, sizeof digits, "%.17g", number);
  return Reply::bulk({digits, static_cast<std::size_t>(size)});
}

/// Pops the table on top as one flat array of its pairs (a map in RESP2), or of its names alone (a
/// set).
Reply pop_pairs(lua_State* lua, bool resp3, bool with_values) {
  std::vector<Reply> items;
  lua_pushnil(lua);
  while (lua_next(lua, -2)) {
    lua_pushvalue(lua, -2);
    items.push_back(pop_result(lua, resp3));
    if (with_values) {
      items.push_back(pop_result(lua, resp3));
    } else {
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
  return Reply::array(std::move(items));
}

Reply pop_array(lua_State* lua, bool resp3) {
  std::vector<Reply> items;
  for (int i = 1;; ++i) {
    lua_rawgeti(lua, -1, i);
    if (lua_isnil(lua, -1)) break;
    items.push_back(pop_result(lua, resp3));
  }
  lua_pop(lua, 2);
  return Reply::array(std::move(items));
}

Reply pop_table(lua_State* lua, bool resp3) {
  Reply reply;
  if (push_field(lua, "err", LUA_TSTRING)) {
    reply = error_line(string_at(lua, -1));
  } else if (push_field(lua, "ok", LUA_TSTRING)) {
    reply = status_line(string_at(lua, -1));
  } else if (push_field(lua, "double", LUA_TNUMBER)) {
    reply = double_reply(lua_tonumber(lua, -1));
  } else if (push_field(lua, "map", LUA_TTABLE)) {
    reply = pop_pairs(lua, resp3, true);
    lua_pop(lua, 1);
    return reply;
  } else if (push_field(lua, "set", LUA_TTABLE)) {
    reply = pop_pairs(lua, resp3, false);
    lua_pop(lua, 1);
    return reply;
  } else if (push_field(lua, "big_number", LUA_TSTRING)) {
    reply = Reply::bulk(status_line(string_at(lua, -1)).text);
  } else if (push_verbatim(lua)) {
    reply = Reply::bulk(string_at(lua, -1));
  } else {
    return pop_array(lua, resp3);
  }
  lua_pop(lua, 2);
  return reply;
}

void push_named(lua_State* lua, const char* name, std::string_view text) {
  lua_pushstring(lua, name);
  lua_pushlstring(lua, text.data(), text.size());
  lua_rawset(lua, -3);
}

}  // namespace

void push_reply(lua_State* lua, const Reply& reply, bool resp3) {
  switch (reply.kind) {
    case Reply::Kind::text:
      lua_pushlstring(lua, reply.text.data(), reply.text.size());
      break;
    case Reply::Kind::integer:
      lua_pushnumber(lua, static_cast<lua_Number>(reply.integer));
      break;
    case Reply::Kind::status:
      lua_createtable(lua, 0, 1);
      push_named(lua, "ok", reply.text);
      break;
    case Reply::Kind::error:
      lua_createtable(lua, 0, 2);
      push_named(lua, "err", reply.text);
      lua_pushliteral(lua, "ignore_error_stats_update");
      lua_pushboolean(lua, 1);
      lua_rawset(lua, -3);
      break;
    case Reply::Kind::array:
      lua_createtable(lua, static_cast<int>(reply.items.size()), 0);
      for (std::size_t i = 0; i < reply.items.size(); ++i) {
        push_reply(lua, reply.items[i], resp3);
        lua_rawseti(lua, -2, static_cast<int>(i) + 1);
      }
      break;
    default:
      if (resp3) {
        lua_pushnil(lua);
      } else {
        lua_pushboolean(lua, 0);
      }
  }
}

Reply pop_result(lua_State* lua, bool resp3) {
  if (!lua_checkstack(lua, 4)) {
    lua_pop(lua, 1);
    return Reply::error("ERR reached lua stack limit");
  }
  Reply reply;
  switch (lua_type(lua, -1)) {
    case LUA_TSTRING:
      reply = Reply::bulk(string_at(lua, -1));
      break;
    case LUA_TNUMBER:
      reply = Reply::number(truncated(lua_tonumber(lua, -1)));
      break;
    case LUA_TBOOLEAN:
      if (lua_toboolean(lua, -1)) {
        reply = Reply::number(1);
      } else if (resp3) {
        reply = Reply::number(0);
      }
      break;
    case LUA_TTABLE:
      return pop_table(lua, resp3);
    default:
      break;
  }
  lua_pop(lua, 1);
  return reply;
}

}  // namespace locklab::sim
