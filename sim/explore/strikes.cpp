#include "sim/explore/strikes.h"

#include <algorithm>
#include <set>

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

/// The fault that may end this one before its duration is over, not earlier than `at_least` after
/// the strike; empty if none can.
std::vector<StrikeEnd> ending(const Fault& fault, Duration at_least = Duration(0)) {
  const std::optional<FaultKind> kind = end_of(fault.kind);
  if (!kind || !lasts(fault)) return {};
  Fault end = fault_of(*kind);
  end.client = fault.client;
  end.node = fault.node;
  return {{end, us(at_least)}};
}

/// How long it takes from the end of a fault until it affects somebody else: the message latencies
/// of all links; in a cluster also those of redirected commands, which travel to a node, back, and
/// then to the node that serves the slot; and what a replica that is back receives from its master
/// and acknowledges.
std::set<std::int64_t> latencies_in(World& world, const Scenario& scenario) {
  std::set<std::int64_t> latencies;
  for (const NodeSpec& node : scenario.nodes) {
    if (node.replica_of.empty()) continue;
    latencies.insert(us(node.replication_lag));
    latencies.insert(2 * us(node.replication_lag));
  }
  for (std::size_t c = 0; c < scenario.clients.size(); ++c) {
    const auto latency = [&](std::size_t n) {
      return us(world.network().link(static_cast<ClientId>(c), static_cast<NodeId>(n)).latency);
    };
    for (std::size_t n = 0; n < scenario.nodes.size(); ++n) {
      latencies.insert(latency(n));
      for (std::size_t old = 0; scenario.cluster && old < scenario.nodes.size(); ++old)
        if (old != n) latencies.insert(2 * latency(old) + latency(n));
    }
  }
  return latencies;
}

}  // namespace

/// The clients and the nodes at which something is due at one instant. Most faults that come before
/// anything is due where they strike are left out, as they have the same effect as one just before
/// that.
class Strikes::Due {
 public:
  Due(SearchedWorld& now, const Scenario& scenario, std::int64_t at)
      : clients_(scenario.clients.size()), nodes_(scenario.nodes.size() + 1) {
    now.world.queue().each([&](const Timer& timer, std::int64_t due, std::uint64_t) {
      if (due == at) add(timer);
    });
  }
  /// Something is due everywhere.
  Due() : everywhere_(true) {}

  bool at_client(std::size_t client) const { return everywhere_ || clients_[client]; }
  /// The node after the last one is the resource.
  bool at_node(std::size_t node) const { return everywhere_ || nodes_[node]; }

 private:
  void add(const Timer& timer) {
    const ClientId client = client_of(timer);
    if (client != no_client) {
      clients_[index(client)] = true;
    } else if (timer.kind == TimerKind::wire) {
      const NodeId node = static_cast<const Exchange*>(timer.owner)->node;
      nodes_[node == resource_node ? nodes_.size() - 1 : index(node)] = true;
    } else if (timer.kind == TimerKind::expiry) {
      nodes_[index(static_cast<const Node*>(timer.owner)->id())] = true;
    } else if (timer.kind == TimerKind::replication) {
      const auto& effects = *static_cast<const Replication*>(timer.owner);
      nodes_[index(effects.master->id())] = nodes_[index(effects.replica->id())] = true;
    } else {  // a planned fault, or an action of sentinels, which concerns more than one place
      everywhere_ = true;
    }
  }

  bool everywhere_ = false;
  std::vector<bool> clients_;
  std::vector<bool> nodes_;
};

Strikes::Strikes(const Scenario& scenario, const Budget& budget, const StrikeSizes& sizes,
                 BeforeAnswers before_answers, std::uint32_t most)
    : scenario_(scenario),
      locks_(locks_of(scenario)),
      budget_(budget),
      sizes_(sizes),
      symmetry_(scenario, budget),
      before_answers_(before_answers),
      most_(most) {
  if (before_answers_ == BeforeAnswers::where_it_matters && !matters_before_answers())
    before_answers_ = BeforeAnswers::never;
}

