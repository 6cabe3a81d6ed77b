// A real server that is killed more than once: it restarts when the last kill has ended, not
// before, and the trace agrees.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/trace/run_state.h"
#include "tests/support/live_runs.h"

namespace locklab::app {
namespace {

using sim::EventKind;

constexpr NodeId killed_node{0};

/// The text of a fault: `action`, such as "kill = { ... }", injected at `moment`.
std::string fault(const std::string& moment, const std::string& action) {
  return "[[fault]]\nwhen = \"" + moment + "\"\n" + action + "\n";
}

std::string kill_for(int ms) {
  return "kill = { node = \"n1\", restart_after_ms = " + std::to_string(ms) + " }";
}

/// Alice's server has faults while she is inside. Bob tries until he acquires.
std::string struck_by(const std::string& faults) {
  return R"(
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
)" + faults;
}

/// The kills and restarts, each with the token of its fault, and "among others" if another kill is
/// in force.
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

/// True if n1 ran a command, or set or deleted a key. Effects before a kill are recorded before the
/// kill.
bool is_effect(const sim::Event& event) {
  return event.node == killed_node &&
         (event.kind == EventKind::ran || event.kind == EventKind::key_set ||
          event.kind == EventKind::key_deleted);
}

/// Runs a scenario with these faults, and checks that n1 has effects only while it is up, and again
/// after its first kill.
sim::Trace served_only_while_up(const std::string& faults) {
  const sim::Scenario scenario = test::scenario_from(struck_by(faults));
  sim::Trace trace = test::live_trace(scenario);
  sim::RunState state(trace.info);
  bool killed = false;
  bool served_again = false;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (is_effect(trace[i])) {
      EXPECT_FALSE(state.nodes().down(killed_node)) << "event " << i;
      served_again |= killed;
    }
    killed |= trace[i].kind == EventKind::node_killed;
    state.on(trace, i);
  }
  EXPECT_TRUE(served_again);
  EXPECT_FALSE(state.nodes().down(killed_node));
  EXPECT_THAT(sim::never_struck(scenario.faults, trace), testing::IsEmpty());
  EXPECT_EQ(trace.text(trace.back()), "every client is done");
  return trace;
}

TEST(OverlappingKills, KeepAServerDeadUntilTheLastHasEndedOrARestartEndsAll) {
  const std::string for_good = "kill = { node = \"n1\" }";
  const std::pair<std::string, std::vector<std::string>> rows[] = {
      {fault("alice entered", kill_for(20)) + fault("n1 killed", kill_for(80)),
       {"kill 1", "kill 2 among others", "end 1 among others", "end 2"}},
      {fault("alice entered", kill_for(80)) + fault("n1 killed", kill_for(20)),
       {"kill 1", "kill 2 among others", "end 2 among others", "end 1"}},
      {fault("alice entered", for_good) + fault("n1 killed", for_good) +
           fault("n1 killed 2nd time", "plus_ms = 20\nrestart = { node = \"n1\" }"),
       {"kill 1", "kill 2 among others", "end 0"}}};
  for (const auto& [faults, course] : rows) {
    SCOPED_TRACE(faults);
    EXPECT_EQ(deaths_and_returns(served_only_while_up(faults)), course);
  }
}

TEST(OverlappingKills, AServerThatDiesWhileItStartsComesBackAfterThat) {
  // A server takes some milliseconds to start; one of these kills hits it meanwhile.
  for (const int later_ms : {20, 21, 22, 24, 28}) {
    SCOPED_TRACE(later_ms);
    const std::string plus = "plus_ms = " + std::to_string(later_ms) + "\n";
    served_only_while_up(fault("alice entered", kill_for(20)) +
                         fault("n1 killed", plus + kill_for(20)));
  }
}

}  // namespace
}  // namespace locklab::app
