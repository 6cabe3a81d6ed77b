#include "app/runs/late_run.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace locklab::app {

namespace {

/// Tolerated delay by default. Most scenarios leave some 50 ms for each step, and several steps in
/// a row may be late.
constexpr Duration usual_room = 10ms;
/// A run may be late by this fraction (1/5) of the time that a drifting clock gains during a lease.
constexpr std::int64_t part_of_drift = 5;

/// The smallest non-zero difference between the latencies of two clients to one node, which decides
/// whose request arrives first; at most `usual_room`.
Duration least_difference(const sim::Scenario& scenario) {
  Duration least = usual_room;
  for (const sim::NodeSpec& node : scenario.nodes) {
    std::vector<Duration> latencies;
    for (const sim::ClientSpec& client : scenario.clients)
      latencies.push_back(scenario.link_between(client.name, node.name).latency);
    std::sort(latencies.begin(), latencies.end());
    for (std::size_t i = 1; i < latencies.size(); ++i)
      if (const Duration apart = latencies[i] - latencies[i - 1]; apart > Duration(0))
        least = std::min(least, apart);
  }
  return least;
}

}  // namespace

Duration room_in_schedule(const sim::Scenario& scenario) {
  Duration room = least_difference(scenario);
  const auto clock = [&](std::int64_t ppm) {
    if (ppm == 0) return;
    room =
        std::min(room, Duration(us(scenario.lock.ttl) * std::abs(ppm) / 1'000'000 / part_of_drift));
  };
  for (const sim::NodeSpec& node : scenario.nodes) clock(node.drift_ppm);
  for (const sim::ClientSpec& client : scenario.clients) clock(client.drift_ppm);
  return room;
}

std::optional<std::int64_t> too_late_us(const sim::Trace& trace, const sim::Scenario& scenario) {
  const std::optional<std::int64_t>& late_us = trace.info.late_us;
  return late_us && *late_us > us(room_in_schedule(scenario)) ? late_us : std::nullopt;
}

Sentence too_late_words(std::int64_t late_us) {
  return say(
      "the machine was too slow for the schedule: the run was late by up to {} ms, so what it "
      "shows may differ from its scenario; run it again on an idle machine",
      late_us / 1'000);
}

}  // namespace locklab::app
