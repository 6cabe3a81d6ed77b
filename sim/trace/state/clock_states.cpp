#include "sim/trace/state/clock_states.h"

#include <algorithm>

namespace locklab::sim {

namespace {

// Upper limit of a stored offset: a trace from elsewhere may hold any number, and the sum of two
// offsets must not overflow.
constexpr std::int64_t furthest_us = std::int64_t{1} << 61;
constexpr std::int64_t longest_us = 1'000'000'000'000'000;
constexpr std::int64_t fastest_ppm = 1'000'000'000;

std::int64_t drift_in(std::int64_t passed, std::int64_t ppm) {
  constexpr std::int64_t million = 1'000'000;
  passed = std::clamp(passed, -longest_us, longest_us);
  return passed / million * ppm + passed % million * ppm / million;
}

}  // namespace

std::int64_t ClockState::ahead_us(std::int64_t at) const {
  const std::int64_t drifted =
      std::clamp(drifted_us + drift_in(at - since, ppm), -furthest_us, furthest_us);
  return std::clamp(offset_us + drifted, -furthest_us, furthest_us);
}

void ClockStates::on(const Event& event) {
  ClockState* clock = nullptr;
  if (event.kind == EventKind::client_clock && event.client != no_client) {
    clock = &clients_[event.client];
  } else if (event.kind == EventKind::node_clock && event.node < resource_node) {
    if (index(event.node) >= nodes_.size()) nodes_.resize(std::size_t{index(event.node)} + 1);
    clock = &nodes_[index(event.node)];
  } else {
    return;
  }
  clock->drifted_us = std::clamp(clock->drifted_us + drift_in(event.at - clock->since, clock->ppm),
                                 -furthest_us, furthest_us);
  clock->offset_us = std::clamp(event.value, -furthest_us, furthest_us);
  clock->ppm = std::clamp(event.extra, -fastest_ppm, fastest_ppm);
  clock->since = event.at;
}

ClockState ClockStates::of(ClientId client) const {
  const ClockState* clock = clients_.find(client);
  return clock ? *clock : ClockState{};
}

ClockState ClockStates::of(NodeId node) const {
  return index(node) < nodes_.size() ? nodes_[index(node)] : ClockState{};
}

std::int64_t ClockStates::jump(const Event& event) const {
  const std::int64_t before =
      event.kind == EventKind::client_clock ? of(event.client).offset_us : of(event.node).offset_us;
  return std::clamp(event.value, -furthest_us, furthest_us) - before;
}

}  // namespace locklab::sim