void SpentBudget::fingerprint(Fingerprint& print) const {
  for (const std::uint8_t count : used) print.add(std::uint64_t{count});
  print.add(nodes.bits());
  print.add(clients.bits());
  for (const Standing& one : standing) {
    print.add(one.since);
    print.add(std::uint64_t{one.later.size()});
    const Fault& end = one.later.front().fault;
    print.add(static_cast<std::uint64_t>(end.kind));
    print.add(std::uint64_t{index(end.client)});
    print.add(std::uint64_t{index(end.node)});
  }
}

bool Strikes::in_phase(const Allowance& allowed, const SearchedWorld& now,
                       std::size_t client) const {
  return !allowed.phase || now.phase_of(client) == *allowed.phase;
}

std::vector<Strike> Strikes::possible(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                                      KeysToCome keys) const {
  std::vector<Strike> all;
  for (std::size_t i = 0; i < spent.standing.size(); ++i) {
    if (spent.standing[i].may_end(at)) all.push_back(end_of_standing(spent, i));
  }
  if (spent.strikes() >= most_) return all;
  const Due due = by_name_ || now.world.asynchronous() ? Due() : Due(now, scenario_, at);
  // The end of another fault may act at once, by the messages that it releases.
  const Due anywhere = spent.standing.empty() ? due : Due();
  for (std::size_t i = 0; i < budget_.size(); ++i) {
    if (spent.used[i] >= budget_[i].count) continue;
    const auto number = static_cast<std::uint8_t>(i);
    const StrikeKind kind = budget_[i].kind;
    if (strikes_masters(kind)) {
      for_replicas(budget_[i], number, now, all);
      continue;
    }
    if (strikes_nodes(kind) && !budget_[i].phase)
      for_nodes(budget_[i], number, now, keys, anywhere, all);
    if (strikes_clients(kind, scenario_)) for_clients(budget_[i], number, now, due, all);
    if (strikes_links(kind)) for_links(budget_[i], number, now, anywhere, all);
  }
  if (!by_name_)
    std::erase_if(all, [&](const Strike& strike) {
      return strike.ends == Strike::none && !stands_for_alike(strike.faults.front(), spent);
    });
  return all;
}

Strike Strikes::end_of_standing(const SpentBudget& spent, std::size_t standing) {
  const std::vector<StrikeEnd>& later = spent.standing[standing].later;
  Strike end;
  end.faults = {later.front().fault};
  end.ends = static_cast<std::uint8_t>(standing);
  end.later.assign(later.begin() + 1, later.end());
  return end;
}

void Strikes::add_early_ends(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                             std::vector<Strike>& all) const {
  if (spent.standing.empty() || now.world.asynchronous()) return;
  const std::set<std::int64_t> latencies = latencies_in(now.world, scenario_);
  std::set<std::int64_t> moments;
  now.world.queue().each([&](const Timer& timer, std::int64_t due, std::uint64_t) {
    if (timer.kind == TimerKind::fault) return;
    for (const std::int64_t latency : latencies)
      if (due - latency > now.world.now() && due - latency < at) moments.insert(due - latency);
  });
  if (const std::int64_t every = us(sizes_.end_every); every > 0)
    for (std::int64_t moment = (now.world.now() / every + 1) * every; moment < at; moment += every)
      moments.insert(moment);
  for (const std::int64_t moment : moments)
    for (std::size_t i = 0; i < spent.standing.size(); ++i) {
      if (!spent.standing[i].may_end(moment)) continue;
      all.push_back(end_of_standing(spent, i));
      all.back().early = moment;
    }
}

bool Strikes::stands_for_alike(const Fault& fault, const SpentBudget& spent) const {
  if (fault.client != no_client && !symmetry_.may_strike_client(index(fault.client), spent.clients))
    return false;
  return fault.node == no_node || fault.node == resource_node ||
         symmetry_.may_strike_node(index(fault.node), spent.nodes);
}

