// Clocks that jump and drift in live runs: the same events as in the simulator, in the same order,
// and real servers use these clocks.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/world/dice.h"
#include "tests/support/both_worlds.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;

/// The events of clocks, of node failures, and of keys.
const test::Course clock_course{
    {EventKind::node_clock, EventKind::client_clock, EventKind::key_set, EventKind::key_lease,
     EventKind::key_deleted, EventKind::key_expired, EventKind::key_lost, EventKind::node_stopped,
     EventKind::node_continued, EventKind::node_killed, EventKind::node_restarted}};

/// Runs a scenario live and simulated, and checks that clock_course is the same. Its steps must be
/// far enough apart for real servers to keep their order.
struct BothWorlds : test::BothRuns {
  explicit BothWorlds(const std::string& text)
      : BothRuns(test::live_in_time(test::scenario_from(text),
                                    [](const sim::Trace& one, const sim::Trace& other) {
                                      return clock_course(one) == clock_course(other);
                                    })) {
    EXPECT_THAT(clock_course(live), ElementsAreArray(clock_course(simulated)));
    EXPECT_THAT(sim::never_struck(scenario.faults, live), IsEmpty());
  }
};

/// Alice acquires with a lease of 650 s and crashes. Bob tries from 1 s on, after the faults, for
/// 100 ms.
std::string clocked(const std::string& faults, const std::string& node = "") {
  return R"(
strategy = "set_px_lua"
ttl_ms = 650000
bound_ms = 1000
node_timeout_ms = 2000
retry_delay_ms = 20
retry_jitter_ms = 0
[[client]]
name = "alice"
work_ms = 5000
[[client]]
name = "bob"
start_ms = 1000
wait_ms = 100
work_ms = 1
[[node]]
name = "n1"
)" + node +
         R"(
[[fault]]
when = "alice entered"
crash = { client = "alice" }
)" + faults;
}

std::string at_ms(int ms, const std::string& action) {
  return fmt::format("[[fault]]\nwhen = \"alice entered\"\nplus_ms = {}\n{}\n", ms, action);
}

std::string clock_jump(std::int64_t ms) {
  return fmt::format("jump = {{ node = \"n1\", ms = {} }}", ms);
}

std::string clock_drift(std::int64_t ppm) {
  return fmt::format("drift = {{ node = \"n1\", ppm = {} }}", ppm);
}

