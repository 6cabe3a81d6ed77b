// A real server that is killed more than once: it is back when every kill has ended and not before,
// and the trace tells it so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/run_live.h"
#include "sim/scenario/fault_plan.h"
#include "sim/scenario/read_scenario.h"
#include "sim/trace/run_state.h"

namespace locklab::app {
namespace {

using sim::EventKind;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr NodeId killed_node{0};

/// A fault of n1, from its moment on: "kill = { ... }".
std::string fault(const std::string& moment, const std::string& action) {
  return "[[fault]]\nwhen = \"" + moment + "\"\n" + action + "\n";
}

std::string kill_for(int ms) {
  return "kill = { node = \"n1\", restart_after_ms = " + std::to_string(ms) + " }";
}

struct Ran {
  sim::Scenario scenario;
  sim::Trace trace;
};

/// Alice's server is struck while she is inside. Bob tries until he gets in.
Ran run_with(const std::string& faults) {
  const auto read = sim::read_scenario(R"(
strategy = "set_px_lua"
ttl_ms = 10000
bound_ms = 10000
node_timeout_ms = 2000
retry_delay_ms = 5
[[client]]
name = "alice"
work_ms = 20
[[client]]
name = "bob"
start_ms = 10
)" + faults,
                                       "killed.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  const auto& scenario = std::get<sim::Scenario>(read);
  auto result = run_live(scenario, {});
  if (const auto* problem = std::get_if<LiveProblem>(&result)) {
    ADD_FAILURE() << problem->what.english();
    return {};
  }
  return {scenario, std::move(std::get<LiveRun>(result).trace)};
}

/// The deaths and returns of n1: of which fault, and whether another one keeps it dead.
std::vector<std::string> deaths_and_returns(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind != EventKind::node_killed && event.kind != EventKind::node_restarted) continue;
    all.push_back((event.kind == EventKind::node_killed ? "kill " : "end ") +
                  std::to_string(event.fault) + (event.standing == 1 ? " among others" : ""));
  }
  return all;
}

/// Whether n1 does something. A kill tells first what the server had done by then.
bool is_deed(const sim::Event& event) {
  return event.node == killed_node &&
         (event.kind == EventKind::ran || event.kind == EventKind::key_set ||
          event.kind == EventKind::key_deleted);
}

void expect_served_only_while_up(const Ran& ran) {
  const sim::Trace& trace = ran.trace;
  sim::RunState state(trace.info);
  bool killed = false;
  bool served_again = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (is_deed(trace[i])) {
      EXPECT_FALSE(state.nodes().down(killed_node)) << "event " << i;
      served_again |= killed;
    }
    killed |= trace[i].kind == EventKind::node_killed;
    state.on(trace, i);
  }
  EXPECT_TRUE(served_again);
  EXPECT_FALSE(state.nodes().down(killed_node));
  EXPECT_THAT(sim::never_struck(ran.scenario.faults, trace), IsEmpty());
  EXPECT_EQ(trace.text(trace.back()), "every client is done");
}

TEST(OverlappingKills, AServerIsBackOnlyWhenTheLongerOneHasEnded) {
  const Ran ran = run_with(fault("alice entered", kill_for(20)) + fault("n1 killed", kill_for(80)));
  EXPECT_THAT(deaths_and_returns(ran.trace),
              ElementsAre("kill 1", "kill 2 among others", "end 1 among others", "end 2"));
  expect_served_only_while_up(ran);
}

TEST(OverlappingKills, AShorterOneEndsWithinTheFirst) {
  const Ran ran = run_with(fault("alice entered", kill_for(80)) + fault("n1 killed", kill_for(20)));
  EXPECT_THAT(deaths_and_returns(ran.trace),
              ElementsAre("kill 1", "kill 2 among others", "end 2 among others", "end 1"));
  expect_served_only_while_up(ran);
}

TEST(OverlappingKills, ARestartEndsAllOfThem) {
  const Ran ran =
      run_with(fault("alice entered", "kill = { node = \"n1\" }") +
               fault("n1 killed", "kill = { node = \"n1\" }") +
               fault("n1 killed 2nd time", "plus_ms = 20\nrestart = { node = \"n1\" }"));
  EXPECT_THAT(deaths_and_returns(ran.trace), ElementsAre("kill 1", "kill 2 among others", "end 0"));
  expect_served_only_while_up(ran);
}

TEST(OverlappingKills, AServerThatDiesWhileItStartsComesBackAfterThat) {
  // A server takes some milliseconds until it answers: one of these kills strikes it before.
  for (const int later_ms : {20, 21, 22, 24, 28}) {
    SCOPED_TRACE(later_ms);
    const std::string plus = "plus_ms = " + std::to_string(later_ms) + "\n";
    const Ran ran =
        run_with(fault("alice entered", kill_for(20)) + fault("n1 killed", plus + kill_for(20)));
    expect_served_only_while_up(ran);
  }
}

}  // namespace
}  // namespace locklab::app
