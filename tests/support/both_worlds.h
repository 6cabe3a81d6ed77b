// The same scenario in the simulator and on real servers, for tests of one fault: the same events,
// and the same verdict on every property.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/world/simulate.h"
#include "tests/support/live_runs.h"
#include "tests/support/told_trace.h"

namespace locklab::test {

/// An event as text: kind, node and client, as in "key_set n1 alice", "node_restarted n1 with 1" or
/// "node_clock n1 20000 0 of fault 1". A kill or demotion has its detail unless that is 0:
/// "node_killed n1 detail 1".
inline std::string line_of(const sim::Trace& trace, const sim::Event& event) {
  using sim::EventKind;
  std::string line(name(event.kind));
  if (event.node != no_node) line += fmt::format(" {}", trace.node_name(event.node));
  if (event.client != no_client) line += fmt::format(" {}", trace.client_name(event.client));
  switch (event.kind) {
    case EventKind::node_restarted:
      return fmt::format("{} with {}", line, event.value);
    case EventKind::node_clock:
    case EventKind::client_clock:
      return fmt::format("{} {} {} of fault {}", line, event.value / 1000, event.extra,
                         event.fault);
    case EventKind::node_killed:
    case EventKind::node_demoted:
      return event.detail == 0 ? line : fmt::format("{} detail {}", line, event.detail);
    default:
      return line;
  }
}

/// The events of `kinds`, as lines; without a replica's copies of keys, which have no client.
struct Course {
  std::vector<sim::EventKind> kinds;
  std::string_view key = {};  ///< changes of other keys are left out; if empty, none are

  std::vector<std::string> operator()(const sim::Trace& trace) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < trace.size(); ++i) {
      const sim::Event& event = trace[i];
      const bool copied = event.kind == sim::EventKind::key_set && event.client == no_client;
      const bool other =
          !key.empty() && event.key != sim::no_name && trace.name_of(event.key) != key;
      if (!copied && !other && std::find(kinds.begin(), kinds.end(), event.kind) != kinds.end())
        all.push_back(line_of(trace, event));
    }
    return all;
  }
};

/// Checks that both worlds have the same events and verdicts, and that every fault takes effect.
/// `course` gives a trace's events as lines. The scenario's steps must be 100 ms apart. Returns the
/// lines.
template <class Tells>
std::vector<std::string> expect_same_course(const std::string& toml, Tells course) {
  const sim::Scenario scenario = scenario_from(toml);
  const auto [played, live, simulated] =
      live_in_time(scenario, [&](const sim::Trace& one, const sim::Trace& other) {
        return course(one) == course(other) && verdicts_of(one) == verdicts_of(other);
      });
  EXPECT_THAT(course(live), testing::ElementsAreArray(course(simulated)));
  EXPECT_THAT(sim::never_struck(played.faults, live), testing::IsEmpty());
  EXPECT_THAT(verdicts_of(live), testing::ElementsAreArray(verdicts_of(simulated)));
  return course(simulated);
}

}  // namespace locklab::test
