#include "app/live/run/run_live.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "app/live/inference/flight_recorder.h"
#include "app/live/live_limits.h"
#include "app/live/run/live_world.h"
#include "app/live/run/step_gate.h"
#include "app/live/servers/info_field.h"
#include "app/live/servers/named_servers.h"
#include "app/live/servers/sentinel_fleet.h"
#include "app/live/servers/server_fleet.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "lock/strategy.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/resource_commands.h"
#include "sim/trace/sentence.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

/// Whether anything in the scenario makes the node's clock wrong, or cuts its power.
bool needs_own_machine(const sim::Scenario& scenario, NodeId id) {
  const sim::NodeSpec& node = scenario.nodes[index(id)];
  return node.clock_offset != Duration(0) || node.drift_ppm != 0 ||
         std::any_of(scenario.faults.begin(), scenario.faults.end(), [id](const sim::Fault& fault) {
           return fault.node == id &&
                  (fault.kind == sim::FaultKind::jump || fault.kind == sim::FaultKind::drift ||
                   (fault.kind == sim::FaultKind::kill && fault.power));
         });
}

/// Plans the servers of a scenario. With `stepped`, their clocks can be frozen between two steps.
std::vector<FleetPlan> fleet_plan(const sim::Scenario& scenario, bool stepped) {
  std::vector<FleetPlan> plan;
  for (const sim::NodeSpec& node : scenario.nodes) {
    FleetPlan server{
        .name = node.name,
        .persistence = node.persistence,
        .own_machine = stepped || needs_own_machine(scenario, static_cast<NodeId>(plan.size())),
        .cluster = scenario.cluster};
    for (std::size_t i = 0; i < scenario.nodes.size(); ++i)
      if (!node.replica_of.empty() && scenario.nodes[i].name == node.replica_of)
        server.replica_of = i;
    // Sentinel compares priorities first: it promotes the replica with the lowest, and never one
    // with 0.
    if (scenario.sentinels > 0)
      server.extra = {"--replica-priority", std::to_string(plan.size() + 1)};
    plan.push_back(std::move(server));
  }
  return plan;
}

redis::Login login_of(const LiveTarget& target) {
  return {.user = target.login.user, .password = target.login.password};
}

/// Sets the counter at the nodes, for a strategy whose work is one command.
std::optional<LiveProblem> set_initial_value(const sim::Scenario& scenario,
                                             const LiveServers& servers) {
  if (!find_strategy(scenario.strategy)->atomic_work) return std::nullopt;
  const std::string key = sim::counter_key(scenario.resource);
  Command set("SET");
  set.add(key).add(scenario.initial_value);
  for (NodeId node : scenario.lock.nodes) {
    const redis::Endpoint& server = servers.endpoints[index(node)];
    if (!servers.fleet) servers.janitor->mind_key(server, key);
    const Reply reply = redis::BlockingClient(server, servers.login).call(set);
    if (!reply.ok())
      return LiveProblem{say("{} could not be set at {}: {}", printable(key),
                             printable(server.text()), printable(as_printed(reply))),
                         {}};
  }
  return std::nullopt;
}

/// Returns the addresses and versions of the servers, for the trace.
std::vector<sim::TraceInfo::Server> described(const LiveServers& servers) {
  constexpr Duration patience = 2s;
  constexpr std::size_t longest_version = 40;
  std::vector<sim::TraceInfo::Server> all;
  for (const redis::Endpoint& server : servers.endpoints) {
    const Reply reply =
        redis::BlockingClient(server, servers.login).call(Command("INFO").add("server"), patience);
    const std::string_view version = reply.kind == Reply::Kind::text
                                         ? info_field(reply.text, "redis_version")
                                         : std::string_view();
    all.push_back({printable(server.text()), printable(version.substr(0, longest_version))});
  }
  return all;
}

