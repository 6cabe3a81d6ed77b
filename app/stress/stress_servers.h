// The servers of a load and the connections of one of its threads to them.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/live/server_fleet.h"
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
  /// The servers that do the work: the endpoints, or all masters of the cluster behind one.
  std::vector<redis::Endpoint> working;
  std::unique_ptr<ServerFleet> fleet;  ///< null: they are somebody else's
  std::vector<Sentence> warnings;
};

/// A thread's links: all its clients share the one to each server.
inline constexpr ClientId all_clients{0};

/// A loop with all connections of one thread.
struct ThreadDoor {
  std::unique_ptr<redis::Loop> loop;  ///< goes last
  std::unique_ptr<Proxy> proxy;       ///< null: the connections go straight to the servers
  std::unique_ptr<redis::Pool> pool;

  ThreadDoor() = default;
  ThreadDoor(ThreadDoor&&) = default;
  ThreadDoor& operator=(ThreadDoor&&) = delete;  // it would take the loop from under the old pool
  ~ThreadDoor() = default;
};

/// Whether a thread's messages pass the lab's proxy, which can break links and takes time for it.
enum class Path : std::uint8_t { straight, through_proxy };

/// Opens `connections` to each server and waits until all are ready.
std::variant<ThreadDoor, LiveProblem> open_door(const StressServers& servers,
                                                std::uint32_t connections,
                                                Path path = Path::straight);

/// How the keys of a load begin: "locklab:stress:5f0c...:". A load has names of its own, so that it
/// never meets what another one has left. The parts of one load have the same.
std::string key_prefix_of_a_load(const StressWork& work);
/// How the keys begin that its limit is measured with; those of each part differ.
std::string limit_prefix(const StressWork& work, const std::string& prefix);
/// The lock of that number.
std::string lock_key(const std::string& prefix, std::uint64_t number);

/// Whether others who use the servers may be slowed down, and how that is allowed.
struct MayDisturb {
  bool others = false;
  Sentence advice;
};

/// Starts the work's own servers, or reaches and checks those that `target` names. The janitor then
/// minds them, and every key below `prefix`. Where others are connected to a named server, a load
/// would disturb them: a problem, unless they may be. `is_ordered`: its own servers may be struck
/// in any way while it runs. A raised `cancel` ends it early, and what it returns then is to be
/// closed.
std::variant<StressServers, LiveProblem> open_servers(
    const StressWork& work, const LiveTarget& target, const MayDisturb& may_disturb,
    bool is_ordered, const std::string& prefix, Janitor& janitor, const std::atomic<bool>& cancel);

/// What the work would need and this machine does not have: memory, open files. None: enough. It
/// raises the process's own limit of open files as far as the system lets it. `records`: the
/// clients are recorded.
std::optional<LiveProblem> too_large(const StressWork& work, bool records = false);

}  // namespace locklab::app
