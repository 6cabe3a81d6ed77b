#include "app/stress/servers/stress_servers.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <thread>
#include <utility>

#include "app/live/live_limits.h"
#include "app/live/run_keys.h"
#include "app/live/servers/cluster.h"
#include "app/live/servers/info_field.h"
#include "app/live/servers/named_servers.h"
#include "app/stress/oracle.h"
#include "app/stress/recording.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "lock/redis/random_source.h"

namespace locklab::app {

namespace {

constexpr Duration connect_patience = 2s;
constexpr Duration look_every = 100ms;  ///< between checks of `cancel`
constexpr const char* prefix_of_all = "locklab:stress:";

std::optional<std::uint64_t> whole_number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Number of connections that the load keeps open to each server.
std::uint64_t connections_to_each(const StressWork& work) {
  const std::uint64_t shared = std::uint64_t{work.connections} * work.threads;
  // A command that waits for replicas blocks its connection, so each client has its own.
  return work.strategy->traits.has(Trait::needs_replicas) ? shared + work.clients_here() : shared;
}

/// Number of connections of the lab itself: its janitor, its watch and its checks.
constexpr std::uint64_t connections_beside = 8;

/// Text of INFO, with a newline before each line; empty without a valid reply, which later checks
/// report.
std::string info_of(const StressServers& servers, std::size_t i, const char* section) {
  Command info("INFO");
  const Reply reply = redis::BlockingClient(servers.endpoints[i], servers.login)
                          .call(info.add(section), connect_patience);
  return reply.kind == Reply::Kind::text ? "\n" + reply.text : std::string();
}

/// Checks the server's replication role and its replicas by INFO.
std::optional<LiveProblem> ask_what_it_is(const StressWork& work, StressServers& servers,
                                          std::size_t i) {
  const std::string text = info_of(servers, i, "replication");
  if (text.empty()) return std::nullopt;
  const std::string name = printable(servers.endpoints[i].text());
  if (info_field(text, "role") == "slave") {
    const std::string master = printable(
        fmt::format("{}:{}", info_field(text, "master_host"), info_field(text, "master_port")));
    if (info_field(text, "slave_read_only") != "0")
      return LiveProblem{say("the server at {} is a read-only replica of {}", name, master),
                         say("name its master")};
    servers.warnings.push_back(
        say("the server at {} is a replica of {} that takes writes "
            "(replica-read-only no): its master knows nothing of these "
            "locks",
            name, master));
  }
  const auto awaited = static_cast<std::uint64_t>(work.lock.replicas);
  const std::uint64_t has = whole_number_in(info_field(text, "connected_slaves")).value_or(awaited);
  if (work.strategy->traits.has(Trait::needs_replicas) && has < awaited)
    return LiveProblem{
        say("{} waits for {} replicas, and the server at {} has {}", work.strategy->id, awaited,
            name, has),
        say("name a server with as many, or --set replicas={}; without --redis the lab starts its "
            "own",
            has)};
  return std::nullopt;
}

/// Checks by INFO for other connected clients, and for enough free connections.
std::optional<LiveProblem> ask_who_is_there(const StressWork& work, StressServers& servers,
                                            std::size_t i, const MayDisturb& may_disturb) {
  const std::string text = info_of(servers, i, "clients");
  if (text.empty()) return std::nullopt;
  const std::uint64_t connected =
      whole_number_in(info_field(text, "connected_clients")).value_or(1);
  const std::uint64_t others = connected - std::min<std::uint64_t>(connected, 1);
  const std::string name = printable(servers.endpoints[i].text());
  if (others > 0 && !may_disturb.others)
    return LiveProblem{
        others == 1 ? say("somebody else is connected to the server at {}, and a load would slow "
                          "them down",
                          name)
                    : say("{} others are connected to the server at {}, and a load would slow "
                          "them down",
                          others, name),
        may_disturb.advice, 2};
  if (others > 0)
    servers.warnings.push_back(
        others == 1
            ? say("somebody else is connected to the server at {}: its figures count them too",
                  name)
            : say("{} others are connected to the server at {}: its figures count them too", others,
                  name));
  const auto most = whole_number_in(info_field(text, "maxclients"));
  // With several parts, most of the other clients belong to the other parts.
  const std::uint64_t opened = connections_to_each(work) * (work.part ? work.part->of : 1);
  const std::uint64_t in_all = opened + (work.part ? 0 : others) + connections_beside;
  if (!most || in_all <= *most) return std::nullopt;
  return LiveProblem{
      say("the server at {} takes {} connections (maxclients), and {} are needed: {} of the load, "
          "{} of the lab beside it, and {} of others",
          name, *most, in_all, opened, connections_beside, in_all - opened - connections_beside),
      opened > 1 ? say("allow more there, or write fewer --connections")
                 : say("allow more there, with CONFIG SET maxclients {}", in_all)};
}

/// Keys with which a generator signs in on servers that several generators load together.
Janitor::Share share_of(const LoadPart& part, const std::string& prefix) {
  const auto sign = [&](std::uint32_t number) {
    return fmt::format("{}generator{}", prefix, number + 1);
  };
  Janitor::Share share{.mark = fmt::format("{}run", prefix_of_all), .mark_value = prefix};
  share.sign = sign(part.number);
  share.sign_value = fmt::format("{:016x}", redis::RandomSource().bits());
  for (std::uint32_t i = 0; i < part.of; ++i) share.signs.push_back(sign(i));
  share.locks = prefix;
  return share;
}

/// Whether another generator of the load has signed in at server `i`, as this one already has.
bool others_signed_in(const StressServers& servers, std::size_t i, const Janitor::Share& share) {
  redis::BlockingClient client(servers.endpoints[i], servers.login);
  return std::ranges::count_if(share.signs, [&](const std::string& sign) {
           return client.call(Command("EXISTS").add(sign), connect_patience).is(1);
         }) > 1;
}

/// Checks for other clients before signing in, since signing in connects the janitor. Others are
/// accepted if another generator of the load has signed in by then, or does so within two seconds.
std::optional<LiveProblem> reach_together(const StressWork& work, const MayDisturb& may_disturb,
                                          const std::string& prefix, StressServers& servers,
                                          Janitor& janitor) {
  const Janitor::Share share = share_of(*work.part, prefix);
  std::vector<std::optional<LiveProblem>> strangers;
  const std::vector<Sentence> told = servers.warnings;
  for (std::size_t i = 0; i < servers.endpoints.size(); ++i) {
    strangers.push_back(ask_who_is_there(work, servers, i, may_disturb));
    if (!strangers.back()) continue;
    // Even with accepted clients, the server must have enough connections left.
    if (auto problem = ask_who_is_there(work, servers, i, {.others = true, .advice = {}}))
      return problem;
    servers.warnings = told;
  }
  for (const redis::Endpoint& server : servers.endpoints)
    if (auto problem = probe_shared_master(server, servers.login, share, janitor, prefix_of_all))
      return problem;
  constexpr int looks = 20;
  for (std::size_t i = 0; i < servers.endpoints.size(); ++i)
    for (int look = 0; strangers[i] && !others_signed_in(servers, i, share); ++look) {
      if (look == looks) return strangers[i];
      std::this_thread::sleep_for(100ms);
    }
  return std::nullopt;
}

/// Detects a Redis Cluster behind the named server, and sends the load to all of its masters.
std::optional<LiveProblem> reach_cluster(const StressWork& work, StressServers& servers) {
  if (auto problem = look_for_cluster(servers.endpoints, servers.login)) return problem;
  if (!servers.login.cluster) return std::nullopt;
  const std::string name = printable(servers.endpoints[0].text());
  if (work.strategy->traits.has(Trait::needs_replicas))
    return LiveProblem{
        say("{} waits for replicas, and in a Redis Cluster (as at {}) the connection "
            "that waits may be to another master than the one that has written",
            work.strategy->id, name),
        say("name a single server, or choose another lock")};
  servers.working = masters_of(servers.endpoints[0], servers.login);
  return std::nullopt;
}

std::optional<LiveProblem> reach_named(const StressWork& work, const LiveTarget& target,
                                       const MayDisturb& may_disturb, const std::string& prefix,
                                       StressServers& servers, Janitor& janitor,
                                       const std::atomic<bool>& cancel) {
  servers.login = {.user = target.login.user, .password = target.login.password};
  if (auto problem = resolve_servers(target, servers.endpoints)) return problem;
  if (auto problem = reach_cluster(work, servers)) return problem;
  for (std::size_t i = 0; i < servers.endpoints.size() && !cancel; ++i)
    if (auto problem = ask_what_it_is(work, servers, i)) return problem;
  if (work.part) return reach_together(work, may_disturb, prefix, servers, janitor);
  for (std::size_t i = 0; i < servers.endpoints.size() && !cancel; ++i)
    if (auto problem = ask_who_is_there(work, servers, i, may_disturb)) return problem;
  for (std::size_t i = 0; i < servers.endpoints.size() && !cancel; ++i)
    if (auto problem =
            probe_master(servers.endpoints[i], servers.login, {}, janitor, prefix_of_all))
      return problem;
  return std::nullopt;
}

/// Waits until all replicas replicate, at most for connect_patience: a master sends a new replica
/// nothing before its first acknowledgement, which may take a second.
void wait_for_replicas(const StressWork& work, const StressServers& servers,
                       const std::atomic<bool>& cancel) {
  redis::BlockingClient client(servers.endpoints[0], servers.login);
  // WAIT counts only writes of its own connection, so this one writes first.
  client.call(set_nx_px(fmt::format("{}ready", prefix_of_all), "1", 1s));
  const auto all = static_cast<std::int64_t>(work.replicas());
  const std::int64_t give_up_us = redis::Loop::now_us() + us(connect_patience);
  while (!cancel && redis::Loop::now_us() < give_up_us) {
    const Reply reply = client.call(wait_replicas(all, look_every), connect_patience);
    if (reply.kind != Reply::Kind::integer || reply.integer >= all) return;
  }
}

std::optional<LiveProblem> start_own(const StressWork& work, bool own_machines,
                                     StressServers& servers, Janitor& janitor,
                                     const std::atomic<bool>& cancel) {
  std::vector<FleetPlan> plan(std::max(work.servers, work.cluster) + work.replicas());
  for (std::size_t i = 0; i < plan.size(); ++i) {
    plan[i].name = fmt::format("n{}", i + 1);
    if (work.replicas() > 0 && i >= work.servers) plan[i].replica_of = 0;
    plan[i].own_machine = own_machines;
    plan[i].extra = {"--maxclients", std::to_string(2 * connections_to_each(work) + 1000)};
    plan[i].cluster = work.cluster > 0;
    if (work.fsync != Fsync::off)
      plan[i].extra.insert(plan[i].extra.end(),
                           {"--appendonly", "yes", "--appendfsync", std::string(name(work.fsync))});
  }
  auto started = ServerFleet::start(plan, janitor, random_password());
  if (auto* problem = std::get_if<LiveProblem>(&started)) return *problem;
  servers.fleet = std::move(std::get<0>(started));
  servers.login = servers.fleet->login();
  for (std::size_t i = 0; i < work.servers; ++i)
    servers.endpoints.push_back(servers.fleet->server(i).endpoint());
  if (work.cluster > 0) {
    if (const std::string why = join_cluster(*servers.fleet); !why.empty())
      return LiveProblem{say("the cluster could not be made: {}", printable(why)), {}};
    servers.login.cluster = true;
    servers.working = masters_of(servers.endpoints[0], servers.login);
  }
  if (work.replicas() > 0) wait_for_replicas(work, servers, cancel);
  return std::nullopt;
}

/// Available memory in bytes; 0 if unknown.
std::uint64_t free_memory() {
  std::ifstream memory("/proc/meminfo");
  std::string field;
  std::uint64_t kilobytes = 0;
  while (memory >> field >> kilobytes) {
    if (field == "MemAvailable:") return kilobytes * 1024;
    std::getline(memory, field);
  }
  return 0;
}

std::string gigabytes(std::uint64_t bytes) {
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) / 1e9);
}

}  // namespace

