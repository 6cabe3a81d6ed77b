#include "sim/explore/reduction.h"

#include <algorithm>

#include "lock/scripts.h"

namespace locklab::sim {

namespace {

bool is_node(const Scenario& scenario, const std::string& name) {
  return std::any_of(scenario.nodes.begin(), scenario.nodes.end(),
                     [&](const NodeSpec& node) { return node.name == name; });
}

bool within(Properties some, Properties all) { return (some.bits() & ~all.bits()) == 0; }

/// Of a timer of the kind `wire`.
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
      nodes_are_apart_(within(wanted, {Property::mutual_exclusion, Property::no_lost_update}) &&
                       std::all_of(scenario.nodes.begin(), scenario.nodes.end(),
                                   [](const NodeSpec& node) { return node.replica_of.empty(); })) {}

bool Reduction::may_strike_clients(const Spent& spent) const {
  if (!spent.standing.empty()) return true;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    if (spent.used[i] < budget_[i].count && !is_node(scenario_, budget_[i].place)) return true;
  return false;
}

std::optional<std::uint32_t> Reduction::reply_for_later(Searched& now, const Spent& spent) const {
  const World& world = now.world;
  if (world.asynchronous() && may_strike_clients(spent)) return std::nullopt;
  if (now.world.network().loses_replies()) return std::nullopt;
  const Ties& ties = world.ties();
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    const ClientId client = client_of(ties[way]);
    if (client == no_client || ties[way].kind != TimerKind::wire) continue;
    const Exchange& reply = exchange_of(ties[way]);
    if (!reply.call || reply.call->awaited()) continue;
    bool only_replies = true;
    for (std::uint32_t other = 0; other < ties.size(); ++other)
      only_replies =
          only_replies && (client_of(ties[other]) != client || ties[other].kind == TimerKind::wire);
    if (only_replies) return way;
  }
  return std::nullopt;
}

void Reduction::candidates(Searched& now, const Spent& spent, std::vector<Candidate>& all) const {
  all.clear();
  const World& world = now.world;
  // At an instant, faults strike before everything else; where time stands still, at any moment.
  if (world.asynchronous() && may_strike_clients(spent)) return;
  if (now.world.network().loses_replies()) return;
  const Ties& ties = world.ties();
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    const ClientId client = client_of(ties[way]);
    if (client == no_client) continue;
    const bool reply = ties[way].kind == TimerKind::wire;
    if (!reply && ties[way].kind != TimerKind::sleep) continue;
    bool alone = !ties.some_wait_behind();
    bool only_replies = reply;
    for (std::uint32_t other = 0; other < ties.size(); ++other) {
      if (other == way || client_of(ties[other]) != client) continue;
      alone = false;
      only_replies = only_replies && ties[other].kind == TimerKind::wire;
    }
    if (alone && world.asynchronous())
      alone = now.world.network().awaited_by(client) == (reply ? 1u : 0u);
    if (alone || only_replies) all.push_back({way, alone});
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

/// Nothing may happen at a node by itself, nor a fault strike somewhere that is not settled yet.
bool Reduction::may_use_few(Searched& now, const Spent& spent) const {
  if (!nodes_are_apart_ || !now.world.asynchronous() || may_strike_clients(spent)) return false;
  const Ties& ties = now.world.ties();
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    const Timer& timer = ties[way];
    const bool is_sleep = timer.kind == TimerKind::sleep;
    if (!is_sleep && timer.kind != TimerKind::wire) return false;
    if (!is_sleep && exchange_of(timer).stage == Stage::at_node) return false;
  }
  return true;
}

std::optional<Reduction::Few> Reduction::few(Searched& now, const Spent& spent) const {
  if (!may_use_few(now, spent)) return std::nullopt;
  if (auto nothing = release_of_nothing(now)) return nothing;
  std::optional<Few> best = what_clients_wait_for(now);
  const auto cost = [&](const Few& few) { return few.ways.size() + strikes_at(few, spent); };
  for (std::size_t n = 0; n <= scenario_.nodes.size(); ++n) {
    const NodeId node = n < scenario_.nodes.size() ? static_cast<NodeId>(n) : resource_node;
    const std::optional<Few> here = all_at_one_node(now, node);
    if (here && (!best || cost(*here) < cost(*best))) best = here;
  }
  return best;
}

std::size_t Reduction::strikes_at(const Few& few, const Spent& spent) const {
  std::size_t strikes = 0;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
      strikes += spent.used[i] < budget_[i].count && few.has(static_cast<NodeId>(n)) &&
                 budget_[i].place == scenario_.nodes[n].name;
  return strikes;
}

/// A compare-and-delete with a token that the node does not hold: whatever else happens there, it
/// changes nothing and finds nothing, for only its own client could set that token, and what that
/// sends later comes later.
std::optional<Reduction::Few> Reduction::release_of_nothing(Searched& now) const {
  const Ties& ties = now.world.ties();
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    if (ties[way].kind != TimerKind::wire) continue;
    const Exchange& exchange = exchange_of(ties[way]);
    if (exchange.stage != Stage::request || exchange.node == resource_node ||
        exchange.command.script != &scripts::release_if_owner)
      continue;
    constexpr std::size_t key_word = 3;  // EVAL script 1 KEY token
    std::string_view key, token;
    std::size_t number = 0;
    for (const std::string_view word : exchange.command.words()) {
      if (number == key_word) key = word;
      if (number == key_word + 1) token = word;
      ++number;
    }
    if (number != key_word + 2) continue;
    if (now.world.node(exchange.node).service().text_at(key) == token) continue;
    return Few{{way}, {}};
  }
  return std::nullopt;
}

