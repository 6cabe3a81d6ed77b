// A world with suspended coroutines continues from a snapshot as if nothing had happened.
#include "sim/explore/arena.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "sim/explore/searched_world.h"
#include "tests/sim/explore/exploring.h"

namespace locklab::sim {
namespace {

/// Steps the world to its end. Returns the hash of its trace.
std::uint64_t finish(Arena& arena, SearchedWorld& searched) {
  const Arena::Use use(arena);
  while (searched.world.step()) searched.judge();
  return searched.world.trace().hash();
}

class FromASnapshot : public testing::TestWithParam<const char*> {};

TEST_P(FromASnapshot, TheRunEndsTheSameHoweverOftenItIsPutBack) {
  const SearchSpec spec = spec_for(ask(GetParam(), "", Property::mutual_exclusion));
  GuidedChoice usual;
  Arena arena;
  SearchedWorld* searched = nullptr;
  {
    const Arena::Use use(arena);
    searched = new SearchedWorld(spec.run.scenario, usual);
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

TEST(Arena, PadsABlockByAnEighthOfItsSizeAtMostAndFindsItAgain) {
  Arena arena;
  for (std::size_t bytes = 1; bytes < 200'000; bytes += 1 + bytes / 7) {
    const std::size_t before = arena.size();
    void* const block = arena.allocate(bytes);
    const std::size_t taken = arena.size() - before;
    EXPECT_GE(taken, bytes);
    EXPECT_LE(taken, bytes + bytes / 8 + 32) << bytes;
    arena.release(block);
    EXPECT_EQ(arena.allocate(bytes), block);
    EXPECT_EQ(arena.size() - before, taken);
  }
}

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
  delete inside;  // freed while the arena is not in use
}

TEST(Arena, TakesInWhatIsGivenBackWhileAnotherIsInUseOrNone) {
  Arena one;
  Arena other;
  std::unique_ptr<int> of_none = std::make_unique<int>(1);
  std::unique_ptr<int> of_one;
  {
    const Arena::Use use(one);
    of_one = std::make_unique<int>(1);
    {
      const Arena::Use inner(other);
      of_one.reset();
      of_none.reset();
      EXPECT_TRUE(other.owns(std::make_unique<int>(1).get()));
    }
    of_one = std::make_unique<int>(2);  // the outer use is in effect again
    EXPECT_TRUE(one.owns(of_one.get()));
  }
  of_one.reset();
  EXPECT_FALSE(one.owns(std::make_unique<int>(1).get()));
}

struct alignas(256) OverAligned {
  char bytes[300];
};

bool is_aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

TEST(Arena, GivesEveryFormOfNewAndUsesItAgain) {
  Arena arena;
  std::size_t size = 0;
  for (int round = 0; round < 3; ++round) {
    const Arena::Use use(arena);
    const auto* aligned = new OverAligned;
    const auto* many_aligned = new OverAligned[3];
    const auto* tried = new (std::nothrow) OverAligned;
    const auto* tried_many = new (std::nothrow) long[7];
    const auto* empty = new char[0];
    const auto* large = new char[100'000];
    for (const void* block : {static_cast<const void*>(aligned), static_cast<const void*>(tried),
                              static_cast<const void*>(many_aligned)})
      EXPECT_TRUE(arena.owns(block) && is_aligned(block, alignof(OverAligned)));
    for (const void* block : {static_cast<const void*>(tried_many), static_cast<const void*>(empty),
                              static_cast<const void*>(large)})
      EXPECT_TRUE(arena.owns(block) && is_aligned(block, alignof(std::max_align_t)));
    delete aligned;
    delete[] many_aligned;
    delete tried;
    delete[] tried_many;
    delete[] empty;
    delete[] large;
    if (round == 0) size = arena.size();
    EXPECT_EQ(arena.size(), size);
  }
}

TEST(Arena, OfNoneIsWhatIsAlignedOutside) {
  const Arena arena;
  const auto aligned = std::make_unique<OverAligned>();
  EXPECT_FALSE(arena.owns(aligned.get()));
  EXPECT_TRUE(is_aligned(aligned.get(), alignof(OverAligned)));
}

TEST(ArenaDeathTest, AWorldThatIsTooLargeEndsTheProgramAndSaysSo) {
  const auto take = [](std::size_t bytes) {
    Arena arena;
    const Arena::Use use(arena);
    operator delete(operator new(bytes));
  };
  EXPECT_DEATH(take(std::size_t{1} << 62), "out of memory for a searched world that large");
  EXPECT_DEATH(take(std::size_t{64} << 20), "out of memory for a searched world that large");
}

/// Global, so that the compiler must assume that restore() changes the vector.
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
