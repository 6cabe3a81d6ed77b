// Explains why the faults of a budget that Strikes does not offer are impossible now.
#include "sim/game/disabled_faults.h"

#include <algorithm>

#include "sim/explore/targets.h"
#include "sim/game/game_state.h"

namespace locklab::sim {

namespace {

class DisabledFaults {
 public:
  DisabledFaults(GameState& state, std::vector<DisabledMove>& all) : state_(state), all_(all) {}

  void of(std::size_t allowance) {
    allowance_ = allowance;
    const Allowance& allowed = state_.budget()[allowance];
    if (state_.spent().used[allowance] >= allowed.count) {
      add(WhyDisabled::spent, {});
      return;
    }
    if (!state_.may_strike()) {
      if (is_offered(allowance)) return;
      DisabledMove& entry = add(WhyDisabled::mid_instant, {});
      const std::vector<PendingEvent> due = enabled_events(state_);
      if (!due.empty()) entry.first = due.front();
      return;
    }
    if (strikes_masters(allowed.kind)) return replicas(allowed);
    if (strikes_nodes(allowed.kind) && !allowed.phase) nodes(allowed);
    if (strikes_clients(allowed.kind, state_.scenario())) clients(allowed);
    if (strikes_links(allowed.kind)) links(allowed);
  }

  void of_standing() {
    for (const SpentBudget::Standing& one : state_.spent().standing) {
      if (one.may_end(state_.next_at())) continue;
      const StrikeEnd& end = one.later.front();
      DisabledMove entry;
      entry.fault = end.fault;
      entry.why = WhyDisabled::just_now;
      if (end.at_least > 0) {
        entry.why = WhyDisabled::too_soon;
        entry.until = one.since + end.at_least;
      }
      all_.push_back(std::move(entry));
    }
  }

 private:
  DisabledMove& add(WhyDisabled why, std::optional<Fault> fault) {
    DisabledMove entry;
    entry.why = why;
    entry.fault = std::move(fault);
    entry.allowance = allowance_;
    return all_.emplace_back(std::move(entry));
  }
  /// Whether this allowance offers a strike, possibly before a reply.
  bool is_offered(std::size_t allowance) const {
    return std::any_of(state_.strikes().begin(), state_.strikes().end(),
                       [&](const Strike& strike) { return strike.allowance == allowance; });
  }
  static Fault fault_of(const Allowance& allowed, ClientId client, NodeId node) {
    Fault fault;
    fault.kind = fault_kind(allowed.kind);
    fault.power = allowed.kind == StrikeKind::power;
    fault.client = client;
    fault.node = node;
    return fault;
  }
  bool at_place(const Allowance& allowed, const std::string& name) const {
    return allowed.place.empty() || allowed.place == name;
  }
  const std::string& name_of(NodeId node) const {
    const Scenario& scenario = state_.scenario();
    return node == resource_node ? scenario.resource : scenario.nodes[index(node)].name;
  }

  /// Why no fault of the allowance can hit that client; nullopt if one can.
  std::optional<WhyDisabled> refusal(const Allowance& allowed, ClientId id) {
    const Client& client = state_.now().world.client(id);
    if (client.crashed()) return WhyDisabled::crashed;
    if (client.finished()) return WhyDisabled::finished;
    const Phase phase = state_.now().phase_of(index(id));
    if (allowed.phase && phase != *allowed.phase) return WhyDisabled::phase;
    if (strikes_links(allowed.kind) || strikes_masters(allowed.kind)) return std::nullopt;
    if (client.paused()) return WhyDisabled::paused;
    if (allowed.kind == StrikeKind::foreign_release && phase != Phase::idle && phase != Phase::wait)
      return WhyDisabled::holds;
    return std::nullopt;
  }
  void add_client(WhyDisabled why, const Allowance& allowed, ClientId client, NodeId node) {
    DisabledMove& entry = add(why, fault_of(allowed, client, node));
    entry.doing = doing_of(state_, client);
    if (why == WhyDisabled::paused) entry.until = entry.doing.until;
  }
  void clients(const Allowance& allowed) {
    for (std::size_t c = 0; c < state_.scenario().clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      if (!at_place(allowed, state_.scenario().clients[c].name)) continue;
      if (const auto why = refusal(allowed, client)) add_client(*why, allowed, client, no_node);
    }
  }

