// A fault without effect comes with its reason, whatever its kind, in both languages.
#include "app/runs/vain_faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/faults.h"
#include "tests/support/golden_text.h"

namespace locklab::app {
namespace {

using sim::Fault;
using sim::FaultKind;
using sim::on_client;
using sim::on_link;
using sim::on_node;
using testing::IsEmpty;

/// Alice and Bob take turns; n2 is a replica of n1, unless a migration needs a cluster.
sim::Trace run_with(const std::vector<Fault>& faults) {
  sim::Scenario scenario = sim::calm_world("set_wait");
  scenario.run_for = 300ms;
  scenario.faults = faults;
  for (const Fault& fault : faults) scenario.cluster |= fault.kind == FaultKind::migrate;
  if (scenario.cluster) {
    scenario.strategy = "set_px_lua";
    for (sim::NodeSpec& node : scenario.nodes) node.replica_of.clear();
  }
  return simulate(scenario);
}

Fault once(FaultKind kind) {
  Fault fault = on_link(kind, 6ms);
  fault.count = 1;
  fault.duration = 1ms;
  return fault;
}

/// Lists of faults whose last one has no effect, for every kind that can fail.
std::vector<std::vector<Fault>> cases() {
  std::vector<std::vector<Fault>> all;
  const Fault crash = on_client(FaultKind::crash, 5ms);
  const Fault kill = on_node(FaultKind::kill, 5ms);
  for (const FaultKind kind :
       {FaultKind::crash, FaultKind::pause, FaultKind::resume, FaultKind::jump, FaultKind::drift,
        FaultKind::foreign_release, FaultKind::duplicate})
    all.push_back({crash, on_client(kind, 6ms)});
  all.push_back({on_client(FaultKind::resume, 6ms)});
  const Fault sleep = on_client(FaultKind::pause, 5ms);
  const Fault release = on_client(FaultKind::foreign_release, 6ms);
  all.push_back({sleep, release});
  all.push_back({sleep, on_client(FaultKind::crash, 7ms), release});
  for (const FaultKind kind : {FaultKind::stop, FaultKind::refuse})
    all.push_back({kill, on_node(kind, 6ms)});
  all.push_back({on_node(FaultKind::stop, 5ms), on_node(FaultKind::refuse, 6ms)});
  all.push_back({on_node(FaultKind::restart, 6ms)});
  all.push_back({on_node(FaultKind::promote, 6ms)});
  for (const FaultKind kind : {FaultKind::kill, FaultKind::stop})
    all.push_back({on_node(kind, 5ms, 1), on_node(FaultKind::promote, 6ms, 1)});
  all.push_back({on_link(FaultKind::heal, 6ms)});
  all.push_back({on_link(FaultKind::cut, 5ms), on_link(FaultKind::release, 6ms)});
  for (const FaultKind kind : {FaultKind::drop, FaultKind::delay})
    all.push_back({crash, once(kind)});
  all.push_back({on_link(FaultKind::reset, 0ms)});
  Fault short_kill = kill;
  short_kill.restart_after = 500us;
  for (const Fault& first :
       {kill, on_node(FaultKind::stop, 5ms, 1), on_node(FaultKind::refuse, 5ms, 1), short_kill,
        on_node(FaultKind::migrate, 5ms)})
    all.push_back({first, on_node(FaultKind::migrate, 6ms)});
  for (const Fault& first : {kill, on_node(FaultKind::stop, 5ms)})
    all.push_back({first, on_node(FaultKind::remove, 6ms)});
  all.push_back({on_node(FaultKind::remove, 0ms)});
  all.push_back({on_node(FaultKind::remove, 6ms, 1)});
  return all;
}

/// The reason given for the last fault, which must be the only one without effect.
Sentence said_of_the_last(const std::vector<Fault>& faults) {
  const std::vector<VainFault> vain = vain_faults(faults, run_with(faults));
  EXPECT_EQ(vain.size(), 1u) << name(faults.back().kind);
  if (vain.empty()) return {};
  EXPECT_EQ(vain[0].fault, faults.size() - 1) << name(faults.back().kind);
  return vain[0].why;
}

TEST(VainFaults, OfEachKindSayWhatTheyFound) {
  std::set<FaultKind> tried;
  std::vector<Sentence> said;
  for (const std::vector<Fault>& faults : cases()) {
    said.push_back(said_of_the_last(faults));
    tried.insert(faults.back().kind);
  }
  EXPECT_THAT(said, test::IsGolden());
  // These kinds always have an effect, and so do drift and jump of a node.
  for (const FaultKind always : {FaultKind::kill, FaultKind::cut, FaultKind::slow, FaultKind::hold})
    tried.insert(always);
  EXPECT_EQ(tried.size(), static_cast<std::size_t>(FaultKind::count_));
}

TEST(VainFaults, OfEachKindSayThatTheirMomentNeverCame) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(FaultKind::count_); ++i) {
    const Fault late = on_link(static_cast<FaultKind>(i), 10s);
    SCOPED_TRACE(name(late.kind));
    EXPECT_THAT(said_of_the_last({late}), test::IsGolden("late"));
    EXPECT_THAT(said_of_the_last({when(sim::EventKind::lease_lost, late)}),
                test::IsGolden("never"));
  }
}

TEST(VainFaults, CountTheEventThatTheyWaitFor) {
  Fault pause = when(sim::EventKind::entered, on_client(FaultKind::pause, 0ms));
  pause.trigger.client = ClientId{0};
  pause.trigger.nth = 99;
  EXPECT_THAT(said_of_the_last({pause}), test::IsGolden("twice"));
  pause.trigger.event = sim::EventKind::finished;
  EXPECT_THAT(said_of_the_last({pause}), test::IsGolden("once"));
  pause.trigger.nth = 1;
  pause.trigger.plus = 10s;
  EXPECT_THAT(said_of_the_last({pause}), test::IsGolden("late"));
}

TEST(VainFaults, SeeWhatTheOthersOfTheirInstantHaveDone) {
  const Fault kill = on_node(FaultKind::kill, 6ms);
  const Fault restart = on_node(FaultKind::restart, 6ms);
  const std::vector<Fault> first{restart, kill};
  const std::vector<VainFault> vain = vain_faults(first, run_with(first));
  ASSERT_EQ(vain.size(), 1u);
  EXPECT_THAT(vain[0].why, test::IsGolden("restart")) << "it was killed after that";
  EXPECT_THAT(said_of_the_last({on_node(FaultKind::kill, 5ms), restart, restart}),
              test::IsGolden("restart"));
  const Fault promote = on_node(FaultKind::promote, 6ms, 1);
  EXPECT_THAT(said_of_the_last({promote, promote}), test::IsGolden("promote n2"));
  const std::vector<Fault> taken{on_node(FaultKind::promote, 6ms), promote};
  EXPECT_THAT(vain_faults(taken, run_with(taken)).at(0).why, test::IsGolden("promote n1"));
}

TEST(VainFaults, AreNoneWhereEachStruck) {
  const std::vector<Fault> faults{on_client(FaultKind::pause, 5ms),
                                  on_client(FaultKind::resume, 6ms)};
  EXPECT_THAT(vain_faults(faults, run_with(faults)), IsEmpty());
}

}  // namespace
}  // namespace locklab::app
