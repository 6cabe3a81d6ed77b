// One real redis-server that the lab starts: on loopback, in a folder of its own. It dies with the
// lab.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/live/server_machine.h"
#include "lock/redis/endpoint.h"
#include "sim/service/redis/server.h"

namespace locklab::app {

struct ServerPlan {
  sim::Persistence persistence = sim::Persistence::none;
  std::uint16_t replica_of = 0;    ///< port of its master; 0: it is a master
  std::string password;            ///< empty: it asks for none
  bool own_machine = false;        ///< its wall clock can be set, and its power can fail
  std::uint16_t bus_port = 0;      ///< where the nodes of its cluster reach it; 0: it stands alone
  std::vector<std::string> extra;  ///< more arguments, as "--maxmemory", "2mb"
  std::string sentinel;  ///< what it watches, as Sentinel's configuration; empty: a server
};

/// The lab's environment for execve, without the user's password, which no child needs.
std::vector<char*> environment_of_children();

/// The path of redis-server; empty: it is not on PATH.
std::string find_redis_server();

/// A free loopback port outside the range that the kernel gives to connections, because a restarted
/// server must get its port back. 0: none is free, or (errno is not 0) none can be tried.
std::uint16_t free_port();

/// Keeps a port from whoever looks for a free one. A server that allows it (SO_REUSEADDR), as Redis
/// does, may still listen there. Port 0, or one that cannot be had, is kept for nobody.
class PortKeeper {
 public:
  explicit PortKeeper(std::uint16_t port);
  ~PortKeeper();
  PortKeeper(const PortKeeper&) = delete;
  PortKeeper& operator=(const PortKeeper&) = delete;

 private:
  int socket_ = -1;  ///< bound, and never listens
};

class ServerProcess {
 public:
  /// Prepares a server without starting it, and keeps its ports also while it does not run.
  /// `folder` must exist, for this server alone.
  ServerProcess(std::string binary, std::string folder, std::uint16_t port, ServerPlan plan);
  /// Kills it.
  ~ServerProcess();
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;

  /// Starts the server, or starts it again after kill(), with the same port and folder. Returns its
  /// pid, or -1 with errno set.
  pid_t spawn();
  /// Sends SIGKILL to it and its children, and waits for its end.
  void kill();
  /// Waits, for a second at most, until another thread of the server has done the syncs that it was
  /// asked for: with `everysec` the server keeps what it has acknowledged meanwhile in its memory,
  /// and a process that dies then takes it along. A sync that has begun counts as done.
  void await_syncs() const;
  /// After kill(): takes from its disk what was not synced, as a machine without power loses it.
  /// Only with ServerPlan::own_machine.
  void lose_unsynced() const;
  /// After kill(): the keys that it will find on its disk, if it starts when its wall clock (us
  /// since 1970) says that.
  std::vector<sim::Effect> kept_keys(std::int64_t wall_us) const;
  void stop();   ///< SIGSTOP: it keeps its port and its connections, and answers nothing
  void go_on();  ///< SIGCONT

  /// Whether its process lives (a stopped one does).
  bool lives();
  /// Whether its process stands still (SIGSTOP), whoever stopped it.
  bool is_stopped() const;
  pid_t pid() const { return pid_; }
  /// The machine that it believes to run on, from its first start on. Null: the real one, unless
  /// ServerPlan::own_machine.
  ServerMachine* machine() { return machine_.get(); }
  const std::string& folder() const { return folder_; }
  const redis::Endpoint& endpoint() const { return endpoint_; }
  const ServerPlan& plan() const { return plan_; }
  /// When it starts again it follows the master at that port; 0: it is a master.
  void will_follow(std::uint16_t master_port) { plan_.replica_of = master_port; }
  redis::Login login() const { return {.user = {}, .password = plan_.password}; }
  /// The last lines that it wrote to its log.
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
