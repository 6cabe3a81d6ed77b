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

/// The trace of a live run; empty, and a failed test, if there is none.
inline sim::Trace live_trace(const sim::Scenario& scenario, app::LiveObserver* observer = nullptr,
                             const app::LiveTarget& target = {}) {
  auto result = app::run_live(scenario, target, {}, observer);
  if (const auto* problem = std::get_if<app::LiveProblem>(&result)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {};
  }
  return std::move(std::get<app::LiveRun>(result).trace);
}

/// The trace of a stepped live run, which is made once because it cannot be late.
inline sim::Trace stepped_trace(const sim::Scenario& scenario, const app::LiveTarget& target = {}) {
  Stepping by_step;
  return live_trace(scenario, &by_step, target);
}

/// One scenario, live and simulated.
struct BothRuns {
  sim::Scenario scenario;
  sim::Trace live, simulated;
};

/// Runs a scenario live and simulated. A live run that disagrees and was late followed another
/// schedule, and is repeated in slow motion; the test fails if it is late even at `slowest`.
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
