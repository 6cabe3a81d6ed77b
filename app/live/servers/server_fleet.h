// The servers of one live run or load. They start together in a temporary folder, and end with the
// fleet, as does the folder.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/live/servers/janitor.h"
#include "app/live/servers/lab_folder.h"
#include "app/live/servers/server_process.h"
#include "app/runs/live_problem.h"
#include "lock/reply.h"

namespace locklab::app {

/// One server to start.
struct FleetPlan {
  std::string name;  ///< the node's name in the scenario, and the start of its folder's name
  sim::Persistence persistence = sim::Persistence::none;
  std::optional<std::size_t> replica_of;  ///< index of its master
  bool own_machine = false;               ///< its wall clock can be set, and its power cut
  bool cluster = false;                   ///< it can join a Redis Cluster
  std::vector<std::string> extra;         ///< more arguments for redis-server
};

std::string random_password();

class ServerFleet {
 public:
  /// Starts all servers and waits until each is ready. They require `password` unless it is empty.
  /// `janitor` must outlive the fleet.
  static std::variant<std::unique_ptr<ServerFleet>, LiveProblem> start(
      const std::vector<FleetPlan>& plan, Janitor& janitor, const std::string& password = {});

  /// Kills all servers and removes their folder, since the janitor may be gone.
  ~ServerFleet() = default;
  ServerFleet(const ServerFleet&) = delete;
  ServerFleet& operator=(const ServerFleet&) = delete;

  std::size_t size() const { return servers_.size(); }
  ServerProcess& server(std::size_t i) { return *servers_[i]; }
  const ServerProcess& server(std::size_t i) const { return *servers_[i]; }
  const std::string& folder() const { return folder_.path(); }
  redis::Login login() const { return {.user = {}, .password = password_, .certain = true}; }
  /// Starts a server, or restarts it after kill(), without waiting until it is ready. Returns false
  /// with errno set on failure.
  bool restart(std::size_t i);

 private:
  ServerFleet(Janitor& janitor, std::string password)
      : janitor_(janitor), password_(std::move(password)) {}
  /// The outcome of one attempt to start the servers.
  struct Try {
    bool ready = true;
    bool port_taken = false;  ///< worth another attempt
    std::string reasons;
    void add(const std::string& reason) {
      ready = false;
      reasons += (reasons.empty() ? "" : "; ") + reason;
    }
  };
  std::optional<LiveProblem> make_folder();
  std::optional<LiveProblem> make_servers(const std::vector<FleetPlan>& plan,
                                          const std::string& binary, int number);
  Try start_all(const std::vector<FleetPlan>& plan);
  void start_some(const std::vector<FleetPlan>& plan, bool replicas, Try& so_far);

  Janitor& janitor_;
  const std::string password_;
  LabFolder folder_;
  std::vector<std::unique_ptr<ServerProcess>> servers_;
};

/// The problem of a connection that could not be opened, or of a reply that is none, from server
/// `i` of the fleet, or from `server`, which the user has named, if `fleet` is null.
LiveProblem unreachable(const ServerFleet* fleet, std::size_t i, const redis::Endpoint& server,
                        const Reply& why);

}  // namespace locklab::app
