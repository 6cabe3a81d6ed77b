// Live runs for tests, on a machine that may be late.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "app/live/live_limits.h"
#include "app/live/run_live.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "tests/support/standstill.h"
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

/// Processes share a machine: where one is seen to be late by a fifth of a scenario's room, for a
/// reason that is not in the scenario, others are later.
inline bool out_of_step(const sim::Trace& live, Duration standstill, Duration room) {
  const Duration late = room / 5;
  constexpr Duration slow_start = 60ms;  // of a server, which takes no time in the simulator
  std::set<ClientId> paused;
  std::map<std::uint32_t, std::int64_t> sent_us;
  std::int64_t up_since_us = 0;  // far in the future while a node is down
  for (std::size_t i = 0; i < live.size(); ++i) {
    const sim::Event& event = live[i];
    const bool answer =
        event.kind == sim::EventKind::received || event.kind == sim::EventKind::timed_out;
    if (event.kind == sim::EventKind::client_paused) paused.insert(event.client);
    if (event.kind == sim::EventKind::node_killed) up_since_us = INT64_MAX;
    if (event.kind == sim::EventKind::node_restarted) up_since_us = event.at;
    if (event.kind == sim::EventKind::node_restarted && event.since_us > us(slow_start))
      return true;
    if (event.kind == sim::EventKind::node_killed && event.since_us > us(late)) return true;
    if (event.kind == sim::EventKind::sent) sent_us[event.message] = event.at;
    if (!answer || paused.contains(event.client)) continue;
    const std::int64_t from_us = sent_us[event.message];
    if (from_us >= up_since_us && event.at - from_us > us(late)) return true;
  }
  return standstill > late;
}

/// How much later than its scenario says a client may begin.
inline Duration late_start(Duration room) { return room / 10; }

/// Whether the machine let a client begin later than that.
inline bool starts_late(const sim::Trace& live, const sim::Scenario& scenario, Duration room) {
  for (std::size_t i = 0; i < live.size(); ++i)
    if (live[i].kind == sim::EventKind::started &&
        live[i].at > us(scenario.clients[index(live[i].client)].start + late_start(room)))
      return true;
  return false;
}

/// Whether a server took so long to start again that what followed it in the scenario came first.
/// Nobody stands still meanwhile, also where a run goes step by step.
inline bool starts_slowly(const sim::Trace& live) {
  constexpr Duration slow = 40ms;
  for (std::size_t i = 0; i < live.size(); ++i)
    if (live[i].kind == sim::EventKind::node_restarted && live[i].since_us > us(slow)) return true;
  return false;
}

/// How many runs must be bad, each as far as is known in time. A process that is late by itself is
/// seen by nobody.
inline int bad_runs_believed(const app::LiveTarget& target) { return target.processes ? 3 : 1; }

/// A run that is taken through its time step by step, and again where a server started slowly; ten
/// times at most.
template <class IsGood>
sim::Trace stepped_in_time(const sim::Scenario& scenario, IsGood is_good,
                           const app::LiveTarget& target, int believed) {
  for (int tries_left = 9;; --tries_left) {
    Stepping by_step;
    sim::Trace trace = live_trace(scenario, &by_step, target);
    if (tries_left == 0 || is_good(trace)) return trace;
    if (!starts_slowly(trace) && --believed == 0) return trace;
  }
}

template <class IsGood>
sim::Trace stepped_in_time(const sim::Scenario& scenario, IsGood is_good,
                           const app::LiveTarget& target = {}) {
  return stepped_in_time(scenario, is_good, target, bad_runs_believed(target));
}

/// A live run that is good, if the machine lets one be: one that was late, which is measured, has
/// played another schedule, and is made again. After ten of them the run is taken through its time
/// step by step, which stands still while the machine is late; unless it cannot be.
template <class IsGood>
sim::Trace live_in_time(const sim::Scenario& scenario, Duration room, IsGood is_good,
                        const app::LiveTarget& target = {}) {
  const bool steps = !app::not_stepped_live(scenario, target);
  int believed = bad_runs_believed(target);
  for (int tries_left = steps ? 10 : 30; tries_left > 0; --tries_left) {
    const Standstill standstill;
    sim::Trace trace = live_trace(scenario, nullptr, target);
    const bool late =
        out_of_step(trace, standstill.longest(), room) || starts_late(trace, scenario, room);
    if (is_good(trace) || (!late && --believed == 0)) return trace;
  }
  if (!steps) return live_trace(scenario, nullptr, target);
  return stepped_in_time(scenario, is_good, target);
}

}  // namespace locklab::test
