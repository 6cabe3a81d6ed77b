// Short forms of faults and of worlds, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/fault_line.h"
#include "sim/scenario/read_scenario.h"
#include "tests/support/read.h"
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

/// A small world without jitter.
inline Scenario calm_world(const std::string& strategy, std::size_t clients = 2) {
  Scenario scenario = small_world(strategy, clients);
  scenario.jitter = Duration(0);
  scenario.lock.retry_jitter = Duration(0);
  return scenario;
}

/// A world without jitter, with settings as in a scenario file, such as "ttl_ms=200, clients=1,
/// client={alice={start_ms=5}}", and with faults as for `--fault`, such as "at 10ms pause alice
/// 20ms".
inline Scenario calm_world(const std::string& strategy, const std::string& settings,
                           const std::vector<std::string>& faults = {}) {
  const std::string text = "strategy='" + strategy + "'\n" + R"(
    ttl_ms=50
    retry_delay_ms=10
    retry_jitter_ms=0
    node_timeout_ms=20
    jitter_ms=0
    allow_short_ttl=true
    work_ms=5
    rounds=2)" + (strategy == "set_wait" ? "\nnode=[{}, {replica_of='n1'}]" : "");
  Changes changes{.set = "{" + settings + "}"};
  const auto read = [&] { return value_of(read_scenario(text, "test.toml", {}, changes)); };
  const Scenario without_faults = read();
  changes.faults = value_of(faults_of_lines(faults, without_faults));
  return faults.empty() ? without_faults : read();
}

inline Trace calm_run(const std::string& strategy, const std::string& settings,
                      const std::vector<std::string>& faults = {}) {
  return simulate(calm_world(strategy, settings, faults));
}

}  // namespace locklab::sim
