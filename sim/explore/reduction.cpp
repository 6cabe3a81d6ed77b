#include "sim/explore/reduction.h"

#include <algorithm>

namespace locklab::sim {

namespace {

bool is_node(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.nodes.begin(), scenario.nodes.end(),
                     [&](const NodeSpec& node) { return node.name == name; });
}

bool within(Properties some, Properties all) { return (some.bits() & ~all.bits()) == 0; }

/// The exchange of a timer of kind `wire`.
const Exchange& exchange_of(const Timer& timer) {
  return *static_cast<const Exchange*>(timer.owner);
}

bool is_request_to(const Timer& timer, NodeId node) {
  if (timer.kind != TimerKind::wire) return false;
  const Exchange& exchange = exchange_of(timer);
  return exchange.stage == Stage::request && exchange.node == node;
}

}  // namespace

Reduction::Reduction(const Scenario& scenario, const Budget& budget, Properties wanted)
    : scenario_(scenario),
      budget_(budget),
      attempts_matter_(wanted.has(Property::fairness) || wanted.has(Property::quota)),
      nodes_are_apart_(!scenario.cluster && !scenario.has_replicas() &&
                       within(wanted, {Property::mutual_exclusion, Property::no_lost_update})) {}

bool Reduction::may_strike_clients(const SpentBudget& spent) const {
  if (!spent.standing.empty()) return true;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    if (spent.used[i] < budget_[i].count && !is_node(scenario_, budget_[i].place)) return true;
  return false;
}

std::optional<std::uint32_t> Reduction::reply_for_later(SearchedWorld& now,
                                                        const SpentBudget& spent) const {
  const World& world = now.world;
  if (world.asynchronous() && may_strike_clients(spent)) return std::nullopt;
  if (now.world.network().links_depend()) return std::nullopt;
  if (scenario_.cluster) return std::nullopt;  // a redirection sends the command again at once
  const Ties& ties = world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    const ClientId client = client_of(ties[step]);
    if (client == no_client || ties[step].kind != TimerKind::wire) continue;
    const Exchange& reply = exchange_of(ties[step]);
    if (!reply.call || reply.call->awaited()) continue;
    bool only_replies = true;
    for (std::uint32_t other = 0; other < ties.size(); ++other)
      only_replies =
          only_replies && (client_of(ties[other]) != client || ties[other].kind == TimerKind::wire);
    if (only_replies) return step;
  }
  return std::nullopt;
}

void Reduction::candidates(SearchedWorld& now, const SpentBudget& spent,
                           std::vector<Candidate>& all) const {
  all.clear();
  const World& world = now.world;
  // In timed mode, faults come before all steps of an instant; in asynchronous mode, a fault may
  // hit the client between any two steps.
  if (world.asynchronous() && may_strike_clients(spent)) return;
  if (now.world.network().links_depend()) return;
  const Ties& ties = world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    const ClientId client = client_of(ties[step]);
    if (client == no_client) continue;
    const bool reply = ties[step].kind == TimerKind::wire;
    if (!reply && ties[step].kind != TimerKind::sleep) continue;
    bool alone = !ties.some_wait_behind();
    bool only_replies = reply;
    for (std::uint32_t other = 0; other < ties.size(); ++other) {
      if (other == step || client_of(ties[other]) != client) continue;
      alone = false;
      only_replies = only_replies && ties[other].kind == TimerKind::wire;
    }
    if (alone && world.asynchronous())
      alone = now.world.network().awaited_by(client) == (reply ? 1u : 0u);
    if (alone || only_replies) all.push_back({step, alone});
  }
}

