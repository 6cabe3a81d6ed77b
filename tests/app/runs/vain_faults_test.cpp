// A fault that does nothing says why, whatever its kind, in both languages.
#include "app/runs/vain_faults.h"
#include "tests/support/golden_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/words/language.h"
#include "tests/support/faults.h"

namespace locklab::app {
namespace {

using sim::Fault;
using sim::FaultKind;
using sim::on_client;
using sim::on_link;
using sim::on_node;
using testing::IsEmpty;

/// Alice and Bob take turns; n2 is a replica of n1.
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

/// Faults of which the last does nothing, and what is said of it.
struct Case {
  std::vector<Fault> faults;
  std::string english;
  std::string chinese;
};

Fault once(FaultKind kind) {
  Fault fault = on_link(kind, 6ms);
  fault.count = 1;
  fault.duration = 1ms;
  return fault;
}

/// Faults that find nothing, of each kind that may.
std::vector<Case> cases() {
  std::vector<Case> all;
  const Fault crash = on_client(FaultKind::crash, 5ms);
  const Fault kill = on_node(FaultKind::kill, 5ms);
  for (const FaultKind kind : {FaultKind::crash, FaultKind::pause, FaultKind::resume,
                               FaultKind::jump, FaultKind::drift, FaultKind::foreign_release})
    all.push_back(
        {{crash, on_client(kind, 6ms)}, "alice had already crashed", "alice 当时已经崩溃"});
  all.push_back(
      {{on_client(FaultKind::resume, 6ms)}, "alice was not paused", "alice 当时并未暂停"});
  const Fault sleep = on_client(FaultKind::pause, 5ms);
  const Fault release = on_client(FaultKind::foreign_release, 6ms);
  all.push_back({{sleep, release}, "alice was paused to the end", "alice 一直暂停到运行结束"});
  all.push_back({{sleep, on_client(FaultKind::crash, 7ms), release},
                 "alice crashed before it woke up",
                 "alice 在醒来之前就崩溃了"});
  for (const FaultKind kind : {FaultKind::stop, FaultKind::refuse})
    all.push_back({{kill, on_node(kind, 6ms)}, "n1 was dead", "n1 当时已经宕机"});
  all.push_back({{on_node(FaultKind::stop, 5ms), on_node(FaultKind::refuse, 6ms)},
                 "n1 was frozen",
                 "n1 当时被冻结"});
  all.push_back({{on_node(FaultKind::restart, 6ms)},
                 "n1 was neither dead nor frozen",
                 "n1 当时既未宕机也未冻结"});
  all.push_back(
      {{on_node(FaultKind::promote, 6ms)}, "n1 was a master already", "n1 当时已经是主节点"});
  all.push_back({{on_node(FaultKind::kill, 5ms, 1), on_node(FaultKind::promote, 6ms, 1)},
                 "n2 was dead",
                 "n2 当时已经宕机"});
  all.push_back({{on_node(FaultKind::stop, 5ms, 1), on_node(FaultKind::promote, 6ms, 1)},
                 "n2 was frozen",
                 "n2 当时被冻结"});
  all.push_back({{on_link(FaultKind::heal, 6ms)},
                 "nothing was cut, slowed or held there",
                 "那里的链路当时既没有断网，也没有变慢，也没有滞留消息"});
  all.push_back({{on_link(FaultKind::cut, 5ms), on_link(FaultKind::release, 6ms)},
                 "nothing was held there",
                 "那里当时并未滞留消息"});
  for (const FaultKind kind : {FaultKind::drop, FaultKind::delay})
    all.push_back({{crash, once(kind)}, "it met no message", "它没有遇到任何消息"});
  all.push_back(
      {{on_link(FaultKind::reset, 0ms)}, "no connection was open there", "那里当时没有打开的连接"});
  const Fault move = on_node(FaultKind::migrate, 6ms);
  all.push_back({{kill, move}, "n1 was dead", "n1 当时已经宕机"});
  all.push_back({{on_node(FaultKind::stop, 5ms, 1), move}, "n2 was frozen", "n2 当时被冻结"});
  all.push_back(
      {{on_node(FaultKind::refuse, 5ms, 1), move}, "n2 refused writes", "n2 当时拒绝写入"});
  Fault short_kill = kill;
  short_kill.restart_after = 500us;
  all.push_back({{short_kill, move},
                 "n1 had just come back, and served nobody yet",
                 "n1 当时刚刚恢复，还没有开始服务"});
  all.push_back({{on_node(FaultKind::migrate, 5ms), move},
                 "n1 did not have the lock's slot",
                 "锁所在的槽当时不在 n1 上"});
  return all;
}

void expect_said_of_the_last(const Case& one) {
  const std::vector<VainFault> vain = vain_faults(one.faults, run_with(one.faults));
  SCOPED_TRACE(one.english);
  ASSERT_EQ(vain.size(), 1u);
  EXPECT_EQ(vain[0].fault, one.faults.size() - 1);
  EXPECT_EQ(vain[0].why.english(), one.english);
  EXPECT_EQ(told(vain[0].why, Language::chinese), one.chinese);
}

TEST(VainFaults, OfEachKindSayWhatTheyFound) {
  std::set<FaultKind> tried;
  for (const Case& one : cases()) {
    expect_said_of_the_last(one);
    tried.insert(one.faults.back().kind);
  }
  // These strike whatever they find; drift and jump of a node do so too.
  for (const FaultKind always : {FaultKind::kill, FaultKind::cut, FaultKind::slow, FaultKind::hold})
    tried.insert(always);
  EXPECT_EQ(tried.size(), static_cast<std::size_t>(FaultKind::count_));
}

TEST(VainFaults, OfEachKindSayThatTheirMomentNeverCame) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(FaultKind::count_); ++i) {
    const auto kind = static_cast<FaultKind>(i);
    SCOPED_TRACE(name(kind));
    Fault fault = on_link(kind, 10s);
    const auto why = [&] { return Case{{fault}, "", ""}; };
    Case late = why();
    late.english = "the run had ended by then";
    late.chinese = "那时运行已经结束";
    expect_said_of_the_last(late);
    fault = when(sim::EventKind::lease_lost, fault);
    Case never = why();
    never.english = "the event never happened";
    never.chinese = "该事件从未发生";
    expect_said_of_the_last(never);
  }
}

