// One real redis-server of the lab: on loopback, in its own folder. It dies with the lab.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/live/servers/server_machine.h"
#include "lock/redis/endpoint.h"
#include "sim/service/redis/server.h"

namespace locklab::app {

struct ServerPlan {
  sim::Persistence persistence = sim::Persistence::none;
  std::uint16_t replica_of = 0;    ///< port of its master; 0 if it is one
  std::string password;            ///< empty if none is required
  bool own_machine = false;        ///< its wall clock can be set, and its power cut
  std::uint16_t bus_port = 0;      ///< for the cluster bus; 0 outside a cluster
  std::vector<std::string> extra;  ///< more arguments, such as "--maxmemory", "2mb"
  std::string sentinel;            ///< configuration of a Sentinel; empty for a server
};

/// What children need of the lab's environment, for execve, ending with a null pointer. The user's
/// password and other secrets of the environment are none of their business.
std::vector<char*> environment_of_children();

/// Returns the path of redis-server; empty if it is not on PATH.
std::string find_redis_server();

/// Returns a free loopback port, below the kernel's ephemeral range if there is room, since a
/// restarted server must get its port back. 0 if none was found; errno is 0 if none was free.
std::uint16_t free_port();

/// Reserves a port, so that no search for a free port finds it. A server that sets SO_REUSEADDR, as
/// Redis does, can still listen there. Port 0, or one that cannot be bound, is not reserved.
class PortKeeper {
 public:
  explicit PortKeeper(std::uint16_t port);
  ~PortKeeper();
  PortKeeper(const PortKeeper&) = delete;
  PortKeeper& operator=(const PortKeeper&) = delete;

 private:
  int socket_ = -1;  ///< bound, but never listens
};

class ServerProcess {
 public:
  /// Prepares a server without starting it, and reserves its ports even while it does not run.
  /// `folder` must exist, for this server alone.
  ServerProcess(std::string binary, std::string folder, std::uint16_t port, ServerPlan plan);
  /// Kills the server.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  /// Starts the server, or restarts it after kill() with the same port and folder. Returns its pid,
  /// or -1 with errno set.
  pid_t spawn();
  /// Sends SIGKILL to the server and its children, and waits for its end.
  void kill();
  /// Waits, for a second or two at most, until the background thread of a server with everysec has
  /// finished its pending syncs. While one is pending, the server keeps the writes that it
  /// acknowledges only in memory, and loses them if it dies. A sync that has begun counts as done
  /// (syncs.cpp).
  void await_syncs() const;
  /// Discards unsynced data from the disk of a killed server, as a power loss does. Only with
  /// ServerPlan::own_machine.
  void lose_unsynced() const;
  /// Returns the keys that a killed server will find on its disk if it starts when its wall clock
  /// reads `wall_us` (us since 1970).
  std::vector<sim::Effect> kept_keys(std::int64_t wall_us) const;
  void
  stop();  ///< SIGSTOP: it keeps its port and its connections, but does not reply until go_on()
  void go_on();  ///< SIGCONT

  /// Whether its process is alive, even if stopped.
  bool lives();
  /// Whether its process is stopped (SIGSTOP), by the lab or by anyone else.
  bool is_stopped() const;
  pid_t pid() const { return pid_; }
  /// Returns the machine that it believes it runs on; null before its first start, and without
  /// ServerPlan::own_machine.
  ServerMachine* machine() { return machine_.get(); }
  const std::string& folder() const { return folder_; }
  const redis::Endpoint& endpoint() const { return endpoint_; }
  const ServerPlan& plan() const { return plan_; }
  /// Sets the port of the master that it follows from its next start; 0 to start as a master.
  void will_follow(std::uint16_t master_port) { plan_.replica_of = master_port; }
  redis::Login login() const { return {.user = {}, .password = plan_.password}; }
  /// Returns the last non-empty line of its log; empty if there is none.
  std::string last_words() const;

 private:
  std::vector<std::string> arguments() const;
  std::string config_file() const;
  std::string config() const;
  bool write_config() const;

  std::string binary_;
  std::string folder_;
  ServerPlan plan_;
  redis::Endpoint endpoint_;
  PortKeeper port_keeper_;
  PortKeeper bus_port_keeper_;
  std::unique_ptr<ServerMachine> machine_;
  pid_t pid_ = -1;
};

}  // namespace locklab::app
