// Live runs for tests, on a machine that may be late.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <variant>

#include "app/live/run_live.h"
#include "app/runs/late_run.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "tests/support/in_time.h"
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

/// A live run that is good, if the machine lets one be: one that is bad and says that it was late
/// has played another schedule, and is made again.
template <class IsGood>
sim::Trace live_in_time(const sim::Scenario& scenario, IsGood is_good,
                        const app::LiveTarget& target = {}) {
  for (int tries_left = late_tries;; --tries_left) {
    sim::Trace trace = live_trace(scenario, nullptr, target);
    const auto late_us = app::too_late_us(trace, scenario);
    if (is_good(trace) || !late_us) return trace;
    if (tries_left > 0) continue;
    ADD_FAILURE() << too_slow(*late_us);
    return trace;
  }
}

}  // namespace locklab::test