void Strikes::for_clients(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                          const Due& due, std::vector<Strike>& all) const {
  const bool waits_for_more = allowed.kind == StrikeKind::crash ||
                              allowed.kind == StrikeKind::pause ||
                              allowed.kind == StrikeKind::clock_jump;
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const Client& client = now.world.client(static_cast<ClientId>(c));
    if (client.crashed() || client.paused() || client.finished()) continue;
    if (waits_for_more && !due.at_client(c)) continue;
    if (!in_phase(allowed, now, c) || !at_place(allowed, scenario_.clients[c].name)) continue;
    switch (allowed.kind) {
      case StrikeKind::crash:
        all.push_back({{on_client(FaultKind::crash, c)}, number});
        break;
      case StrikeKind::pause: {
        Fault pause = on_client(FaultKind::pause, c);
        pause.duration = sizes_.heals;
        all.push_back({{pause}, number, Strike::none, ending(pause)});
        break;
      }
      case StrikeKind::clock_jump:
        jump_clock(on_client(FaultKind::jump, c), now.world.asynchronous(), number, all);
        break;
      case StrikeKind::drift:
        drift_clock(on_client(FaultKind::drift, c), number, all);
        break;
      default:
        if (now.phase_of(c) == Phase::idle || now.phase_of(c) == Phase::wait)
          all.push_back({{on_client(FaultKind::foreign_release, c)}, number});
    }
  }
}

/// Adds clock jumps in both directions, in each size. A node's clock that jumps forward by an hour
/// ends no more than a jump by a lease, unless something lasts longer. In asynchronous mode a lease
/// ends only by a jump, so one size is enough; a backward jump is left out for a node, as it would
/// only prolong its keys.
void Strikes::jump_clock(const Fault& of, bool asynchronous, std::uint8_t number,
                         std::vector<Strike>& all) const {
  for (std::size_t size = 0; size < sizes_.jumps.size(); ++size) {
    const bool hour = size + 1 == sizes_.jumps.size();
    for (const bool forward : {true, false}) {
      if (asynchronous && (size != 1 || (!forward && of.node != no_node))) continue;
      if (hour && forward && of.node != no_node && sizes_.hour_adds_nothing) continue;
      Fault jump = of;
      jump.amount = forward ? sizes_.jumps[size] : -sizes_.jumps[size];
      all.push_back({{jump}, number});
    }
  }
}

void Strikes::drift_clock(const Fault& of, std::uint8_t number, std::vector<Strike>& all) const {
  for (const std::int64_t ppm : sizes_.drifts)
    for (const std::int64_t by : {ppm, -ppm}) {
      Fault drift = of;
      drift.ppm = by;
      all.push_back({{drift}, number});
    }
}

/// Adds faults of the nodes that are up. A dead node is left out until it is back, so a loss of
/// power after a kill is not tried: it would lose what the dead process had not synced. A loss of
/// power instead of the kill loses the same data, but clients learn later that the node is gone.
/// The clock of a dead node matters only if the node waits by it before it starts again.
void Strikes::for_nodes(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                        KeysToCome keys, const Due& due, std::vector<Strike>& all) const {
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n) {
    Node& node = now.world.node(static_cast<NodeId>(n));
    const bool waits = !node.has_process() && scenario_.nodes[n].restart_delay > 0us;
    const bool counts = node.up() || (waits && strikes_clocks(allowed.kind));
    if (!counts || !at_place(allowed, scenario_.nodes[n].name)) continue;
    if (allowed.kind == StrikeKind::clock_jump) {
      const bool no_lease = keys == KeysToCome::no && !waits && node.service().next_due_ms() < 0;
      if (no_lease && !by_name_) continue;
      jump_clock(on_node(FaultKind::jump, n), now.world.asynchronous(), number, all);
      continue;
    }
    if (allowed.kind == StrikeKind::drift) {
      drift_clock(on_node(FaultKind::drift, n), number, all);
      continue;
    }
    if (allowed.kind == StrikeKind::stop) {
      // Sentinels count the time for which a master is silent.
      if (!due.at_node(n) && !scenario_.sentinels) continue;
      Fault stop = on_node(FaultKind::stop, n);
      stop.duration = sizes_.heals;
      all.push_back({{stop}, number, Strike::none, ending(stop)});
      continue;
    }
    if (allowed.kind == StrikeKind::remove) {
      if (keys == KeysToCome::no && !node.has_any(locks_)) continue;
      if (!node.master()) all.push_back({{on_node(FaultKind::remove, n)}, number});
      continue;
    }
    Fault kill = on_node(FaultKind::kill, n);
    kill.power = allowed.kind == StrikeKind::power;
    kill.restart_after = sizes_.down;
    all.push_back({{kill}, number, Strike::none, ending(kill, sizes_.least_outage)});
  }
}

