#include "sim/service/redis/lua_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "sim/world/dice.h"

namespace locklab::sim {
namespace {

struct Held {
  unsigned char* bytes = nullptr;
  std::size_t size = 0;
  unsigned char mark = 0;
};

bool intact(const Held& held, std::size_t first) {
  return std::all_of(held.bytes, held.bytes + first,
                     [&](unsigned char byte) { return byte == held.mark; });
}

TEST(LuaMemory, KeepsWhatIsInABlockWhileItGrowsAndShrinksAndSharesItWithNoOther) {
  LuaMemory memory;
  RandomBits random(11);
  std::vector<Held> all(200);
  std::size_t used = 0;
  for (std::uint64_t i = 0; i < 50'000; ++i) {
    Held& held = all[random.below(all.size())];
    const std::size_t size = random.below(4) == 0 ? 0 : random.below(random.below(2) ? 80 : 1000);
    const std::size_t stays = std::min(held.size, size);
    ASSERT_TRUE(intact(held, held.size)) << "at step " << i;
    held.bytes = static_cast<unsigned char*>(memory.resize(held.bytes, held.size, size));
    ASSERT_EQ(held.bytes == nullptr, size == 0);
    ASSERT_TRUE(intact(held, stays)) << "at step " << i;
    used += size - held.size;
    held.size = size;
    held.mark = static_cast<unsigned char>(i);
    if (size > 0) std::memset(held.bytes, held.mark, size);
    ASSERT_EQ(memory.used(), used);
  }
  for (const Held& held : all) memory.resize(held.bytes, held.size, 0);
  EXPECT_EQ(memory.used(), 0u);
}

TEST(LuaMemory, RefusesMoreThanAScriptMayHaveWhileItIsLimited) {
  constexpr std::size_t much = std::size_t{100} << 20;
  LuaMemory memory;
  memory.limit(true);
  void* first = memory.resize(nullptr, 0, much);
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(memory.resize(nullptr, 0, much), nullptr);
  EXPECT_EQ(memory.used(), much);
  memory.limit(false);
  void* second = memory.resize(nullptr, 0, much);
  EXPECT_NE(second, nullptr);
  memory.resize(first, much, 0);
  memory.resize(second, much, 0);
}

}  // namespace
}  // namespace locklab::sim
