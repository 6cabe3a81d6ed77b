#include "sim/game/moves.h"

#include <algorithm>

namespace locklab::sim {

namespace {

constexpr std::size_t most_later = 4;

PendingEvent described(GameState& state, const Timer& timer, std::int64_t at) {
  PendingEvent event;
  event.kind = timer.kind;
  event.at = at;
  switch (timer.kind) {
    case TimerKind::wire:
    case TimerKind::deadline: {
      const auto& exchange = *static_cast<const Exchange*>(timer.owner);
      event.stage = exchange.stage;
      event.client = exchange.from;
      event.node = exchange.node;
      event.message = exchange.message;
      break;
    }
    case TimerKind::sleep:
      event.client = static_cast<const SimulatedWait*>(timer.owner)->client.id();
      break;
    case TimerKind::expiry:
      event.node = static_cast<const Node*>(timer.owner)->id();
      break;
    case TimerKind::replication: {
      const auto& copy = *static_cast<const Replication*>(timer.owner);
      event.node = (copy.acknowledges ? copy.master : copy.replica)->id();
      break;
    }
    default:
      break;
  }
  if (event.client != no_client) event.phase = state.now().phase_of(index(event.client));
  return event;
}

/// Whether a player waits for the timer. Deadlines are left out, since nearly all are cancelled,
/// and so is bookkeeping.
bool is_awaited(const Timer& timer) {
  return timer.kind == TimerKind::wire || timer.kind == TimerKind::sleep ||
         timer.kind == TimerKind::replication || timer.kind == TimerKind::fault;
}

void add_later(GameState& state, std::vector<DisabledMove>& all) {
  Ties ties;
  ties.find(state.now().world);
  std::vector<const Timer*> offered;
  for (std::size_t i = 0; i < ties.size(); ++i) offered.push_back(&ties[i]);
  struct Waiting {
    std::int64_t at;
    std::uint64_t sequence;
    const Timer* timer;
  };
  std::vector<Waiting> waiting;
  state.now().world.queue().each([&](Timer& timer, std::int64_t at, std::uint64_t sequence) {
    if (is_awaited(timer) && std::find(offered.begin(), offered.end(), &timer) == offered.end())
      waiting.push_back({at, sequence, &timer});
  });
  std::sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return a.at != b.at ? a.at < b.at : a.sequence < b.sequence;
  });
  if (waiting.size() > most_later) waiting.resize(most_later);
  for (const Waiting& one : waiting) {
    DisabledMove entry;
    entry.why = one.at == state.next_at() ? WhyDisabled::behind : WhyDisabled::later;
    entry.event = described(state, *one.timer, one.at);
    all.push_back(std::move(entry));
  }
}

/// Finds whom the faults of the budget cannot strike, and why.
class DisabledFaults {
 public:
  DisabledFaults(GameState& state, std::vector<DisabledMove>& all) : state_(state), all_(all) {}