std::variant<ThreadDoor, LiveProblem> open_door(const StressServers& servers,
                                                std::uint32_t connections, Path path) {
  ThreadDoor door;
  std::string why;
  door.loop = redis::Loop::open(why);
  if (!door.loop) return LiveProblem{say("no load can be made: {}", why), raise_limit()};
  door.pool =
      std::make_unique<redis::Pool>(*door.loop, servers.endpoints, servers.login, connections);
  if (path == Path::through_proxy) {
    static NobodyWatches nobody;
    door.proxy = std::make_unique<Proxy>(*door.loop, servers.endpoints, nobody);
    door.pool->connect_by([proxy = door.proxy.get()](NodeId node, const redis::Endpoint& at) {
      return proxy->open(all_clients, node, false, &at).socket;
    });
  }
  door.pool->connect();
  const std::int64_t give_up_us = redis::Loop::now_us() + us(connect_patience);
  redis::Alarm wake([] {});
  door.loop->start(wake, give_up_us);
  while (!door.pool->connected() && redis::Loop::now_us() < give_up_us) door.loop->run_once();
  if (const auto lost = door.pool->lost_connection())
    return unreachable(servers.fleet.get(), index(lost->first),
                       servers.endpoints[index(lost->first)], lost->second);
  if (!door.pool->connected())
    return LiveProblem{say("the servers do not accept {} connections each within {} s", connections,
                           us(connect_patience) / 1'000'000),
                       say("write fewer --connections, or see what else they do")};
  return door;
}

