// The Sentinels of one live run: real ones, on loopback, which watch the masters of a fleet and
// promote a replica by themselves. They end with the run, as the servers do.
//
// Before the run they query and publish ten times a second, so that they discover each other and
// every replica at once, not after ten seconds. During the run they do so as often as usual.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/live/servers/janitor.h"
#include "app/live/servers/server_fleet.h"
#include "app/live/servers/server_process.h"
#include "app/runs/live_problem.h"
#include "sim/scenario/scenario.h"

namespace locklab::app {

class SentinelFleet {
 public:
  /// Starts the scenario's Sentinels for its servers, which must be ready, and waits until each
  /// knows all the others and every replica. `janitor` must outlive the call.
  static std::variant<std::unique_ptr<SentinelFleet>, LiveProblem> start(
      const sim::Scenario& scenario, ServerFleet& servers, Janitor& janitor);
  SentinelFleet(const SentinelFleet&) = delete;
  SentinelFleet& operator=(const SentinelFleet&) = delete;

  std::size_t size() const { return sentinels_.size(); }
  ServerProcess& sentinel(std::size_t i) { return *sentinels_[i]; }

  /// A master with replicas, which the Sentinels watch.
  struct Watched {
    NodeId node = no_node;
    std::string name;  ///< for the Sentinels: "node-1"
    std::size_t replicas = 0;
  };
  const std::vector<Watched>& watched() const { return watched_; }

 private:
  SentinelFleet() = default;
  std::string start_all(const std::string& binary, const ServerFleet& servers,
                        const std::string& config, std::size_t count, int number, Janitor& janitor);
  std::string wait_until_ready();
  std::string missing(ServerProcess& sentinel) const;

  std::vector<Watched> watched_;
  std::vector<std::unique_ptr<ServerProcess>> sentinels_;
};

}  // namespace locklab::app