  void add_down(const Allowance& allowed, NodeId node, NodeId down) {
    const bool stopped = state_.now().world.node(down).stopped();
    DisabledMove& entry =
        add(stopped ? WhyDisabled::stopped : WhyDisabled::down, fault_of(allowed, no_client, node));
    entry.until =
        end_of_fault(state_, stopped ? FaultKind::stop : FaultKind::kill, no_client, down);
  }
  void nodes(const Allowance& allowed) {
    for (std::size_t n = 0; n < state_.scenario().nodes.size(); ++n) {
      const auto id = static_cast<NodeId>(n);
      if (!at_place(allowed, state_.scenario().nodes[n].name)) continue;
      const Node& node = state_.now().world.node(id);
      const bool waits = !node.has_process() && state_.scenario().nodes[n].restart_delay > 0us;
      const bool counts = node.up() || (waits && strikes_clocks(allowed.kind));
      if (!counts) add_down(allowed, id, id);
      if (node.up() && allowed.kind == StrikeKind::remove &&
          !node.has_any(locks_of(state_.scenario())))
        add(WhyDisabled::no_key, fault_of(allowed, no_client, id));
    }
  }

  /// A reply in flight from the node to the client; null if there is none.
  const Exchange* reply_on_its_way(ClientId client, NodeId node) const {
    for (const Exchange& exchange : state_.now().world.network().exchanges())
      if (exchange.from == client && exchange.node == node && !exchange.pushed &&
          is_reply(exchange.stage))
        return &exchange;
    return nullptr;
  }

  void links(const Allowance& allowed) {
    for (std::size_t c = 0; c < state_.scenario().clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      const bool by_client = at_place(allowed, state_.scenario().clients[c].name);
      if (const auto why = refusal(allowed, client)) {
        add_client(*why, allowed, client, no_node);
        continue;
      }
      if (allowed.kind == StrikeKind::cut) continue;
      for (std::size_t n = 0; n <= state_.scenario().nodes.size(); ++n) {
        const NodeId node =
            n == state_.scenario().nodes.size() ? resource_node : static_cast<NodeId>(n);
        if (!by_client && !at_place(allowed, name_of(node))) continue;
        if (state_.now().world.network().expects_reply(client, node)) continue;
        Fault fault = fault_of(allowed, client, node);
        fault.requests = false;
        const Exchange* left = reply_on_its_way(client, node);
        DisabledMove& entry = add(left ? WhyDisabled::has_left : WhyDisabled::no_reply, fault);
        entry.doing = doing_of(state_, client);
        if (left) entry.doing.message = left->message;
      }
    }
  }

  void replicas(const Allowance& allowed) {
    for (std::size_t n = 0; n < state_.scenario().nodes.size(); ++n) {
      const NodeSpec& spec = state_.scenario().nodes[n];
      if (spec.replica_of.empty()) continue;
      const auto id = static_cast<NodeId>(n);
      const Node& node = state_.now().world.node(id);
      const Node* const master = node.master();
      if (!at_place(allowed, spec.name) && !(master && at_place(allowed, name_of(master->id()))))
        continue;
      if (!master) {
        add(WhyDisabled::no_master, fault_of(allowed, no_client, id));
      } else if (!node.up()) {
        add_down(allowed, id, id);
      } else if (allowed.kind == StrikeKind::split_brain) {
        split(allowed, id, *master);
      }
    }
  }
  void split(const Allowance& allowed, NodeId replica, const Node& master) {
    if (!master.up()) return add_down(allowed, replica, master.id());
    for (std::size_t c = 0; c < state_.scenario().clients.size(); ++c) {
      const auto client = static_cast<ClientId>(c);
      const auto why = refusal(allowed, client);
      if (why == WhyDisabled::crashed || why == WhyDisabled::finished)
        add_client(*why, allowed, client, replica);
    }
  }

  GameState& state_;
  std::vector<DisabledMove>& all_;
  std::size_t allowance_ = 0;
};

}  // namespace

void add_disabled_faults(GameState& state, std::vector<DisabledMove>& all) {
  DisabledFaults faults(state, all);
  faults.of_standing();
  for (std::size_t i = 0; i < state.budget().size(); ++i) faults.of(i);
}

}  // namespace locklab::sim