bool Reduction::was_private(const Candidate& candidate, const Trace& trace,
                            std::size_t since) const {
  for (std::size_t i = since; i < trace.size(); ++i) {
    switch (trace[i].kind) {
      case EventKind::received:
      case EventKind::push_received:
        break;
      case EventKind::sent:
      case EventKind::started:
        if (!candidate.alone) return false;
        break;
      case EventKind::attempt:
      case EventKind::refused:
      case EventKind::gave_up:
      case EventKind::finished:
        if (!candidate.alone || attempts_matter_) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/// Returns false unless the mode is asynchronous, nodes are apart, no node may act by itself, and
/// faults can occur only at nodes that the budget names.
bool Reduction::may_use_persistent_set(SearchedWorld& now, const SpentBudget& spent) const {
  if (!nodes_are_apart_ || !now.world.asynchronous() || may_strike_clients(spent)) return false;
  const Ties& ties = now.world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    const Timer& timer = ties[step];
    const bool is_sleep = timer.kind == TimerKind::sleep;
    if (!is_sleep && timer.kind != TimerKind::wire) return false;
    if (!is_sleep && exchange_of(timer).stage == Stage::at_node) return false;
  }
  return true;
}

std::optional<Reduction::PersistentSet> Reduction::persistent_set(SearchedWorld& now,
                                                                  const SpentBudget& spent) const {
  if (!may_use_persistent_set(now, spent)) return std::nullopt;
  if (auto nothing = asks_in_vain(now)) return nothing;
  std::optional<PersistentSet> best = what_clients_wait_for(now);
  const auto cost = [&](const PersistentSet& set) {
    return set.steps.size() + strikes_at(set, spent);
  };
  for (std::size_t n = 0; n <= scenario_.nodes.size(); ++n) {
    const NodeId node = n < scenario_.nodes.size() ? static_cast<NodeId>(n) : resource_node;
    const std::optional<PersistentSet> at_node = all_at_one_node(now, node);
    if (at_node && (!best || cost(*at_node) < cost(*best))) best = at_node;
  }
  return best;
}

std::size_t Reduction::strikes_at(const PersistentSet& set, const SpentBudget& spent) const {
  std::size_t strikes = 0;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
      strikes += spent.used[i] < budget_[i].count && set.has(static_cast<NodeId>(n)) &&
                 budget_[i].place == scenario_.nodes[n].name;
  return strikes;
}

/// Finds a command that acts only if it finds its client's token, which the node does not hold.
/// Whatever else happens there, it finds nothing and changes nothing: only its own client could set
/// that token, and this client's later messages arrive later.
std::optional<Reduction::PersistentSet> Reduction::asks_in_vain(SearchedWorld& now) const {
  const Ties& ties = now.world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    if (ties[step].kind != TimerKind::wire) continue;
    const Exchange& exchange = exchange_of(ties[step]);
    if (exchange.stage != Stage::request || exchange.node == resource_node) continue;
    const Service& service = now.world.node(exchange.node).service();
    const auto condition = service.asks_for(exchange.command);
    if (condition && service.text_at(condition->key) != condition->text)
      return PersistentSet{{step}, {}};
  }
  return std::nullopt;
}

/// All requests to a node, if each client either has one in flight to it, ahead of everything that
/// it will send later, or will send nothing more.
std::optional<Reduction::PersistentSet> Reduction::all_at_one_node(SearchedWorld& now,
                                                                   NodeId node) const {
  PersistentSet set;
  if (node != resource_node) set.nodes.set(index(node));
  const auto goes_on = [&](ClientId id) {
    const Client& client = now.world.client(id);
    return !client.finished() && !client.crashed();
  };
  const Ties& ties = now.world.ties();
  std::size_t senders = 0;  // links, as only the first message of each can be next
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    if (!is_request_to(ties[step], node)) continue;
    senders += goes_on(exchange_of(ties[step]).from);
    set.steps.push_back(step);
  }
  if (set.steps.empty()) return std::nullopt;
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    if (!goes_on(static_cast<ClientId>(c))) continue;
    if (senders-- == 0) return std::nullopt;
  }
  return set;
}

/// For each client, the steps without which it cannot proceed: its sleeps, and the messages that it
/// awaits. Everything else that may happen is already in flight; messages to the same nodes belong
/// to the set, too.
std::optional<Reduction::PersistentSet> Reduction::what_clients_wait_for(SearchedWorld& now) const {
  const Ties& ties = now.world.ties();
  std::vector<bool> chosen(ties.size());
  for (std::uint32_t step = 0; step < ties.size(); ++step)
    if (ties[step].kind == TimerKind::sleep) chosen[step] = true;
  for (const Exchange& exchange : now.world.network().exchanges()) {
    if (exchange.stage == Stage::over || !exchange.call || !exchange.call->awaited()) continue;
    bool found = false;  // the message itself, or one ahead of it on its link
    for (std::uint32_t step = 0; step < ties.size() && !found; ++step) {
      if (ties[step].kind != TimerKind::wire) continue;
      const Exchange& first = exchange_of(ties[step]);
      found = first.from == exchange.from && first.node == exchange.node &&
              first.stage == exchange.stage;
      if (found) chosen[step] = true;
    }
    if (!found) return std::nullopt;
  }
  PersistentSet set;
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    if (!chosen[step] || ties[step].kind != TimerKind::wire) continue;
    const Exchange& one = exchange_of(ties[step]);
    if (one.stage != Stage::request) continue;
    if (one.node != resource_node) set.nodes.set(index(one.node));
    for (std::uint32_t other = 0; other < ties.size(); ++other)
      if (is_request_to(ties[other], one.node)) chosen[other] = true;
  }
  for (std::uint32_t step = 0; step < ties.size(); ++step)
    if (chosen[step]) set.steps.push_back(step);
  if (set.steps.empty()) return std::nullopt;
  return set;
}

}  // namespace locklab::sim
