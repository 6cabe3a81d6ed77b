#include "app/live/live_limits.h"

#include <string>
#include <string_view>

#include "app/live/run_keys.h"
#include "sim/scenario/fault_target.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

using sim::FaultKind;

constexpr std::string_view key_prefix = "locklab:";
Sentence in_simulator() { return say("run it in the simulator, without --live or --redis"); }

Sentence use_own_servers() { return say("use --live, which starts servers of its own"); }

enum class Where { anywhere, own_servers, nowhere };

Where available(const sim::Fault& fault) {
  if (fault.kind == FaultKind::promote && sim::splits(fault)) return Where::nowhere;
  if (fault.kind == FaultKind::remove && fault.removal == sim::KeyRemoval::del)
    return Where::anywhere;
  return sim::target_of(fault) == sim::Subject::node ? Where::own_servers : Where::anywhere;
}

Sentence as_written(const sim::Fault& fault) {
  if (fault.kind == FaultKind::kill && fault.power)
    return say("\"{} with power = true\"", name(fault.kind));
  if (fault.kind == FaultKind::promote && sim::splits(fault))
    return say("\"{} with an old master that remains one\"", name(fault.kind));
  if (fault.kind == FaultKind::remove && fault.removal != sim::KeyRemoval::del)
    return say("\"{} with why = {}\"", name(fault.kind), name(fault.removal));
  return say("\"{}\"", name(fault.kind));
}

std::optional<LiveProblem> fault_problem(const sim::Scenario& scenario, const LiveTarget& target) {
  for (const sim::Fault& fault : scenario.faults)
    if (auto problem = not_available_live(fault, scenario.name, target)) return problem;
  return std::nullopt;
}

std::optional<LiveProblem> clock_problem(const sim::Scenario& scenario, const LiveTarget& target) {
  const auto problem = [&](const Sentence& what, std::string_view who) {
    return LiveProblem{say("{} (of {} in {}) is not available live", what, who, scenario.name),
                       in_simulator()};
  };
  const auto needs_own_server = [&](const Sentence& what, std::string_view who) {
    return LiveProblem{
        say("{} (of {} in {}) is not available on servers that the lab did not start", what, who,
            scenario.name),
        use_own_servers()};
  };
  for (const sim::NodeSpec& node : scenario.nodes) {
    if (!target.own_servers()) {
      if (node.clock_offset != Duration(0))
        return needs_own_server(say("a clock offset"), node.name);
      if (node.drift_ppm != 0) return needs_own_server(say("a clock drift"), node.name);
    }
    if (node.monotonic_expiry) return problem(say("expiry by a monotonic clock"), node.name);
    if (node.restart_delay > Duration(0)) return problem(say("a delayed restart"), node.name);
  }
  return std::nullopt;
}

/// Rejects the lag of replicas that the lab did not start, a schedule given as a list of choices,
/// and asynchronous semantics.
std::optional<LiveProblem> network_problem(const sim::Scenario& scenario,
                                           const LiveTarget& target) {
  const auto problem = [&](const Sentence& what) {
    return LiveProblem{say("{} (in {}) is not available live", what, scenario.name),
                       in_simulator()};
  };
  const sim::Scenario usual;
  const sim::NodeSpec usual_node;
  for (const sim::NodeSpec& node : scenario.nodes)
    if (node.replication_lag > usual_node.replication_lag && !target.own_servers())
      return LiveProblem{say("{} (in {}) is not available on servers that the lab did not start",
                             say("the lag of a replica"), scenario.name),
                         use_own_servers()};
  if (scenario.schedule) return problem(say("a list of choices"));
  if (scenario.semantics != usual.semantics)
    return problem(say("\"semantics = {}\"",
                       sim::semantics_words[static_cast<std::size_t>(scenario.semantics)]));
  return std::nullopt;
}

/// Rejects Sentinels for servers that the lab did not start, and faults that promote a replica in
/// addition to Sentinels.
std::optional<LiveProblem> sentinel_problem(const sim::Scenario& scenario,
                                            const LiveTarget& target) {
  if (scenario.sentinels == 0) return std::nullopt;
  if (!target.own_servers())
    return LiveProblem{say("{} (in {}) is not available on servers that the lab did not start",
                           say("a failover by Sentinel"), scenario.name),
                       use_own_servers()};
  for (const sim::Fault& fault : scenario.faults)
    if (fault.kind == FaultKind::promote)
      return LiveProblem{say("the fault {} of {} is not available live beside Sentinels, which "
                             "promote by themselves",
                             as_written(fault), scenario.name),
                         say("leave out the fault, or the Sentinels")};
  return std::nullopt;
}