TEST(LiveClock, AJumpForwardEndsALeaseAtOnce) {
  const BothWorlds ran(clocked(at_ms(150, clock_jump(700'000))));
  EXPECT_THAT(clock_course(ran.live),
              ElementsAre("key_set n1 alice", "node_clock n1 700000 0 of fault 2", "key_expired n1",
                          "key_set n1 bob", "key_deleted n1 bob"));
  const sim::Trace& trace = ran.live;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].kind == EventKind::key_expired) {
      EXPECT_EQ(trace[i - 1].kind, EventKind::node_clock);
      EXPECT_LE(trace[i].at - trace[i].since_us, trace[i - 1].at);
    }
}

struct ClockCase {
  const char* name;
  std::string faults, node;
  testing::Matcher<std::vector<std::string>> course = testing::_;  ///< besides the simulated one
};

TEST(LiveClock, ThatIsSetTakesTheCourseOfTheSimulators) {
  const std::string stop = "stop = { node = \"n1\", ms = 200 }";
  const ClockCase cases[] = {
      {"a jump that is undone has ended a lease for good",
       at_ms(150, clock_jump(700'000)) + at_ms(250, clock_jump(-700'000)), "",
       ElementsAre("key_set n1 alice", "node_clock n1 700000 0 of fault 2", "key_expired n1",
                   "node_clock n1 0 0 of fault 3", "key_set n1 bob", "key_deleted n1 bob")},
      {"a jump back lets a lease run on: bob waits to the end",
       at_ms(150, clock_jump(-600'000)) + at_ms(250, clock_jump(700'000)), "",
       ElementsAre("key_set n1 alice", "node_clock n1 -600000 0 of fault 2",
                   "node_clock n1 100000 0 of fault 3")},
      {"jumps and drifts add up",
       at_ms(150, clock_jump(100'000)) + at_ms(200, clock_drift(500'000)) +
           at_ms(250, clock_jump(-300'000)) + at_ms(300, clock_drift(-200'000)) +
           at_ms(350, clock_jump(900'000)) + at_ms(400, clock_drift(0)) +
           at_ms(450, clock_jump(-900'000)),
       ""},
      {"wrong from the start it is told first", at_ms(150, clock_jump(-5'000)),
       "clock_offset_ms = 5000\ndrift_ppm = 20000",
       ElementsAre("node_clock n1 5000 20000 of fault 0", "key_set n1 alice",
                   "node_clock n1 0 20000 of fault 2")},
      {"a frozen server sees no jump that is undone before it wakes",
       at_ms(100, stop) + at_ms(150, clock_jump(700'000)) + at_ms(250, clock_jump(-700'000)), ""},
      {"a frozen server sees the jump when it wakes",
       at_ms(100, stop) + at_ms(150, clock_jump(700'000)), "",
       testing::IsSupersetOf({"key_expired n1", "key_set n1 bob"})},
      {"it survives the death of its server",
       at_ms(100, clock_jump(-50'000)) +
           at_ms(150, "kill = { node = \"n1\", restart_after_ms = 100 }") +
           at_ms(200, clock_jump(800'000)),
       "persistence = \"always\"",
       ElementsAre("key_set n1 alice", "node_clock n1 -50000 0 of fault 2", "node_killed n1",
                   "node_clock n1 750000 0 of fault 4", "key_expired n1",
                   "node_restarted n1 with 0", "key_set n1 bob", "key_deleted n1 bob")}};
  for (const auto& [name, faults, node, course] : cases) {
    SCOPED_TRACE(name);
    EXPECT_THAT(clock_course(BothWorlds(clocked(faults, node)).live), course);
  }
}

/// Random faults of n1's clock and process, 25 ms apart; n1 is frozen for some of them. Jumps are
/// multiples of 100 s, so that a lease is clearly over or clearly not.
std::string random_faults(std::uint64_t seed, int count) {
  sim::RandomBits dice(seed);
  const auto draw = [&](std::uint64_t below) {
    return static_cast<std::int64_t>(dice.below(below));
  };
  std::string faults;
  bool frozen = false;
  for (int i = 0; i < count; ++i) {
    const std::int64_t what = draw(5);
    std::string action = clock_jump((draw(2) ? 100'000 : -100'000) * (1 + draw(5)));
    if (what == 0) action = clock_drift((draw(11) - 5) * 100'000);
    if (what == 1 || (frozen && i + 1 == count)) {
      action = frozen ? "restart = { node = \"n1\" }" : "stop = { node = \"n1\" }";
      frozen = !frozen;
    }
    faults += at_ms(20 + i * 25, action);
  }
  return faults + (frozen ? at_ms(20 + count * 25, "restart = { node = \"n1\" }") : "");
}

TEST(LiveClock, TwoHundredRandomFaultsThatOverlapDoWhatTheyDoInTheSimulator) {
  for (std::uint64_t seed = 1; seed <= 8 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    BothWorlds(clocked(random_faults(seed, 25)));
  }
}

TEST(LiveClock, AJumpGivesRedlockTwoHolders) {
  // As F12, but two nodes are down until alice is inside.
  std::string faults;
  for (const char* node : {"n4", "n5"})
    faults += fmt::format(
        "[[fault]]\nat_ms = 0\nkill = {{ node = \"{0}\" }}\n"
        "[[fault]]\nwhen = \"alice entered\"\nrestart = {{ node = \"{0}\" }}\n",
        node);
  const sim::Scenario scenario = test::scenario_from(R"(
strategy = "redlock"
ttl_ms = 60000
bound_ms = 2000
retry_delay_ms = 20
[[client]]
name = "alice"
start_ms = 100
work_ms = 1500
[[client]]
name = "bob"
start_ms = 300
work_ms = 10
[[fault]]
when = "alice entered"
plus_ms = 50
jump = { node = "n3", ms = 70000 }
)" + faults);
  for (const bool live : {true, false}) {
    const sim::Trace trace = live ? test::live_trace(scenario) : sim::simulate(scenario);
    const sim::Verdict verdict = test::verdict_on(trace, sim::Property::mutual_exclusion);
    EXPECT_EQ(verdict.kept, sim::Kept::broken);
    EXPECT_THAT(verdict.why, testing::HasSubstr("n3's clock jumped"));
  }
}

/// The real length of a lease of 300 ms on a server with this drift, in us: from alice's request,
/// slightly before the lease began, to bob's grant.
std::int64_t lease_lasts(std::int64_t ppm) {
  const sim::Trace trace = test::live_trace(test::scenario_from(fmt::format(R"(
strategy = "set_px_lua"
ttl_ms = 300
bound_ms = 2000
retry_delay_ms = 1
retry_jitter_ms = 0
[[client]]
name = "alice"
[[client]]
name = "bob"
start_ms = 20
work_ms = 1
[[node]]
name = "n1"
drift_ppm = {}
[[fault]]
when = "alice entered"
crash = {{ client = "alice" }}
)",
                                                                            ppm)));
  std::int64_t asked = 0;
  bool granted = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].kind == EventKind::sent && !granted) asked = trace[i].at;
    if (trace[i].kind != EventKind::acquired) continue;
    if (granted) return trace[i].at - asked;
    granted = true;
  }
  ADD_FAILURE() << "bob never got in";
  return 0;
}

TEST(LiveClock, ADriftMakesRealLeasesShorterAndLonger) {
  // A busy machine makes them only longer.
  const std::int64_t slow = lease_lasts(-400'000);
  EXPECT_GE(slow, 490'000) << "300 ms at three fifths of the speed";
  std::int64_t fast = 1'000'000;
  for (int tries = 0; tries < 20 && fast >= 290'000; ++tries) fast = lease_lasts(500'000);
  EXPECT_GE(fast, 195'000) << "300 ms at half as much again";
  EXPECT_LT(fast, 290'000);
}

// --- clients

Time wall_time() {
  return Time(std::chrono::floor<Duration>(std::chrono::system_clock::now().time_since_epoch()));
}

TEST(LiveClientClock, JumpsAndLeavesTheMonotonicOneAlone) {
  test::Client client({test::at_port(1)});
  const Time before = client.env().monotonic_now();
  for (const Duration ahead : {90s, -90s}) {
    ASSERT_EQ(client.env().jump(1, us(ahead)), sim::NoEffect::none);
    const Time from = wall_time();
    const Time told = client.env().wall_now();
    constexpr Duration rounded = 2us;  // both readings are whole microseconds
    EXPECT_GE(told, from + ahead - rounded);
    EXPECT_LE(told, wall_time() + ahead + rounded);
    ASSERT_EQ(client.env().jump(2, -us(ahead)), sim::NoEffect::none);
  }
  EXPECT_LT(client.env().monotonic_now() - before, 45s);
}

TEST(LiveClientClock, BreaksALockThatTrustsItAlsoOnServersOfOthers) {
  // Bob's clock is ahead by more than the lease, and this lock expires by the clients' clocks.
  const sim::Scenario scenario = test::scenario_from(R"(
strategy = "getset_timestamp"
ttl_ms = 60000
bound_ms = 2000
[[client]]
name = "alice"
work_ms = 300
[[client]]
name = "bob"
start_ms = 100
work_ms = 10
[[fault]]
at_ms = 50
jump = { client = "bob", ms = 90000 }
)");
  test::Servers servers;
  const auto [played, live, simulated] = test::live_in_time(
      scenario,
      [](const sim::Trace& one, const sim::Trace& other) {
        return test::verdicts_of(one) == test::verdicts_of(other);
      },
      test::target_of(servers));
  EXPECT_THAT(test::verdicts_of(simulated), testing::Contains("mutual_exclusion broken"));
  EXPECT_THAT(clock_course(live),
              testing::Contains(fmt::format("client_clock bob {} 0 of fault 1",
                                            us(played.faults.front().amount) / 1000)));
  EXPECT_THAT(test::verdicts_of(live), ElementsAreArray(test::verdicts_of(simulated)));
}

}  // namespace
}  // namespace locklab::app
