// Servers of a load, and the connections of its threads to them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/live/servers/server_fleet.h"
#include "app/load/stress_work.h"
#include "app/proxy/proxy.h"
#include "app/runs/live_problem.h"
#include "app/runs/live_target.h"
#include "lock/redis/loop.h"
#include "lock/redis/pool.h"

namespace locklab::app {

struct StressServers {
  std::vector<redis::Endpoint> endpoints;
  redis::Login login;
  /// Servers that do the work: the endpoints, or all masters of the cluster behind the first one.
  std::vector<redis::Endpoint> working;
  std::unique_ptr<ServerFleet> fleet;  ///< null if the servers are the user's
  std::vector<Sentence> warnings;
};

/// Client id of a thread's links: all its clients share one link to each server.
inline constexpr ClientId all_clients{0};

/// Loop and connections of one thread.
struct ThreadDoor {
  std::unique_ptr<redis::Loop> loop;  ///< destroyed last
  std::unique_ptr<Proxy> proxy;       ///< null if the connections go straight to the servers
  std::unique_ptr<redis::Pool> pool;

  ThreadDoor() = default;
  ThreadDoor(ThreadDoor&&) = default;
  ThreadDoor& operator=(ThreadDoor&&) = delete;  // would destroy the loop before the old pool
  ~ThreadDoor() = default;
};

/// Path of a thread's messages: the lab's proxy can inject link faults, but adds latency.
enum class Path : std::uint8_t { straight, through_proxy };

/// Opens `connections` to each server and waits until all are ready, for 2 s at most.
std::variant<ThreadDoor, LiveProblem> open_door(const StressServers& servers,
                                                std::uint32_t connections,
                                                Path path = Path::straight);

/// Key prefix of a load: "locklab:stress:5f0c...:". The number is random, so that no other load has
/// the same keys; the parts of a load have its name instead, so that theirs are the same.
std::string key_prefix_of_a_load(const StressWork& work);
/// Key prefix for measuring the limit; different for each part.
std::string limit_prefix(const StressWork& work, const std::string& prefix);
std::string lock_key(const std::string& prefix, std::uint64_t number);

/// Permission to slow down other users of the servers, and advice on how to grant it.
struct MayDisturb {
  bool others = false;
  Sentence advice;
};

/// Starts the work's own servers, or connects to and checks those that `target` names. Own servers,
/// or the load's keys on named ones, are then on the janitor's list. Returns a problem if a server
/// cannot be used, or if others use it and `may_disturb` does not allow that. With `is_ordered`,
/// own servers are prepared for any fault ordered while the load runs. A raised `cancel` ends it
/// early: the servers may then be unchecked, and no load may begin.
std::variant<StressServers, LiveProblem> open_servers(
    const StressWork& work, const LiveTarget& target, const MayDisturb& may_disturb,
    bool is_ordered, const std::string& prefix, Janitor& janitor, const std::atomic<bool>& cancel);

/// Returns a problem if the work needs more memory or open files than are available. Raises the
/// process's soft limit of open files as far as needed and allowed. With `records`, the memory for
/// recording the clients is included.
std::optional<LiveProblem> too_large(const StressWork& work, bool records = false);

}  // namespace locklab::app
