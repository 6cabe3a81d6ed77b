#include "sim/explore/strikes.h"

#include "lock/strategy.h"
#include "sim/explore/targets.h"

namespace locklab::sim {

namespace {

Fault fault_of(FaultKind kind) {
  Fault fault;
  fault.kind = kind;
  return fault;
}

Fault on_client(FaultKind kind, std::size_t client) {
  Fault fault = fault_of(kind);
  fault.client = static_cast<ClientId>(client);
  return fault;
}

Fault on_node(FaultKind kind, std::size_t node) {
  Fault fault = fault_of(kind);
  fault.node = static_cast<NodeId>(node);
  return fault;
}

/// The fault that ends this one, if it stands until something does.
std::optional<Fault> ending(const Fault& fault) {
  const std::optional<FaultKind> kind = end_of(fault.kind);
  if (!kind || !lasts(fault)) return std::nullopt;
  Fault end = fault;
  end.duration.reset();
  end.restart_after.reset();
  end.kind = *kind;
  return end;
}

}  // namespace

Strikes::Strikes(const Scenario& scenario, const Budget& budget, BeforeAnswers before_answers,
                 std::uint32_t most)
    : scenario_(scenario),
      budget_(budget),
      sizes_(sizes_for(scenario)),
      symmetry_(scenario, budget),
      before_answers_(before_answers),
      most_(most) {
  if (before_answers_ == BeforeAnswers::where_it_matters && !matters_before_answers())
    before_answers_ = BeforeAnswers::never;
}

StrikeSizes sizes_for(const Scenario& scenario) {
  const Duration lease = scenario.lock.lease.value_or(scenario.lock.ttl);
  return {lease + 1ms, 2 * lease, lease + scenario.bound_time() + 2 * scenario.lock.retry_delay};
}

void SpentBudget::fingerprint(Fingerprint& print) const {
  for (const std::uint8_t count : used) print.add(std::uint64_t{count});
  print.add(nodes.bits());
  print.add(clients.bits());
  for (const Standing& one : standing) {
    print.add(one.since);
    print.add(static_cast<std::uint64_t>(one.end.kind));
    print.add(std::uint64_t{index(one.end.client)});
    print.add(std::uint64_t{index(one.end.node)});
  }
}

bool Strikes::any_left(const SpentBudget& spent) const {
  if (!spent.standing.empty()) return true;
  if (spent.strikes() >= most_) return false;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    if (spent.used[i] < budget_[i].count) return true;
  return false;
}

bool Strikes::in_phase(const Allowance& allowed, const SearchedWorld& now,
                       std::size_t client) const {
  return !allowed.phase || now.phase_of(client) == *allowed.phase;
}

std::vector<Strike> Strikes::possible(SearchedWorld& now, const SpentBudget& spent,
                                      std::int64_t at) const {
  std::vector<Strike> all;
  for (std::size_t i = 0; i < spent.standing.size(); ++i) {
    if (spent.standing[i].since >= at) continue;  // it has only just struck
    all.push_back({{spent.standing[i].end}, Strike::none, static_cast<std::uint8_t>(i)});
  }
  if (spent.strikes() >= most_) return all;
  for (std::size_t i = 0; i < budget_.size(); ++i) {
    if (spent.used[i] >= budget_[i].count) continue;
    const auto number = static_cast<std::uint8_t>(i);
    const StrikeKind kind = budget_[i].kind;
    if (kind == StrikeKind::failover) {
      for_replicas(budget_[i], number, now, all);
      continue;
    }
    if (strikes_nodes(kind) && !budget_[i].phase) for_nodes(budget_[i], number, now, all);
    if (strikes_clients(kind, scenario_)) for_clients(budget_[i], number, now, all);
    if (strikes_links(kind)) for_links(budget_[i], number, now, all);
  }
  if (!by_name_)
    std::erase_if(all, [&](const Strike& strike) {
      return strike.ends == Strike::none && !stands_for_alike(strike.faults.front(), spent);
    });
  return all;
}

bool Strikes::stands_for_alike(const Fault& fault, const SpentBudget& spent) const {
  if (fault.client != no_client && !symmetry_.may_strike_client(index(fault.client), spent.clients))
    return false;
  return fault.node == no_node || fault.node == resource_node ||
         symmetry_.may_strike_node(index(fault.node), spent.nodes);
}

void Strikes::for_clients(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                          std::vector<Strike>& all) const {
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const Client& client = now.world.client(static_cast<ClientId>(c));
    if (client.crashed() || client.paused() || client.finished()) continue;
    if (!in_phase(allowed, now, c) || !at_place(allowed, scenario_.clients[c].name)) continue;
    switch (allowed.kind) {
      case StrikeKind::crash:
        all.push_back({{on_client(FaultKind::crash, c)}, number});
        break;
      case StrikeKind::pause: {
        Fault pause = on_client(FaultKind::pause, c);
        pause.duration = sizes_.heals;
        all.push_back({{pause}, number});
        break;
      }
      case StrikeKind::clock_jump:
        for (const Duration by : {sizes_.jump, -sizes_.jump}) {
          Fault jump = on_client(FaultKind::jump, c);
          jump.amount = by;
          all.push_back({{jump}, number});
        }
        break;
      default:
        if (now.phase_of(c) == Phase::idle || now.phase_of(c) == Phase::wait)
          all.push_back({{on_client(FaultKind::foreign_release, c)}, number});
    }
  }
}

