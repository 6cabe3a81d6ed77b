// Redis's math.random: the 48-bit linear congruential generator of POSIX's drand48(), with Redis's
// initial state. Every server has its own generator, which continues from script to script (Redis 7
// no longer resets it).
#include <cmath>
#include <cstdint>

#include "sim/service/redis/lua_engine.h"
#include "sim/service/redis/lua_internal.h"

namespace locklab::sim {
namespace {

constexpr std::uint64_t multiplier = 0x5deece66d;
constexpr std::uint64_t addend = 0xb;
constexpr std::uint64_t low_start = 0x330e;
constexpr std::uint64_t mask = (std::uint64_t{1} << 48) - 1;
constexpr std::uint32_t most_random = 0x7fffffff;

std::uint64_t& state() { return LuaEngine::of_this_thread().running().server->random; }

std::uint32_t next() {
  state() = (state() * multiplier + addend) & mask;
  return static_cast<std::uint32_t>(state() >> 17);
}

int math_random(lua_State* lua) {
  const lua_Number r =
      static_cast<lua_Number>(next() % most_random) / static_cast<lua_Number>(most_random);
  switch (lua_gettop(lua)) {
    case 0:
      lua_pushnumber(lua, r);
      break;
    case 1: {
      const int upper = luaL_checkint(lua, 1);
      luaL_argcheck(lua, 1 <= upper, 1, "interval is empty");
      lua_pushnumber(lua, std::floor(r * upper) + 1);
      break;
    }
    case 2: {
      const int lower = luaL_checkint(lua, 1);
      const int upper = luaL_checkint(lua, 2);
      luaL_argcheck(lua, lower <= upper, 2, "interval is empty");
      lua_pushnumber(lua, std::floor(r * (static_cast<lua_Number>(upper) - lower + 1)) + lower);
      break;
    }
    default:
      return luaL_error(lua, "wrong number of arguments");
  }
  return 1;
}

int math_randomseed(lua_State* lua) {
  const auto seed = static_cast<std::uint32_t>(luaL_checkint(lua, 1));
  state() = std::uint64_t{seed} << 16 | low_start;
  return 0;
}

}  // namespace

void adapt_math(lua_State* lua) {
  lua_getfield(lua, globals_at, "math");
  lua_pushcfunction(lua, math_random);
  lua_setfield(lua, -2, "random");
  lua_pushcfunction(lua, math_randomseed);
  lua_setfield(lua, -2, "randomseed");
  lua_pop(lua, 1);
}

}  // namespace locklab::sim
