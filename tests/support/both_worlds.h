// The same scenario in the simulator and on real servers, for tests of one fault: the same course,
// and the same verdict on every property.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/fault_plan.h"
#include "sim/scenario/read_scenario.h"
#include "sim/world/simulate.h"
#include "tests/support/live_in_time.h"

namespace locklab::test {

inline sim::Scenario scenario_from(const std::string& toml) {
  const auto read = sim::read_scenario(toml, "test.toml");
  if (const auto* problem = std::get_if<sim::Problem>(&read)) {
    ADD_FAILURE() << sim::to_string(*problem);
    return {};
  }
  return std::get<sim::Scenario>(read);
}

/// Each property with what became of it, in lines.
inline std::vector<std::string> kept_in(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (const sim::Verdict& verdict : sim::check(trace))
    all.push_back(std::string(name(verdict.property)) + " " + std::string(name(verdict.kept)));
  return all;
}

/// Expects that both worlds take the same course, as `course` tells it of a trace in lines, with
/// the same verdicts, and that every fault strikes; its steps are 100 ms apart. Returns the course.
template <class Course>
std::vector<std::string> expect_same_course(const std::string& toml, Course course) {
  const sim::Scenario scenario = scenario_from(toml);
  const sim::Trace simulated = sim::simulate(scenario);
  const std::vector<std::string> wanted = course(simulated);
  const sim::Trace live = live_in_time(scenario, [&](const sim::Trace& trace) {
    return course(trace) == wanted && kept_in(trace) == kept_in(simulated);
  });
  EXPECT_THAT(course(live), testing::ElementsAreArray(wanted));
  EXPECT_THAT(sim::never_struck(scenario.faults, live), testing::IsEmpty());
  EXPECT_THAT(kept_in(live), testing::ElementsAreArray(kept_in(simulated)));
  return wanted;
}

}  // namespace locklab::test