/// Strikes the nodes that are up. A dead node is left out until it is back, so a loss of power
/// after a kill is not tried. It takes what the dead process had not synced. A loss of power in the
/// place of that kill takes the same, but it tells clients later that the node is gone.
void Strikes::for_nodes(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                        std::vector<Strike>& all) const {
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n) {
    const Node& node = now.world.node(static_cast<NodeId>(n));
    if (!node.up() || !at_place(allowed, scenario_.nodes[n].name)) continue;
    if (allowed.kind == StrikeKind::clock_jump) {
      if (!by_name_ && now.world.node(static_cast<NodeId>(n)).service().next_due_ms() < 0)
        continue;  // there is no key whose lease would end
      Fault jump = on_node(FaultKind::jump, n);
      jump.amount = sizes_.jump;
      all.push_back({{jump}, number});
      continue;
    }
    Fault kill = on_node(FaultKind::kill, n);
    kill.power = allowed.kind == StrikeKind::power;
    kill.restart_after = sizes_.down;
    all.push_back({{kill}, number});
  }
}

/// Holds or loses the next message in a direction; a direction in which there will be none is left
/// out.
void Strikes::for_links(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                        std::vector<Strike>& all) const {
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const Client& client = now.world.client(static_cast<ClientId>(c));
    if (client.crashed() || client.finished() || !in_phase(allowed, now, c)) continue;
    const bool by_client = at_place(allowed, scenario_.clients[c].name);
    for (std::size_t n = 0; n <= scenario_.nodes.size(); ++n) {
      const bool resource = n == scenario_.nodes.size();
      const std::string& end = resource ? scenario_.resource : scenario_.nodes[n].name;
      if (!by_client && !at_place(allowed, end)) continue;
      Fault fault = on_client(FaultKind::cut, c);
      fault.node = resource ? resource_node : static_cast<NodeId>(n);
      if (allowed.kind == StrikeKind::cut) {
        fault.duration = sizes_.heals;
        all.push_back({{fault}, number});
        continue;
      }
      fault.kind = allowed.kind == StrikeKind::hold ? FaultKind::hold : FaultKind::drop;
      fault.count = 1;
      if (fault.kind == FaultKind::hold) fault.duration = sizes_.heals;
      for (const bool request : {true, false}) {
        fault.requests = request;
        fault.replies = !request;
        if (!request && !now.world.network().expects_reply(fault.client, fault.node)) continue;
        all.push_back({{fault}, number});
      }
    }
  }
}

void Strikes::for_replicas(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                           std::vector<Strike>& all) const {
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n) {
    const Node& replica = now.world.node(static_cast<NodeId>(n));
    if (!replica.master() || !replica.up()) continue;
    const std::size_t master = index(replica.master()->id());
    if (!at_place(allowed, scenario_.nodes[n].name) &&
        !at_place(allowed, scenario_.nodes[master].name))
      continue;
    Fault kill = on_node(FaultKind::kill, master);
    kill.restart_after = sizes_.down;  // then as a replica of what has taken its place
    all.push_back({{kill, on_node(FaultKind::promote, n)}, number});
  }
}

void Strikes::spend(const Strike& strike, SpentBudget& spent, std::int64_t at) {
  if (strike.ends != Strike::none) spent.standing.erase(spent.standing.begin() + strike.ends);
  if (strike.allowance != Strike::none) {
    ++spent.used[strike.allowance];
    const Fault& fault = strike.faults.front();
    if (fault.client != no_client) spent.clients.add(index(fault.client));
    if (fault.node != no_node && fault.node != resource_node) spent.nodes.add(index(fault.node));
    const bool failover = strike.faults.size() > 1;  // its master stays dead for its own time
    if (const auto end = ending(fault); end && !failover) spent.standing.push_back({*end, at});
  }
}

}  // namespace locklab::sim