/// Rejects client processes for a lock from outside the lab, since they would not know it.
std::optional<LiveProblem> process_problem(const sim::Scenario& scenario,
                                           const LiveTarget& target) {
  if (!(target.processes || scenario.processes) || !scenario.stand_in) return std::nullopt;
  return LiveProblem{say("the lock of {} is none of the lab's: a client that is a process of its "
                         "own does not know it",
                         scenario.name),
                     say("let all clients run in the lab's own process")};
}

/// Rejects a cluster of servers that the lab did not start, and a fault that makes one of its
/// masters read-only.
std::optional<LiveProblem> cluster_problem(const sim::Scenario& scenario,
                                           const LiveTarget& target) {
  if (!scenario.cluster) return std::nullopt;
  if (!target.own_servers())
    return LiveProblem{say("{} (in {}) is not available on servers that the lab did not start",
                           say("a cluster with a slot of the lock's"), scenario.name),
                       use_own_servers()};
  for (const sim::Fault& fault : scenario.faults)
    if (fault.kind == FaultKind::refuse && fault.refusal == sim::WriteRefusal::read_only)
      return LiveProblem{say("the fault {} of {} is not available live in a cluster, whose masters "
                             "cannot be made to follow nobody",
                             as_written(fault), scenario.name),
                         in_simulator()};
  return std::nullopt;
}

std::optional<LiveProblem> key_problem(const sim::Scenario& scenario) {
  for (const std::string& key : locks_of(scenario))
    if (!key.starts_with(key_prefix))
      return LiveProblem{
          say("the lock '{}' of {} does not begin with '{}'", key, scenario.name, key_prefix),
          say("live runs touch no other keys: rename it"), 2};
  return std::nullopt;
}

}  // namespace

std::optional<LiveProblem> not_available_live(const sim::Fault& fault, std::string_view scenario,
                                              const LiveTarget& target) {
  const Where where = available(fault);
  if (where == Where::nowhere)
    return LiveProblem{say("the fault {} of {} is not available live", as_written(fault), scenario),
                       in_simulator()};
  if (where == Where::own_servers && !target.own_servers())
    return LiveProblem{
        say("the fault {} of {} is not available on servers that the lab did not start",
            as_written(fault), scenario),
        use_own_servers(), fault.kind == FaultKind::remove ? 2 : LiveProblem().exit_status};
  return std::nullopt;
}

std::optional<LiveProblem> not_available_live(const sim::Scenario& scenario,
                                              const LiveTarget& target) {
  if (auto problem = key_problem(scenario)) return problem;
  if (auto problem = fault_problem(scenario, target)) return problem;
  if (auto problem = clock_problem(scenario, target)) return problem;
  if (auto problem = network_problem(scenario, target)) return problem;
  if (auto problem = sentinel_problem(scenario, target)) return problem;
  if (auto problem = process_problem(scenario, target)) return problem;
  if (auto problem = cluster_problem(scenario, target)) return problem;
  const std::size_t needed = scenario.nodes.size();
  const std::size_t named = target.servers.size();
  if (!target.own_servers() && named != needed)
    return LiveProblem{say("{} needs {}, and {}", scenario.name,
                           needed == 1 ? say("1 server") : say("{} servers", needed),
                           named == 1 ? say("1 is named") : say("{} are named", named)),
                       say("name one for each of its nodes, in its order"), 2};
  return std::nullopt;
}

std::optional<LiveProblem> not_stepped_live(const sim::Scenario& scenario,
                                            const LiveTarget& target) {
  if (target.own_servers() && scenario.sentinels > 0)
    return LiveProblem{say("{} does not go step by step: its Sentinels watch in real time, and "
                           "would promote a replica between two steps",
                           scenario.name),
                       say("run it live at full speed, or in the simulator")};
  if (target.own_servers()) return std::nullopt;
  return LiveProblem{say("no run goes step by step on servers that the lab did not start: their "
                         "clocks cannot stand still, and leases would run out between two steps"),
                     use_own_servers()};
}

Sentence raise_limit() {
  return say("allow it more open files (`ulimit -n`), or let fewer clients run");
}

Sentence raise_limit_or(std::string_view why, const Sentence& advice) {
  for (std::string_view sign : {"oo many open files", "ulimit -n", "o file descriptors available"})
    if (why.find(sign) != std::string_view::npos) return raise_limit();
  return advice;
}

}  // namespace locklab::app
