#include "lock/assert.h"

#include <gmock/gmock.h>

#include "lock/first_broken.h"
#include "lock/task.h"
#include "tests/support/scripted_env.h"

namespace locklab {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

enum class Colour : std::uint8_t { red, green };

/// The message of a failed assertion; empty if none failed.
template <class Work>
std::string broken_by(Work work) {
  throw_broken_invariants();
  try {
    work();
  } catch (const BrokenInvariant& broken) {
    return broken.what();
  }
  return {};
}

// The macro is used outside EXPECT_THAT, because clang warns about its operators inside another
// macro.
TEST(Assert, NamesItsPlaceTheConditionAndBothValues) {
  const int votes = 5;
  const std::size_t nodes = 3;
  const std::string sums = broken_by([&] { LOCKLAB_ASSERT(votes - 1 == 2 * 3); });
  EXPECT_THAT(sums, StartsWith("tests/lock/assert_test.cpp:"));
  EXPECT_THAT(sums, EndsWith(": votes - 1 == 2 * 3 does not hold: 4 and 6"));
  const std::string equal = broken_by([&] { LOCKLAB_ASSERT(nodes < 3u); });
  EXPECT_THAT(equal, EndsWith(": 3 and 3"));
  const std::string texts = broken_by([&] { LOCKLAB_ASSERT(std::string("a") == "b"); });
  EXPECT_THAT(texts, EndsWith(": \"a\" and \"b\""));
  const std::string colours = broken_by([] { LOCKLAB_ASSERT(Colour::red == Colour::green); });
  EXPECT_THAT(colours, EndsWith(": 0 and 1"));
  const std::string alone = broken_by([&] { LOCKLAB_ASSERT(!nodes); });
  EXPECT_THAT(alone, EndsWith("!nodes does not hold"));
  const std::string holds = broken_by([&] { LOCKLAB_ASSERT(votes >= 5); });
  EXPECT_EQ(holds, "");
}

TEST(Assert, LooksAtItsConditionOnceWhileItHolds) {
  int looks = 0;
  const std::string said = broken_by([&] { LOCKLAB_ASSERT(++looks > 0); });
  EXPECT_EQ(said, "");
  EXPECT_EQ(looks, 1);
}

TEST(Assert, SaysOnceWhereItCameToLightAndCutsWhatIsTooLong) {
  BrokenInvariant broken("x");
  broken.in("the run 'F06'");
  broken.in("a search");
  EXPECT_STREQ(broken.what(), "x; in the run 'F06'");
  EXPECT_EQ(std::string(BrokenInvariant(std::string(5000, 'x')).what()).size(), 1023u);
}

Task<> breaks(Env& env) {
  const Reply reply = co_await env.call(NodeId{0}, Command("PING"), 1ms);
  LOCKLAB_ASSERT(reply.is_error());
}

Task<> awaits_one_that_breaks(Env& env) { co_await breaks(env); }

TEST(Assert, LeavesATaskAndThoseThatWaitForIt) {
  test::ScriptedEnv env({});
  EXPECT_THAT(broken_by([&] { env.run(awaits_one_that_breaks(env)); }),
              HasSubstr("reply.is_error()"));
}

TEST(Assert, OfSeveralThreadsTheFirstIsThrownByWhoJoinsThem) {
  FirstBroken first;
  EXPECT_EQ(broken_by([&] { first.rethrow(); }), "");
  for (const int number : {1, 2}) first.guard([&] { LOCKLAB_ASSERT(number == 0); });
  EXPECT_TRUE(first.any());
  EXPECT_THAT(broken_by([&] { first.rethrow(); }), EndsWith(": 1 and 0"));
  EXPECT_FALSE(first.any());
}

TEST(AssertDeathTest, WhereNobodyAsksForAnExceptionTheProgramSaysItAndAborts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto fails = [](int two) { LOCKLAB_ASSERT(two + 1 == 4); };
  EXPECT_DEATH(fails(2), "locklab: .*two \\+ 1 == 4 does not hold: 3 and 4");
}

}  // namespace
}  // namespace locklab
