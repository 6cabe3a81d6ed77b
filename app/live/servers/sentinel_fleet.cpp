#include "app/live/servers/sentinel_fleet.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <thread>

#include "app/live/live_limits.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/loop.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr Duration all_known_patience = 20s;
constexpr Duration between_looks_at_sentinels = 5ms;
constexpr int sentinel_port_tries = 5;

/// Sentinel's failover-timeout. Sentinels wait twice as long after a failed attempt, and after this
/// time they point a replica behind a delayed link directly at its master.
constexpr std::int64_t failover_timeout_ms = 60'000;

std::vector<SentinelFleet::Watched> masters_with_replicas(const sim::Scenario& scenario) {
  std::vector<SentinelFleet::Watched> all;
  for (std::size_t i = 0; i < scenario.nodes.size(); ++i) {
    const std::string& name = scenario.nodes[i].name;
    const auto replicas =
        std::count_if(scenario.nodes.begin(), scenario.nodes.end(),
                      [&](const sim::NodeSpec& node) { return node.replica_of == name; });
    if (replicas > 0)
      all.push_back({NodeId(i), fmt::format("node-{}", i + 1), static_cast<std::size_t>(replicas)});
  }
  return all;
}

/// Returns the configuration of every Sentinel: the masters, each with a quorum of more than half.
std::string config_of(const sim::Scenario& scenario, ServerFleet& servers,
                      const std::vector<SentinelFleet::Watched>& masters) {
  std::string text;
  for (const SentinelFleet::Watched& master : masters) {
    ServerProcess& server = servers.server(index(master.node));
    text += fmt::format("sentinel monitor {} {} {} {}\n", master.name, server.endpoint().host,
                        server.endpoint().port, scenario.sentinels / 2 + 1);
    if (!server.login().password.empty())
      text += fmt::format("sentinel auth-pass {} {}\n", master.name, server.login().password);
    text += fmt::format("sentinel down-after-milliseconds {} {}\n", master.name,
                        us(scenario.down_after) / 1'000);
    text += fmt::format("sentinel failover-timeout {} {}\n", master.name, failover_timeout_ms);
  }
  return text;
}

/// Returns the command that sets how often a Sentinel sends INFO to a server, and announces itself
/// to the other Sentinels, in ms.
Command talk_every(std::int64_t ask_ms, std::int64_t tell_ms) {
  Command command("SENTINEL");
  command.add("DEBUG").add("INFO-PERIOD").add(ask_ms).add("PUBLISH-PERIOD").add(tell_ms);
  return command;
}
Command talk_often() { return talk_every(100, 100); }
Command talk_as_usual() { return talk_every(10'000, 2'000); }

Command ask_about(std::string_view what, const std::string& master) {
  Command command("SENTINEL");
  command.add(what).add(master);
  return command;
}

/// Returns the value of a field in a list of names and values; empty if it is missing.
std::string_view named_in(const Reply& list, std::string_view field) {
  for (std::size_t i = 0; i + 1 < list.items.size(); i += 2)
    if (list.items[i].text == field) return list.items[i + 1].text;
  return {};
}

}  // namespace

std::variant<std::unique_ptr<SentinelFleet>, LiveProblem> SentinelFleet::start(
    const sim::Scenario& scenario, ServerFleet& servers, Janitor& janitor) {
  std::unique_ptr<SentinelFleet> fleet(new SentinelFleet);
  fleet->watched_ = masters_with_replicas(scenario);
  const std::string config = config_of(scenario, servers, fleet->watched_);
  const std::string binary = find_redis_server();
  std::string why;
  for (int number = 1; number <= sentinel_port_tries; ++number) {
    why = fleet->start_all(binary, servers, config, scenario.sentinels, number, janitor);
    if (why.empty()) why = fleet->wait_until_ready();
    if (why.empty()) return fleet;
    if (why.find("listening on port") == std::string::npos) break;
  }
  return LiveProblem{say("the Sentinels could not be started: {}", printable(why)),
                     raise_limit_or(why, say("see whether `redis-server` starts by hand"))};
}

/// Starts every Sentinel. Returns the error, or an empty string.
std::string SentinelFleet::start_all(const std::string& binary, const ServerFleet& servers,
                                     const std::string& config, std::size_t count, int number,
                                     Janitor& janitor) {
  sentinels_.clear();
  std::vector<std::uint16_t> ports;
  while (ports.size() < count) {
    const std::uint16_t port = free_port();
    if (port == 0)
      return errno != 0 ? std::generic_category().message(errno) : "no port is left for them";
    if (std::find(ports.begin(), ports.end(), port) == ports.end()) ports.push_back(port);
  }
  for (std::size_t i = 0; i < count; ++i) {
    // A node's folder is named NODE-NUMBER: no node has this one, unless it is called "1.sentinel".
    const std::string folder = fmt::format("{}/{}.sentinel-{}", servers.folder(), i + 1, number);
    if (mkdir(folder.c_str(), 0700) < 0) return std::generic_category().message(errno);
    sentinels_.push_back(std::make_unique<ServerProcess>(
        binary, folder, ports[i],
        ServerPlan{.password = servers.login().password, .sentinel = config}));
    const pid_t pid = sentinels_.back()->spawn();
    if (pid <= 0) return std::generic_category().message(errno);
    janitor.mind_process(pid);
  }
  return {};
}

/// Waits until every Sentinel is ready. Returns the error, or an empty string.
std::string SentinelFleet::wait_until_ready() {
  const std::int64_t give_up_us = redis::Loop::now_us() + us(all_known_patience);
  for (const auto& sentinel : sentinels_) {
    redis::BlockingClient client(sentinel->endpoint(), sentinel->login());
    while (!client.call(talk_often()).ok()) {
      if (!sentinel->lives()) return sentinel->last_words();
      if (redis::Loop::now_us() >= give_up_us) return "one does not answer";
      std::this_thread::sleep_for(between_looks_at_sentinels);
    }
  }
  for (const auto& sentinel : sentinels_)
    for (std::string why = missing(*sentinel); !why.empty(); why = missing(*sentinel)) {
      if (!sentinel->lives()) return sentinel->last_words();
      if (redis::Loop::now_us() >= give_up_us) return why;
      std::this_thread::sleep_for(between_looks_at_sentinels);
    }
  for (const auto& sentinel : sentinels_)
    redis::BlockingClient(sentinel->endpoint(), sentinel->login()).call(talk_as_usual());
  return {};
}

/// Returns what a Sentinel does not know yet, or considers down; empty if it is ready.
std::string SentinelFleet::missing(ServerProcess& sentinel) const {
  redis::BlockingClient client(sentinel.endpoint(), sentinel.login());
  for (const Watched& master : watched_) {
    const Reply about = client.call(ask_about("MASTER", master.name));
    if (named_in(about, "flags") != "master") return "one does not reach its master";
    if (named_in(about, "num-other-sentinels") != std::to_string(sentinels_.size() - 1))
      return "one does not know the others";
    const Reply replicas = client.call(ask_about("REPLICAS", master.name));
    if (replicas.items.size() != master.replicas) return "one does not know every replica";
    for (const Reply& replica : replicas.items)
      if (named_in(replica, "flags") != "slave" || named_in(replica, "master-link-status") != "ok")
        return "one does not reach a replica";
  }
  return {};
}

}  // namespace locklab::app
