#include "tests/support/untold_faults.h"

#include <fmt/format.h>

#include "sim/scenario/fault_plan.h"

namespace locklab::sim {

namespace {

/// The history of this id; an empty one if there is none.
template <class Id, class History>
History known(const std::map<Id, History>& all, Id id) {
  const auto found = all.find(id);
  return found == all.end() ? History{} : found->second;
}

}  // namespace

std::optional<std::string> untold_fault(const Scenario& scenario, const Trace& trace,
                                        const std::set<FaultToken>& told_of,
                                        const std::map<ClientId, ClientHistory>& clients,
                                        const std::map<NodeId, NodeHistory>& nodes) {
  if (trace.size() >= scenario.most_events || trace.size() == 0) return std::nullopt;
  const std::int64_t end = trace[trace.size() - 1].at;
  const auto must_be_told = [&](const Fault& fault, std::int64_t at) {
    switch (fault.kind) {
      case FaultKind::crash:
      case FaultKind::pause: {
        const ClientHistory client = known(clients, fault.client);
        return !client.crashed || at < client.crashed_at;
      }
      case FaultKind::kill:
        return true;
      case FaultKind::stop: {
        // A restart hides whether the node was dead at an earlier moment.
        const NodeHistory node = known(nodes, fault.node);
        return node.died_at < 0 || (!node.dead && at > node.risen_at);
      }
      case FaultKind::cut:
      case FaultKind::slow:
      case FaultKind::hold:
        return true;
      default:
        return false;  // it ends other faults, or shows only when it meets a message or connection
    }
  };
  const auto moments = moments_of(scenario.faults, trace);
  for (std::size_t i = 0; i < moments.size(); ++i)
    if (moments[i] && *moments[i] < end && !told_of.contains(token_of(i)) &&
        must_be_told(scenario.faults[i], *moments[i]))
      return fmt::format("fault {} ({}) strikes at {} us, and nothing is told of it", i + 1,
                         name(scenario.faults[i].kind), *moments[i]);
  return std::nullopt;
}

}  // namespace locklab::sim
