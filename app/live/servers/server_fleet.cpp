#include "app/live/servers/server_fleet.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "app/live/live_limits.h"
#include "app/live/servers/named_servers.h"
#include "app/live/servers/ready_watch.h"
#include "app/words/display_text.h"
#include "lock/redis/random_source.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration start_patience = 20s;
constexpr int port_tries = 5;

LiveProblem not_installed() {
  return {say("redis-server is not installed"), Sentence::name("apt-get install redis-server")};
}

/// Waits for several servers at once, on a temporary event loop.
std::vector<ReadyWatch::Result> wait_until_ready(const std::vector<ServerProcess*>& servers) {
  std::vector<ReadyWatch::Result> results(servers.size());
  std::string why;
  const std::unique_ptr<redis::Loop> loop = redis::Loop::open(why);
  if (!loop) {
    for (ReadyWatch::Result& result : results) result.why = why;
    return results;
  }
  std::size_t waiting = servers.size();
  std::vector<std::unique_ptr<ReadyWatch>> watches;
  for (std::size_t i = 0; i < servers.size(); ++i)
    watches.push_back(std::make_unique<ReadyWatch>(*loop, *servers[i], start_patience,
                                                   [&, i](ReadyWatch::Result result) {
                                                     results[i] = std::move(result);
                                                     --waiting;
                                                   }));
  while (waiting > 0) loop->run_once();
  return results;
}

}  // namespace

std::string random_password() {
  redis::RandomSource random;
  return fmt::format("{:016x}{:016x}", random.bits(), random.bits());
}

std::variant<std::unique_ptr<ServerFleet>, LiveProblem> ServerFleet::start(
    const std::vector<FleetPlan>& plan, Janitor& janitor, const std::string& password) {
  const std::string binary = find_redis_server();
  if (binary.empty()) return not_installed();
  std::unique_ptr<ServerFleet> fleet(new ServerFleet(janitor, password));
  if (std::optional<LiveProblem> problem = fleet->make_folder()) return *problem;
  Try last;
  for (int number = 1; number <= port_tries; ++number) {
    if (std::optional<LiveProblem> problem = fleet->make_servers(plan, binary, number))
      return *problem;
    last = fleet->start_all(plan);
    if (last.ready) return fleet;
    if (!last.port_taken) break;  // another attempt helps only if a port was taken
  }
  return LiveProblem{
      say("redis-server could not be started: {}", last.reasons),
      raise_limit_or(last.reasons, say("see whether `redis-server` starts by hand"))};
}

std::optional<LiveProblem> ServerFleet::make_folder() {
  const char* set = std::getenv("TMPDIR");
  // A server works in its own folder, where a relative path would mean something else.
  std::error_code failed;
  const std::string parent = std::filesystem::absolute(set && *set ? set : "/tmp", failed).string();
  remove_abandoned_folders(parent);
  for (int tries = 0; tries < 5; ++tries) {
    const std::string path = parent + "/" + new_folder_name();
    janitor_.mind_folder(path);
    if (folder_.make(path)) return std::nullopt;
    if (errno != EEXIST) break;
  }
  return LiveProblem{
      say("no folder could be made in {}: {}", parent, std::generic_category().message(errno)),
      say("set TMPDIR to a folder that you may write to")};
}

std::optional<LiveProblem> ServerFleet::make_servers(const std::vector<FleetPlan>& plan,
                                                     const std::string& binary, int number) {
  servers_.clear();
  // One port for each server, and one for the bus of a cluster node.
  std::vector<std::uint16_t> ports;
  while (ports.size() < 2 * plan.size()) {
    const std::uint16_t port = free_port();
    if (port == 0 && errno != 0) {
      const std::string why = std::generic_category().message(errno);
      return LiveProblem{say("no free port could be found for a redis-server: {}", why),
                         raise_limit_or(why, {})};
    }
    if (port == 0) return LiveProblem{say("no free port is left for a redis-server"), {}};
    if (std::find(ports.begin(), ports.end(), port) == ports.end()) ports.push_back(port);
  }
  for (std::size_t i = 0; i < plan.size(); ++i) {
    const std::string folder = fmt::format("{}/{}-{}", folder_.path(), plan[i].name, number);
    if (mkdir(folder.c_str(), 0700) < 0)
      return LiveProblem{
          say("{} could not be made: {}", folder, std::generic_category().message(errno)), {}};
    ServerPlan server{.persistence = plan[i].persistence,
                      .password = password_,
                      .own_machine = plan[i].own_machine,
                      .bus_port = plan[i].cluster ? ports[plan.size() + i] : std::uint16_t{0},
                      .extra = plan[i].extra};
    if (plan[i].replica_of) server.replica_of = ports.at(*plan[i].replica_of);
    servers_.push_back(
        std::make_unique<ServerProcess>(binary, folder, ports[i], std::move(server)));
  }
  return std::nullopt;
}

ServerFleet::Try ServerFleet::start_all(const std::vector<FleetPlan>& plan) {
  // Masters start first: a replica that finds no master retries only a second later.
  Try result;
  start_some(plan, false, result);
  if (result.ready) start_some(plan, true, result);
  return result;
}

void ServerFleet::start_some(const std::vector<FleetPlan>& plan, bool replicas, Try& so_far) {
  std::vector<ServerProcess*> some;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (plan[i].replica_of.has_value() == replicas) {
      if (restart(i)) {
        some.push_back(servers_[i].get());
      } else {
        so_far.add("no process: " + std::generic_category().message(errno));
      }
    }
  for (const ReadyWatch::Result& result : wait_until_ready(some)) {
    if (result.ready) continue;
    so_far.port_taken = so_far.port_taken || result.port_taken;
    so_far.add(result.why);
  }
}

bool ServerFleet::restart(std::size_t i) {
  const pid_t pid = servers_[i]->spawn();
  if (pid > 0) janitor_.mind_process(pid);
  return pid > 0;
}

LiveProblem unreachable(const ServerFleet* fleet, std::size_t i, const redis::Endpoint& server,
                        const Reply& why) {
  if (!fleet || !why.is_unknown() || why.silence() == Silence::no_socket)
    return connection_refused(server, why);
  // A server whose disk is full may have ended, and may not even have logged it.
  const std::string words = fleet->server(i).last_words();
  return {
      say("the lab's own server at {} does not answer ({}); the last line of its log: {}",
          server.text(), printable(why.text), words.empty() ? "-" : printable(words)),
      say("see whether the disk of {} is full, or set TMPDIR to another folder", fleet->folder())};
}

}  // namespace locklab::app
