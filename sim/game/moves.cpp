#include "sim/game/moves.h"

#include <algorithm>

namespace locklab::sim {

namespace {

constexpr std::size_t most_later = 4;

Due described(Table& table, const Timer& timer, std::int64_t at) {
  Due due;
  due.kind = timer.kind;
  due.at = at;
  switch (timer.kind) {
    case TimerKind::wire:
    case TimerKind::deadline: {
      const auto& exchange = *static_cast<const Exchange*>(timer.owner);
      due.stage = exchange.stage;
      due.client = exchange.from;
      due.node = exchange.node;
      due.message = exchange.message;
      break;
    }
    case TimerKind::sleep:
      due.client = static_cast<const SimulatedWait*>(timer.owner)->client.id();
      break;
    case TimerKind::expiry:
      due.node = static_cast<const Node*>(timer.owner)->id();
      break;
    case TimerKind::replication: {
      const auto& copy = *static_cast<const Replication*>(timer.owner);
      due.node = (copy.acknowledges ? copy.master : copy.replica)->id();
      break;
    }
    default:
      break;
  }
  if (due.client != no_client) due.phase = table.now().phases[index(due.client)];
  return due;
}

/// What a reader would wait for; deadlines are nearly all cancelled, and the rest is bookkeeping.
bool is_awaited(const Timer& timer) {
  return timer.kind == TimerKind::wire || timer.kind == TimerKind::sleep ||
         timer.kind == TimerKind::replication || timer.kind == TimerKind::fault;
}

void add_later(Table& table, std::vector<Blocked>& all) {
  Ties ties;
  ties.find(table.now().world);
  std::vector<const Timer*> offered;
  for (std::size_t i = 0; i < ties.size(); ++i) offered.push_back(&ties[i]);
  struct Waiting {
    std::int64_t at;
    std::uint64_t sequence;
    const Timer* timer;
  };
  std::vector<Waiting> waiting;
  table.now().world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    if (is_awaited(timer) && std::find(offered.begin(), offered.end(), &timer) == offered.end())
      waiting.push_back({at, sequence, &timer});
  });
  std::sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return a.at != b.at ? a.at < b.at : a.sequence < b.sequence;
  });
  if (waiting.size() > most_later) waiting.resize(most_later);
  for (const Waiting& one : waiting) {
    Blocked entry;
    entry.why = one.at == table.next_at() ? Why::behind : Why::later;
    entry.due = described(table, *one.timer, one.at);
    all.push_back(std::move(entry));
  }
}

/// Whom a fault of that kind would strike, and why it cannot.
class Refusals {
 public:
  Refusals(Table& table, std::vector<Blocked>& all) : table_(table), all_(all) {}

  void of(std::size_t allowance) {
    allowance_ = allowance;
    const Allowance& allowed = table_.budget()[allowance];
    if (table_.spent().used[allowance] >= allowed.count) return add(Why::spent, {});
    if (!table_.may_strike()) {
      if (!is_offered(allowance)) add(Why::mid_instant, {});
      return;
    }
    switch (allowed.kind) {
      case StrikeKind::crash:
        return clients(FaultKind::crash, allowed);
      case StrikeKind::pause:
        return clients(FaultKind::pause, allowed);
      case StrikeKind::foreign_release:
        return clients(FaultKind::foreign_release, allowed);
      case StrikeKind::kill:
      case StrikeKind::power:
        return nodes(FaultKind::kill, allowed);
      case StrikeKind::clock_jump:
        return nodes(FaultKind::jump, allowed);
      case StrikeKind::cut:
        return links(FaultKind::cut, allowed);
      case StrikeKind::hold:
        return links(FaultKind::hold, allowed);
      case StrikeKind::lose:
        return links(FaultKind::drop, allowed);
      default:
        return replicas();
    }
  }

  void of_standing() {
    for (const Spent::Standing& one : table_.spent().standing)
      if (one.since >= table_.next_at()) add(Why::just_now, one.end, false);
  }

