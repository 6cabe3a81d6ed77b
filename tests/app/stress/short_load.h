// Loads of a fraction of a second.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <variant>
#include <vector>

#include "app/stress/load/run_stress.h"
#include "lock/strategy.h"
#include "sim/trace/sentence.h"
#include "tests/support/in_time.h"

namespace locklab::test {

inline app::StressWork short_load(const Strategy& strategy) {
  app::StressWork work;
  work.strategy = &strategy;
  work.lock = default_lock(strategy);
  work.lock.ttl = 10s;
  work.lock.retry_delay = work.lock.retry_jitter = 4ms;
  work.lock.node_timeout = 2s;
  work.clients = 16;
  work.connections = 2;
  work.choice = app::KeyChoice::one;
  work.keys = 1;
  work.hold = 500us;
  work.warm_up = 20ms;
  work.duration = 300ms;
  if (strategy.topology == Topology::masters) work.servers = 5;
  if (strategy.topology == Topology::none) work.servers = 0;
  return work;
}

inline std::vector<std::string> every_lock() {
  std::vector<std::string> ids;
  for (const Strategy& strategy : strategies()) ids.emplace_back(strategy.id);
  return ids;
}

inline app::StressWork short_load(std::string_view id) { return short_load(*find_strategy(id)); }

/// Parses these lines as faults.
inline std::vector<app::Strike> strikes(const std::vector<const char*>& lines) {
  std::vector<app::Strike> all;
  for (const char* line : lines) all.push_back(std::get<app::Strike>(app::parse_strike(line)));
  return all;
}

/// Gives each client a lock of its own and an empty critical section, so that nobody waits.
inline void lock_apart(app::StressWork& work) {
  work.choice = app::KeyChoice::own;
  work.keys = work.clients;
  work.hold = 0us;
}

using LoadMade = std::variant<app::StressResult, app::LiveProblem>;

/// True if a load has no usable result: it was refused, nobody acquired, or a server did not return
/// its meters in time.
inline bool came_to_nothing(const LoadMade& made) {
  const auto* result = std::get_if<app::StressResult>(&made);
  if (!result || result->measures.counts.acquired == 0) return true;
  return std::any_of(result->meters.begin(), result->meters.end(),
                     [](const auto& meter) { return !meter; });
}

/// The result of a load; an empty one, and a failed test, if there is none.
inline app::StressResult result_of(LoadMade made, const app::StressWork& work) {
  if (const auto* problem = std::get_if<app::LiveProblem>(&made)) {
    ADD_FAILURE() << sentence(*problem).english();
    return {.work = work};
  }
  return std::move(std::get<app::StressResult>(made));
}

/// Runs a load once, for loads that change their servers.
inline app::StressResult loaded_once(const app::StressWork& work,
                                     const app::StressOptions& options) {
  const std::atomic<bool> cancel = false;
  return result_of(run_stress(work, options, cancel), work);
}

/// Runs a load, and repeats it if it has no usable result, as may happen on a busy machine.
inline app::StressResult loaded(const app::StressWork& work,
                                const app::StressOptions& options = {}) {
  const std::atomic<bool> cancel = false;
  return result_of(run_in_time([&] { return run_stress(work, options, cancel); },
                               [](const LoadMade& made) { return !came_to_nothing(made); }),
                   work);
}

}  // namespace locklab::test