std::variant<LiveRun, LiveProblem> run_with(Janitor& janitor, const sim::Scenario& scenario,
                                            const LiveTarget& target, const std::string& run,
                                            LiveObserver* observer, std::size_t keep_last) {
  std::string no_loop;
  const std::unique_ptr<redis::Loop> loop = redis::Loop::open(no_loop);
  if (!loop) return LiveProblem{say("nothing can be run live: {}", no_loop), raise_limit()};

  std::unique_ptr<ServerFleet> fleet;
  std::unique_ptr<SentinelFleet> sentinels;
  LiveServers servers{.loop = loop.get(),
                      .janitor = &janitor,
                      .observer = observer,
                      .processes = target.processes || scenario.processes};
  if (target.own_servers()) {
    if (!scenario.nodes.empty()) {
      auto started = ServerFleet::start(fleet_plan(scenario, observer && observer->gate()), janitor,
                                        random_password());
      if (auto* problem = std::get_if<LiveProblem>(&started)) return *problem;
      fleet = std::move(std::get<0>(started));
      servers.login = fleet->login();
      if (scenario.cluster)
        if (auto problem = give_slots_to_lock(scenario, *fleet)) return *problem;
      for (std::size_t i = 0; i < fleet->size(); ++i)
        servers.endpoints.push_back(fleet->server(i).endpoint());
    }
    servers.fleet = fleet.get();
    if (scenario.sentinels > 0) {
      auto started = SentinelFleet::start(scenario, *fleet, janitor);
      if (auto* problem = std::get_if<LiveProblem>(&started)) return *problem;
      sentinels = std::move(std::get<0>(started));
      servers.sentinels = sentinels.get();
    }
  } else {
    servers.login = login_of(target);
    if (auto problem = resolve_servers(target, servers.endpoints)) return *problem;
    if (auto problem = look_for_cluster(servers.endpoints, servers.login)) return *problem;
    if (auto problem = probe(scenario, servers.login, servers.endpoints, janitor)) return *problem;
  }
  if (auto problem = set_initial_value(scenario, servers)) return *problem;

  sim::Trace trace;
  trace.info = sim::describe(scenario, "live", run);
  trace.info.servers = described(servers);
  if (observer) observer->reached(trace.info, fleet ? servers.login.password : std::string());
  std::optional<FlightRecorder> recorder;
  if (keep_last > 0) recorder.emplace(*loop, trace, keep_last);
  std::optional<LiveProblem> problem =
      LiveWorld(scenario, servers, trace, recorder ? &*recorder : nullptr).run();
  if (recorder && !trace.empty()) trace = recorder->tail();
  if (!recorder && !problem && !target.own_servers())
    problem = probe_silent(trace, servers.login, servers.endpoints);
  if (problem) {
    trace.info.cut_short = true;
    if (!trace.empty()) problem->so_far = std::make_shared<sim::Trace>(std::move(trace));
    return *problem;
  }
  return LiveRun{.trace = std::move(trace), .left = {}};
}

/// Makes the clients repeat their programs until something else ends the run.
sim::Scenario without_end(sim::Scenario scenario) {
  for (sim::ClientSpec& client : scenario.clients)
    client.rounds = std::numeric_limits<decltype(client.rounds)>::max();
  return scenario;
}

}  // namespace

std::variant<LiveRun, LiveProblem> run_live(const sim::Scenario& scenario, const LiveTarget& target,
                                            const std::string& run, LiveObserver* observer,
                                            std::size_t keep_last) {
  if (auto problem = not_available_live(scenario, target)) return *problem;
  if (observer && observer->gate())
    if (auto problem = not_stepped_live(scenario, target)) return *problem;

  // The janitor starts first and ends last, whatever happens in between.
  Janitor janitor(login_of(target));
  if (!janitor.started())
    return LiveProblem{
        say("no process could be started: {}", std::generic_category().message(errno)),
        raise_limit()};
  auto result = run_with(janitor, keep_last > 0 ? without_end(scenario) : scenario, target, run,
                         observer, keep_last);
  const std::vector<Janitor::Left> left = janitor.clean_up();
  if (left.empty()) return result;
  if (const LiveProblem* problem = std::get_if<LiveProblem>(&result)) {
    LiveProblem both = together(*problem, left_behind(left));
    if (both.by_signal()) both.exit_status = left_behind(left).exit_status;
    return both;
  }
  std::get<LiveRun>(result).left = left_behind(left);
  return result;
}

}  // namespace locklab::app