TEST(VainFaults, CountTheEventThatTheyWaitFor) {
  Fault pause = when(sim::EventKind::entered, on_client(FaultKind::pause, 0ms));
  pause.trigger.client = ClientId{0};
  pause.trigger.nth = 99;
  expect_said_of_the_last({{pause}, "the event happened only 2 times", "该事件只发生过 2 次"});
  pause.trigger.event = sim::EventKind::finished;
  expect_said_of_the_last({{pause}, "the event happened only once", "该事件只发生过一次"});
  pause.trigger.nth = 1;
  pause.trigger.plus = 10s;
  expect_said_of_the_last({{pause}, "the run had ended by then", "那时运行已经结束"});
}

TEST(VainFaults, SeeWhatTheOthersOfTheirInstantHaveDone) {
  const Fault kill = on_node(FaultKind::kill, 6ms);
  const Fault restart = on_node(FaultKind::restart, 6ms);
  const std::vector<Fault> first{restart, kill};
  const std::vector<VainFault> vain = vain_faults(first, run_with(first));
  ASSERT_EQ(vain.size(), 1u);
  EXPECT_THAT(vain[0].why.english(), test::IsGolden()) << "it was killed after that";
  expect_said_of_the_last({{on_node(FaultKind::kill, 5ms), restart, restart},
                           "n1 was neither dead nor frozen",
                           "n1 当时既未宕机也未冻结"});
  const Fault promote = on_node(FaultKind::promote, 6ms, 1);
  expect_said_of_the_last({{promote, promote}, "n2 was a master already", "n2 当时已经是主节点"});
  const std::vector<Fault> taken{on_node(FaultKind::promote, 6ms), promote};
  EXPECT_THAT(vain_faults(taken, run_with(taken)).at(0).why.english(), test::IsGolden());
}

TEST(VainFaults, AreNoneWhereEachStruck) {
  const std::vector<Fault> faults{on_client(FaultKind::pause, 5ms),
                                  on_client(FaultKind::resume, 6ms)};
  EXPECT_THAT(vain_faults(faults, run_with(faults)), IsEmpty());
}

}  // namespace
}  // namespace locklab::app