std::string key_prefix_of_a_load(const StressWork& work) {
  if (work.part) return fmt::format("{}{}:", prefix_of_all, work.part->load);
  redis::RandomSource random;
  return fmt::format("{}{:012x}:", prefix_of_all, random.bits() >> 16);
}

std::string limit_prefix(const StressWork& work, const std::string& prefix) {
  return work.part ? fmt::format("{}limit{}:", prefix, work.part->number + 1) : prefix + "limit:";
}

std::string lock_key(const std::string& prefix, std::uint64_t number) {
  return numbered_lock(prefix, number);
}

std::variant<StressServers, LiveProblem> open_servers(
    const StressWork& work, const LiveTarget& target, const MayDisturb& may_disturb,
    bool is_ordered, const std::string& prefix, Janitor& janitor, const std::atomic<bool>& cancel) {
  StressServers servers;
  if (work.strategy->topology == Topology::none) return servers;
  const bool own_machines =
      is_ordered || std::ranges::any_of(work.strikes, &Strike::needs_own_machine);
  const auto problem =
      target.own_servers()
          ? start_own(work, own_machines, servers, janitor, cancel)
          : reach_named(work, target, may_disturb, prefix, servers, janitor, cancel);
  if (problem) return *problem;
  if (servers.working.empty()) servers.working = servers.endpoints;
  if (!servers.fleet)
    for (const redis::Endpoint& server : servers.endpoints)
      for (const std::string& minded : {prefix, limit_prefix(work, prefix)})
        janitor.mind_locks(server, minded, work.keys + 1, work.strategy->traits.has(Trait::fenced));
  return servers;
}

std::optional<LiveProblem> too_large(const StressWork& work, bool records) {
  const std::uint64_t files =
      64 + work.threads * 8 + connections_to_each(work) * std::max<std::size_t>(work.servers, 1);
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < files && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = std::min<rlim_t>(files, limit.rlim_max);
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur < files)
    return LiveProblem{say("the load would need {} open files, and this process may have {}", files,
                           std::uint64_t{limit.rlim_cur}),
                       raise_limit()};

  constexpr std::uint64_t bytes_of_a_client = 4'000;  // measured with 10,000 of them
  constexpr std::uint64_t bytes_of_a_key = 200;       // in a server, while held
  const std::uint64_t bytes = work.clients_here() * bytes_of_a_client +
                              work.keys * (Oracle::bytes_of_a_lock() + bytes_of_a_key) +
                              (records ? Recording::bytes_for(work.clients) : 0);
  const std::uint64_t free = free_memory();
  if (free > 0 && bytes > free)
    return LiveProblem{say("the load would need about {} of memory, and {} are free",
                           gigabytes(bytes), gigabytes(free)),
                       say("write fewer --clients or --keys")};
  return std::nullopt;
}

}  // namespace locklab::app