  void of(std::size_t allowance) {
    allowance_ = allowance;
    const Allowance& allowed = state_.budget()[allowance];
    if (state_.spent().used[allowance] >= allowed.count) return add(WhyDisabled::spent, {});
    if (!state_.may_strike()) {
      if (!is_offered(allowance)) add(WhyDisabled::mid_instant, {});
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
      case StrikeKind::stop:
        return nodes(FaultKind::stop, allowed);
      case StrikeKind::drift:
        return nodes(FaultKind::drift, allowed);
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
    for (const SpentBudget::Standing& one : state_.spent().standing)
      if (!one.may_end(state_.next_at()))
        add(WhyDisabled::just_now, one.later.front().fault, false);
  }

 private:
  void add(WhyDisabled why, std::optional<Fault> fault, bool of_budget = true) {
    DisabledMove entry;
    entry.why = why;
    entry.fault = std::move(fault);
    if (of_budget) entry.allowance = allowance_;
    all_.push_back(std::move(entry));
  }
  /// Whether it may strike before an answer.
  bool is_offered(std::size_t allowance) const {
    return std::any_of(state_.strikes().begin(), state_.strikes().end(),
                       [&](const Strike& strike) { return strike.allowance == allowance; });
  }
  static Fault fault_on(FaultKind kind, ClientId client, NodeId node) {
    Fault fault;
    fault.kind = kind;
    fault.client = client;
    fault.node = node;
    return fault;
  }
  /// Why nothing can strike that client.
  std::optional<WhyDisabled> refusal(const Allowance& allowed, std::size_t c) {
    const Client& client = state_.now().world.client(static_cast<ClientId>(c));
    if (client.crashed()) return WhyDisabled::crashed;
    if (client.finished()) return WhyDisabled::finished;
    const Phase phase = state_.now().phase_of(c);
    if (allowed.phase && phase != *allowed.phase) return WhyDisabled::phase;
    if (allowed.kind == StrikeKind::crash || allowed.kind == StrikeKind::pause ||
        allowed.kind == StrikeKind::foreign_release)
      if (client.paused()) return WhyDisabled::paused;
    if (allowed.kind == StrikeKind::foreign_release && phase != Phase::idle && phase != Phase::wait)
      return WhyDisabled::holds;
    return std::nullopt;
  }
  void clients(FaultKind kind, const Allowance& allowed) {
    for (std::size_t c = 0; c < state_.scenario().clients.size(); ++c) {
      if (!allowed.place.empty() && allowed.place != state_.scenario().clients[c].name) continue;
      if (const auto why = refusal(allowed, c))
        add(*why, fault_on(kind, static_cast<ClientId>(c), no_node));
    }
  }
  void nodes(FaultKind kind, const Allowance& allowed) {
    for (std::size_t n = 0; n < state_.scenario().nodes.size(); ++n) {
      if (!allowed.place.empty() && allowed.place != state_.scenario().nodes[n].name) continue;
      const auto node = static_cast<NodeId>(n);
      if (!state_.now().world.node(node).up())
        add(WhyDisabled::down, fault_on(kind, no_client, node));
    }
  }
  void links(FaultKind kind, const Allowance& allowed) {
    for (std::size_t c = 0; c < state_.scenario().clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      if (const auto why = refusal(allowed, c)) {
        add(*why, fault_on(kind, client, no_node));
        continue;
      }
      if (kind == FaultKind::cut) continue;
      for (std::size_t n = 0; n <= state_.scenario().nodes.size(); ++n) {
        const auto node =
            n == state_.scenario().nodes.size() ? resource_node : static_cast<NodeId>(n);
        if (state_.now().world.network().expects_reply(client, node)) continue;
        Fault fault = fault_on(kind, client, node);
        fault.requests = false;
        add(WhyDisabled::no_reply, fault);
      }
    }
  }
  void replicas() {
    for (std::size_t n = 0; n < state_.scenario().nodes.size(); ++n) {
      const Node& node = state_.now().world.node(static_cast<NodeId>(n));
      if (state_.scenario().nodes[n].replica_of.empty() || (node.master() && node.up())) continue;
      add(WhyDisabled::no_master, fault_on(FaultKind::promote, no_client, static_cast<NodeId>(n)));
    }
  }

  GameState& state_;
  std::vector<DisabledMove>& all_;
  std::size_t allowance_ = 0;
};

}  // namespace

std::vector<PendingEvent> enabled_events(GameState& state) {
  Ties ties;
  std::vector<PendingEvent> all;
  if (state.orders() == 0) return all;
  ties.find(state.now().world);
  for (std::size_t i = 0; i < ties.size(); ++i)
    all.push_back(described(state, ties[i], state.next_at()));
  return all;
}

std::vector<DisabledMove> disabled_moves(GameState& state) {
  std::vector<DisabledMove> all;
  if (state.over()) return all;
  DisabledFaults faults(state, all);
  faults.of_standing();
  for (std::size_t i = 0; i < state.budget().size(); ++i) faults.of(i);
  add_later(state, all);
  return all;
}

}  // namespace locklab::sim