 private:
  void add(Why why, std::optional<Fault> fault, bool of_budget = true) {
    Blocked entry;
    entry.why = why;
    entry.fault = std::move(fault);
    if (of_budget) entry.allowance = allowance_;
    all_.push_back(std::move(entry));
  }
  /// Before an answer, then.
  bool is_offered(std::size_t allowance) const {
    return std::any_of(table_.strikes().begin(), table_.strikes().end(),
                       [&](const Strike& strike) { return strike.allowance == allowance; });
  }
  static Fault fault_on(FaultKind kind, ClientId client, NodeId node) {
    Fault fault;
    fault.kind = kind;
    fault.client = client;
    fault.node = node;
    return fault;
  }
  /// Why nothing strikes that client.
  std::optional<Why> refusal(const Allowance& allowed, std::size_t c) {
    const Client& client = table_.now().world.client(static_cast<ClientId>(c));
    if (client.crashed()) return Why::crashed;
    if (client.finished()) return Why::finished;
    const Phase phase = table_.now().phases[c];
    if (allowed.phase && phase != *allowed.phase) return Why::phase;
    if (allowed.kind == StrikeKind::crash || allowed.kind == StrikeKind::pause ||
        allowed.kind == StrikeKind::foreign_release)
      if (client.paused()) return Why::paused;
    if (allowed.kind == StrikeKind::foreign_release && phase != Phase::idle && phase != Phase::wait)
      return Why::holds;
    return std::nullopt;
  }
  void clients(FaultKind kind, const Allowance& allowed) {
    for (std::size_t c = 0; c < table_.scenario().clients.size(); ++c) {
      if (!allowed.place.empty() && allowed.place != table_.scenario().clients[c].name) continue;
      if (const auto why = refusal(allowed, c))
        add(*why, fault_on(kind, static_cast<ClientId>(c), no_node));
    }
  }
  void nodes(FaultKind kind, const Allowance& allowed) {
    for (std::size_t n = 0; n < table_.scenario().nodes.size(); ++n) {
      if (!allowed.place.empty() && allowed.place != table_.scenario().nodes[n].name) continue;
      const auto node = static_cast<NodeId>(n);
      if (!table_.now().world.node(node).up()) add(Why::down, fault_on(kind, no_client, node));
    }
  }
  void links(FaultKind kind, const Allowance& allowed) {
    for (std::size_t c = 0; c < table_.scenario().clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      if (const auto why = refusal(allowed, c)) {
        add(*why, fault_on(kind, client, no_node));
        continue;
      }
      if (kind == FaultKind::cut) continue;
      for (std::size_t n = 0; n <= table_.scenario().nodes.size(); ++n) {
        const auto node =
            n == table_.scenario().nodes.size() ? resource_node : static_cast<NodeId>(n);
        if (table_.now().world.network().expects_reply(client, node)) continue;
        Fault fault = fault_on(kind, client, node);
        fault.requests = false;
        add(Why::no_reply, fault);
      }
    }
  }
  void replicas() {
    for (std::size_t n = 0; n < table_.scenario().nodes.size(); ++n) {
      const Node& node = table_.now().world.node(static_cast<NodeId>(n));
      if (table_.scenario().nodes[n].replica_of.empty() || (node.master() && node.up())) continue;
      add(Why::no_master, fault_on(FaultKind::promote, no_client, static_cast<NodeId>(n)));
    }
  }

  Table& table_;
  std::vector<Blocked>& all_;
  std::size_t allowance_ = 0;
};

}  // namespace

std::vector<Due> due(Table& table) {
  Ties ties;
  std::vector<Due> all;
  if (table.orders() == 0) return all;
  ties.find(table.now().world);
  for (std::size_t i = 0; i < ties.size(); ++i)
    all.push_back(described(table, ties[i], table.next_at()));
  return all;
}

std::vector<Blocked> blocked(Table& table) {
  std::vector<Blocked> all;
  if (table.over()) return all;
  Refusals refusals(table, all);
  refusals.of_standing();
  for (std::size_t i = 0; i < table.budget().size(); ++i) refusals.of(i);
  add_later(table, all);
  return all;
}

}  // namespace locklab::sim
