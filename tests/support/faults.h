// Faults for tests, in few words.
#pragma once

#include <cstdint>
#include <string>

#include "tests/support/small_world.h"

namespace locklab::sim {

inline Fault on_client(FaultKind kind, Duration at, std::uint16_t client = 0) {
  Fault fault = fault_at(kind, at);
  fault.client = ClientId{client};
  return fault;
}

inline Fault on_node(FaultKind kind, Duration at, std::uint16_t node = 0) {
  Fault fault = fault_at(kind, at);
  fault.node = NodeId{node};
  return fault;
}

inline Fault on_link(FaultKind kind, Duration at) {
  Fault fault = on_client(kind, at);
  fault.node = NodeId{0};
  return fault;
}

inline Fault for_ms(Fault fault, Duration time) {
  fault.duration = time;
  return fault;
}

inline Fault when(EventKind event, Fault fault) {
  fault.trigger = {};
  fault.trigger.event = event;
  return fault;
}

/// A world without chance, and with patience for long faults.
inline Scenario calm_world(const std::string& strategy, std::size_t clients = 2) {
  Scenario scenario = small_world(strategy, clients);
  scenario.jitter = Duration(0);
  scenario.lock.retry_jitter = Duration(0);
  return scenario;
}

}  // namespace locklab::sim
