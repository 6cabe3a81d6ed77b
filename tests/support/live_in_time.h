// Live runs for tests, on a machine that may be late.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <variant>

#include "app/live/run/run_live.h"
#include "app/runs/late_run.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "sim/world/simulate.h"
#include "tests/support/slowed.h"
#include "tests/support/stepping.h"

namespace locklab::test {

/// An empty one, and a failure of the test: it could not be made.
inline sim::Trace live_trace(const sim::Scenario& scenario, app::LiveObserver* observer = nullptr,
                             const app::LiveTarget& target = {}) {
  auto result = app::run_live(scenario, target, {}, observer);
  if (const auto* problem = std::get_if<app::LiveProblem>(&result)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {};
  }
  return std::move(std::get<app::LiveRun>(result).trace);
}

/// A run that is taken through its time step by step. It is made once: it can be bad, and not late.
inline sim::Trace stepped_trace(const sim::Scenario& scenario, const app::LiveTarget& target = {}) {
  Stepping by_step;
  return live_trace(scenario, &by_step, target);
}

/// One scenario in both worlds.
struct BothRuns {
  sim::Scenario scenario;
  sim::Trace live, simulated;
};

/// A live run that agrees with its simulation, if the machine lets one: one that does not and says
/// that it was late has played another schedule. It is made again, in slow motion.
template <class Agree>
BothRuns live_in_time(const sim::Scenario& scenario, Agree agree,
                      const app::LiveTarget& target = {}) {
  for (int times = 1;; times *= 2) {
    BothRuns both{slowed(scenario, times), {}, {}};
    both.simulated = sim::simulate(both.scenario);
    both.live = live_trace(both.scenario, nullptr, target);
    const auto late_us = app::too_late_us(both.live, both.scenario);
    if (!late_us || agree(both.live, both.simulated)) return both;
    if (times < slowest) continue;
    ADD_FAILURE() << "late by up to " << *late_us / 1000 << " ms, even in slow motion";
    return both;
  }
}

}  // namespace locklab::test