/// Adds the cuts of a link: in both directions, or in one.
void Strikes::cut_link(const Fault& link, std::uint8_t number, std::vector<Strike>& all) const {
  Fault cut = link;
  cut.duration = sizes_.heals;
  for (const auto& [requests, replies] : {std::pair{true, true}, {true, false}, {false, true}}) {
    cut.requests = requests;
    cut.replies = replies;
    all.push_back({{cut}, number, Strike::none, ending(cut)});
  }
}

/// Adds cuts of links, or holds or losses of the next message in one direction. Leaves out a reply
/// that will not come, and links at whose ends nothing is due.
void Strikes::for_links(const Allowance& allowed, std::uint8_t number, SearchedWorld& now,
                        const Due& due, std::vector<Strike>& all) const {
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
      if (!due.at_client(c) && !due.at_node(n)) continue;
      if (allowed.kind == StrikeKind::cut) {
        cut_link(fault, number, all);
        continue;
      }
      fault.kind = allowed.kind == StrikeKind::hold ? FaultKind::hold : FaultKind::drop;
      fault.count = 1;
      if (fault.kind == FaultKind::hold) fault.duration = sizes_.heals;
      for (const bool request : {true, false}) {
        if (request ? !due.at_client(c) : !due.at_node(n)) continue;
        fault.requests = request;
        fault.replies = !request;
        if (!request && !now.world.network().expects_reply(fault.client, fault.node)) continue;
        all.push_back({{fault}, number, Strike::none, ending(fault)});
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
    if (allowed.kind == StrikeKind::split_brain && !replica.master()->up()) continue;
    if (!at_place(allowed, scenario_.nodes[n].name) &&
        !at_place(allowed, scenario_.nodes[master].name))
      continue;
    allowed.kind == StrikeKind::failover ? fail_over(master, n, number, all)
                                         : split(n, number, now, all);
  }
}

/// A failover: the master dies, its replica is promoted at a later instant, and at another one
/// after that, or never, the old master returns as a replica.
void Strikes::fail_over(std::size_t master, std::size_t replica, std::uint8_t number,
                        std::vector<Strike>& all) const {
  Fault promote = on_node(FaultKind::promote, replica);
  const StrikeEnd heir{promote, us(sizes_.least_outage)};
  const StrikeEnd back{on_node(FaultKind::restart, master), 0};
  promote.after = sizes_.heals;
  all.push_back({{on_node(FaultKind::kill, master), promote}, number, Strike::none, {heir, back}});
}

/// A split brain: the replica becomes a master for one client, while the old master lives and
/// serves the others until it learns of it.
void Strikes::split(std::size_t replica, std::uint8_t number, SearchedWorld& now,
                    std::vector<Strike>& all) const {
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const Client& client = now.world.client(static_cast<ClientId>(c));
    if (client.crashed() || client.finished()) continue;
    Fault promote = on_node(FaultKind::promote, replica);
    const StrikeEnd told{promote, us(sizes_.least_outage)};
    promote.client = static_cast<ClientId>(c);
    promote.duration = sizes_.heals;
    all.push_back({{promote}, number, Strike::none, {told}});
  }
}

void Strikes::spend(const Strike& strike, SpentBudget& spent, std::int64_t at) {
  if (strike.ends != Strike::none) spent.standing.erase(spent.standing.begin() + strike.ends);
  if (!strike.later.empty()) spent.standing.push_back({strike.later, at});
  if (strike.allowance == Strike::none) return;
  ++spent.used[strike.allowance];
  const Fault& fault = strike.faults.front();
  if (fault.client != no_client) spent.clients.add(index(fault.client));
  if (fault.node != no_node && fault.node != resource_node) spent.nodes.add(index(fault.node));
}

}  // namespace locklab::sim
