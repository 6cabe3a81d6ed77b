// The faults of a run that took effect, and those that did not.
#include "sim/scenario/fault_plan.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/support/faults.h"

namespace locklab::sim {
namespace {

Fault pause_at_entry(std::uint32_t nth, Duration plus) {
  Fault fault = pause_at(EventKind::entered, ClientId{0}, nth, ClientId{0}, 1ms);
  fault.trigger.plus = plus;
  return fault;
}

TEST(FaultPlan, SaysWhichFaultsNeverStruck) {
  Scenario scenario = small_world("set_px_lua");
  scenario.faults = {pause_at_entry(99, 0ms), pause_at_entry(2, 0ms), pause_at_entry(1, 3ms),
                     pause_at_entry(1, 10s), on_client(FaultKind::pause, 5ms, 1)};
  scenario.run_for = 1s;
  EXPECT_EQ(never_struck(scenario.faults, simulate(scenario)), (std::vector<std::size_t>{0, 3}));
}

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

using Lines = std::vector<std::string>;

/// The faults that had no effect, while alice and bob take turns. n2 is a replica of n1; for a
/// migration both nodes are a cluster.
std::vector<std::size_t> in_vain(const Lines& faults) {
  const bool cluster = faults.back().find("migrate") != std::string::npos;
  const Scenario scenario =
      cluster ? calm_world("set_px_lua", "run_ms=300, cluster=true, nodes=2", faults)
              : calm_world("set_wait", "run_ms=300", faults);
  return never_struck(scenario.faults, simulate(scenario));
}

/// For each kind, faults of which the last, of that kind, has no effect, and others that all have
/// one.
const struct {
  FaultKind kind;
  Lines vain, real;
} rows_of_kinds[] = {
    {FaultKind::crash, {"at 5ms crash alice", "at 6ms crash alice"}, {"at 5ms crash alice"}},
    {FaultKind::pause, {"at 5ms crash alice", "at 6ms pause alice"}, {"at 5ms pause alice"}},
    {FaultKind::resume, {"at 6ms resume alice"}, {"at 5ms pause alice", "at 6ms resume alice"}},
    {FaultKind::jump, {"at 5ms crash alice", "at 6ms jump alice 1ms"}, {"at 5ms jump alice 1ms"}},
    {FaultKind::drift, {"at 5ms crash alice", "at 6ms drift alice 1%"}, {"at 5ms drift alice 1%"}},
    {FaultKind::foreign_release,
     {"at 5ms crash alice", "at 6ms foreign_release alice"},
     {"at 5ms foreign_release alice"}},
    {FaultKind::duplicate,
     {"at 5ms crash alice", "at 6ms duplicate alice"},
     {"at 0ms duplicate alice"}},
    {FaultKind::stop, {"at 5ms kill n1", "at 6ms stop n1"}, {"at 5ms stop n1"}},
    {FaultKind::refuse, {"at 5ms kill n1", "at 6ms refuse n1 full"}, {"at 5ms refuse n1 full"}},
    {FaultKind::remove, {"at 5ms kill n1", "at 6ms delete n1"}, {"at 5ms delete n1"}},
    {FaultKind::restart, {"at 6ms restart n1"}, {"at 5ms stop n1", "at 6ms restart n1"}},
    {FaultKind::promote, {"at 5ms promote n2", "at 6ms promote n2"}, {"at 5ms promote n2"}},
    {FaultKind::migrate, {"at 5ms migrate n1", "at 6ms migrate n1"}, {"at 5ms migrate n1"}},
    {FaultKind::drop, {"at 5ms crash alice", "at 6ms drop alice n1"}, {"at 5ms drop alice n1"}},
    {FaultKind::delay,
     {"at 5ms crash alice", "at 6ms delay alice n1 1ms"},
     {"at 5ms delay alice n1 1ms"}},
    {FaultKind::heal,
     {"at 6ms heal alice n1"},
     {"at 5ms slow alice n1 1ms", "at 6ms heal alice n1"}},
    {FaultKind::release,
     {"at 5ms cut alice n1", "at 6ms release alice n1"},
     {"at 5ms hold alice n1", "at 6ms release alice n1"}},
    {FaultKind::reset, {"at 0ms reset alice n1"}, {"at 5ms reset alice n1"}},
    // Links and nodes always exist, so only the trigger can fail to occur.
    {FaultKind::cut, {"when alice lease lost: cut alice n1"}, {"at 5ms cut alice n1"}},
    {FaultKind::slow, {"when alice lease lost: slow alice n1 1ms"}, {"at 5ms slow alice n1 1ms"}},
    {FaultKind::hold, {"when alice lease lost: hold alice n1"}, {"at 5ms hold alice n1"}},
    {FaultKind::kill, {"when alice lease lost: kill n1"}, {"at 5ms kill n1"}}};

TEST(NeverStruck, NamesAFaultOfAnyKindThatFoundNothingAndNoneThatStruck) {
  std::set<FaultKind> kinds;
  for (const auto& [kind, vain, real] : rows_of_kinds) {
    kinds.insert(kind);
    EXPECT_THAT(in_vain(vain), Contains(vain.size() - 1)) << name(kind);
    EXPECT_THAT(in_vain(real), IsEmpty()) << name(kind);
  }
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(FaultKind::count_));
}

TEST(NeverStruck, NamesTheSecondOfTwoThatEndTheSameAtOneMoment) {
  const std::pair<std::string, std::string> kinds[] = {{"pause alice", "resume alice"},
                                                       {"stop n1", "restart n1"},
                                                       {"kill n1", "restart n1"},
                                                       {"cut alice n1", "heal alice n1"},
                                                       {"hold alice n1", "release alice n1"}};
  for (const auto& [begins, ends] : kinds)
    EXPECT_THAT(
        in_vain({"at 5ms " + begins, "at 10ms " + ends, "at 10ms " + ends, "at 20ms " + ends}),
        ElementsAre(2, 3))
        << begins;
}

TEST(NeverStruck, TellsWhoseLinkAFaultOfAllLinksHasMended) {
  EXPECT_THAT(in_vain({"at 5ms cut all", "at 10ms heal alice n1", "at 15ms heal all",
                       "at 20ms heal bob n1"}),
              ElementsAre(3));
}

TEST(NeverStruck, WaitsUntilAPausedClientWakesForItsForeignRelease) {
  const std::string twice[] = {"at 5ms foreign_release alice", "at 6ms foreign_release alice"};
  EXPECT_THAT(in_vain({"at 1ms pause alice 30ms", twice[0], twice[1]}), IsEmpty());
  EXPECT_THAT(in_vain({"at 1ms pause alice", twice[0], twice[1]}), ElementsAre(1, 2));
}

TEST(Reset, OfALinkWithoutAConnectionIsNotTold) {
  const auto resets = [](const char* reset) {
    return count(calm_run("set_px_lua", "clients=1", {reset}), EventKind::link_reset);
  };
  EXPECT_EQ(resets("at 0ms reset alice n1"), 0u);
  EXPECT_EQ(resets("at 1ms reset alice n1"), 1u);
}

TEST(Simulate, ARunWhoseTraceGrowsTooLongIsStoppedAndSaysSo) {
  Scenario scenario = calm_world("set_px_lua", "rounds=100000");
  scenario.most_events = 1000;
  const Trace trace = simulate(scenario);
  EXPECT_LT(trace.size(), 1100u);
  EXPECT_EQ(trace.back().kind, EventKind::ended);
  EXPECT_THAT(trace.text(trace.back()), test::IsGolden());
}

}  // namespace
}  // namespace locklab::sim