/// A node to which each client has a message on its way, that comes before all that it will send
/// later, or will send nothing any more.
std::optional<Reduction::Few> Reduction::all_at_one_node(Searched& now, NodeId node) const {
  Few few;
  if (node != resource_node) few.nodes.set(index(node));
  const auto goes_on = [&](ClientId id) {
    const Client& client = now.world.client(id);
    return !client.finished() && !client.crashed();
  };
  const Ties& ties = now.world.ties();
  std::size_t senders = 0;  // of a link only the first message can be next: each counts once
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    if (!is_request_to(ties[way], node)) continue;
    senders += goes_on(exchange_of(ties[way]).from);
    few.ways.push_back(way);
  }
  if (few.ways.empty()) return std::nullopt;
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    if (!goes_on(static_cast<ClientId>(c))) continue;
    if (senders-- == 0) return std::nullopt;
  }
  return few;
}

/// For each client something without which it will do nothing more: its naps, and of what it has
/// sent what it waits for just now. Whatever else may happen is on its way already, and what of it
/// goes to the same nodes belongs to it too.
std::optional<Reduction::Few> Reduction::what_clients_wait_for(Searched& now) const {
  const Ties& ties = now.world.ties();
  std::vector<bool> chosen(ties.size());
  for (std::uint32_t way = 0; way < ties.size(); ++way)
    if (ties[way].kind == TimerKind::sleep) chosen[way] = true;
  for (const Exchange& exchange : now.world.network().exchanges()) {
    if (exchange.stage == Stage::over || !exchange.call || !exchange.call->awaited()) continue;
    bool found = false;  // itself, or what comes before it on its link
    for (std::uint32_t way = 0; way < ties.size() && !found; ++way) {
      if (ties[way].kind != TimerKind::wire) continue;
      const Exchange& first = exchange_of(ties[way]);
      found = first.from == exchange.from && first.node == exchange.node &&
              first.stage == exchange.stage;
      if (found) chosen[way] = true;
    }
    if (!found) return std::nullopt;
  }
  Few few;
  for (std::uint32_t way = 0; way < ties.size(); ++way) {
    if (!chosen[way] || ties[way].kind != TimerKind::wire) continue;
    const Exchange& one = exchange_of(ties[way]);
    if (one.stage != Stage::request) continue;
    if (one.node != resource_node) few.nodes.set(index(one.node));
    for (std::uint32_t other = 0; other < ties.size(); ++other)
      if (is_request_to(ties[other], one.node)) chosen[other] = true;
  }
  for (std::uint32_t way = 0; way < ties.size(); ++way)
    if (chosen[way]) few.ways.push_back(way);
  if (few.ways.empty()) return std::nullopt;
  return few;
}

}  // namespace locklab::sim
