// A scenario in slow motion, so that a machine that is late by a tenth of a second keeps its
// schedule.
#pragma once

#include <optional>

#include "sim/scenario/scenario.h"

namespace locklab::test {

/// The largest factor. An append-only file is still synced once a second.
inline constexpr int slowest = 8;

/// The scenario with all its times multiplied by `times`, and the same verdicts.
inline sim::Scenario slowed(sim::Scenario scenario, int times) {
  const auto slow = [times](Duration& time) { time *= times; };
  const auto slow_if_set = [&](std::optional<Duration>& time) {
    if (time) slow(*time);
  };
  LockConfig& lock = scenario.lock;
  lock.drift_allowance = lock.drift();  // its default is not proportional to the TTL
  for (Duration* time : {&lock.ttl, &lock.node_timeout, &lock.retry_delay, &lock.retry_jitter,
                         &lock.wait_timeout, &lock.min_validity, &lock.window, &scenario.latency,
                         &scenario.jitter, &scenario.down_after})
    slow(*time);
  for (std::optional<Duration>* time :
       {&lock.period, &lock.lease, &lock.drift_allowance, &scenario.bound, &scenario.run_for})
    slow_if_set(*time);
  for (sim::ClientSpec& client : scenario.clients) {
    for (Duration* time : {&client.start, &client.work, &client.think, &client.clock_offset})
      slow(*time);
    slow_if_set(client.wait);
    for (sim::Step& step : client.program) slow_if_set(step.time);
  }
  for (sim::NodeSpec& node : scenario.nodes)
    for (Duration* time : {&node.restart_delay, &node.clock_offset, &node.replication_lag})
      slow(*time);
  for (sim::LinkSpec& link : scenario.links)
    for (Duration* time : {&link.latency, &link.jitter}) slow(*time);
  for (sim::Fault& fault : scenario.faults) {
    for (Duration* time : {&fault.trigger.plus, &fault.amount, &fault.after, &fault.jitter})
      slow(*time);
    for (std::optional<Duration>* time :
         {&fault.trigger.at, &fault.duration, &fault.restart_after, &fault.slow_for})
      slow_if_set(*time);
  }
  return scenario;
}

}  // namespace locklab::test
