// A world with coroutines on their way goes on from a snapshot as if nothing had happened.
#include "sim/explore/arena.h"

#include <gtest/gtest.h>

#include "sim/explore/searched.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

/// Steps it to its end.
std::uint64_t finish(Arena& arena, Searched& searched) {
  const Arena::Use use(arena);
  while (searched.world.step()) searched.judge();
  return searched.world.trace().hash();
}

class FromASnapshot : public testing::TestWithParam<const char*> {};

TEST_P(FromASnapshot, TheRunEndsTheSameHoweverOftenItIsPutBack) {
  const Quest quest = quest_for(ask(GetParam(), "", Property::mutual_exclusion));
  Probe usual;
  Arena arena;
  Searched* searched = nullptr;
  {
    const Arena::Use use(arena);
    searched = new Searched(quest.run.scenario, usual);
  }
  std::vector<Arena::Snapshot> snapshots;
  while (searched->world.next_at()) {
    arena.save(snapshots.emplace_back());
    const Arena::Use use(arena);
    usual.roll(nullptr);
    searched->world.step();
    searched->judge();
  }
  const std::uint64_t expected = searched->world.trace().hash();
  ASSERT_GT(snapshots.size(), 3u);
  for (const Arena::Snapshot& snapshot : snapshots) {
    usual.tell({});
    arena.restore(snapshot);
    EXPECT_EQ(finish(arena, *searched), expected);
  }
  const Arena::Use use(arena);
  delete searched;
}

INSTANTIATE_TEST_SUITE_P(Strategies, FromASnapshot,
                         testing::Values("setnx_del", "set_px_lua", "watchdog", "fenced",
                                         "set_wait", "redlock", "atomic_decr", "rate_limit_lua"));

TEST(Arena, TakesFromItsOwnMemoryOnlyWhileItIsInUse) {
  Arena arena;
  const std::size_t before = arena.size();
  std::vector<int>* inside = nullptr;
  {
    const Arena::Use use(arena);
    inside = new std::vector<int>(1000);
  }
  EXPECT_TRUE(arena.owns(inside));
  EXPECT_TRUE(arena.owns(inside->data()));
  EXPECT_GT(arena.size(), before);
  const auto outside = std::make_unique<int>(1);
  EXPECT_FALSE(arena.owns(outside.get()));
  delete inside;  // whoever gives it back
}

/// Known to others than the test, as far as the compiler can see: it must look again after restore.
std::vector<int>* numbers = nullptr;

TEST(Arena, IsAsItWasWhenItIsPutBack) {
  Arena arena;
  {
    const Arena::Use use(arena);
    numbers = new std::vector<int>{1, 2, 3};
  }
  Arena::Snapshot then;
  arena.save(then);
  for (int round = 0; round < 3; ++round) {
    {
      const Arena::Use use(arena);
      for (int i = 0; i < 1000; ++i) numbers->push_back(i);
      numbers->at(0) = 99;
    }
    arena.restore(then);
    EXPECT_EQ(*numbers, (std::vector<int>{1, 2, 3}));
  }
  const Arena::Use use(arena);
  delete numbers;
}

}  // namespace
}  // namespace locklab::sim
