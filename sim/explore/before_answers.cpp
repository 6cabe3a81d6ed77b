// The faults that strike between a command and its answer. Left out are those whose effect a search
// tries anyway:
//
// * What strikes clients. A client knows nothing of the answer until it arrives, one latency later.
//   The fault may as well strike it before that instant, as faults do.
// * A clock that drifts, and a second master. The answer leaves all the same, so the fault may come
//   an instant later. So may a clock that jumps, unless the node runs another command at this very
//   instant: then it jumps between the two, if there is a lease that it can end.
// * `cut`. A cut loses what is on its way, whether the answer has left or not, and may as well
//   strike at the next instant.
// * `hold` and `lose`. Both wait for their message: a fault that struck before that instant meets
//   the answer as it leaves.
// * A node that dies when the command has left nothing: it changed nothing, the node keeps nothing,
//   or a replica that has not heard of it takes the node's place (and the node forgets it when it
//   follows that replica, unless the next failover comes first). The node may as well die before
//   the command. The client is told in both cases, and at the same moment, that there is no answer,
//   and all checks take a claim that was lost so for one that may have been granted. Before the
//   command means before that instant. So the node dies there too if it has run another command at
//   this instant, whose answer has left. (What a lock that is one command has done counts even if
//   it is lost.)
//
// A node that freezes (`stop`) strikes there always: the command is done, and its answer comes when
// the node goes on, though an instant later it would have left.
#include "sim/explore/before_answers.h"

#include <algorithm>
#include <optional>

#include "lock/strategy.h"
#include "sim/explore/targets.h"
#include "sim/scenario/fault_plan.h"

namespace locklab::sim {

namespace {

bool changes_something(EventKind kind) {
  return kind == EventKind::key_set || kind == EventKind::key_lease ||
         kind == EventKind::key_deleted || kind == EventKind::resource_wrote;
}

/// Whether a key has got a lease.
bool gives_lease(const Event& event) {
  return (event.kind == EventKind::key_set || event.kind == EventKind::key_lease) &&
         event.value >= 0;
}

/// Whether the event is one of its node: done there, or suffered.
bool is_of_node(EventKind kind) {
  return kind == EventKind::ran || kind == EventKind::resource_wrote || is_key_event(kind) ||
         (kind >= EventKind::node_killed && kind <= EventKind::node_busy);
}

bool has_been_busy(const Trace& trace, NodeId node, std::int64_t at) {
  for (std::size_t i = trace.size(); i-- > 0 && trace[i].at == at;)
    if (trace[i].node == node && is_of_node(trace[i].kind)) return true;
  return false;
}

/// The request that the timer brings to a node that will run it; null: the timer brings none.
const Exchange* request_to_run(const Timer& timer, World& world) {
  if (timer.kind != TimerKind::wire) return nullptr;
  const Exchange& request = *static_cast<const Exchange*>(timer.owner);
  if (request.stage != Stage::request || request.node == resource_node) return nullptr;
  const bool runs = world.node(request.node).up() && !request.connection->dead_at_node;
  return runs ? &request : nullptr;
}

/// Whether another command comes to the node of this one at the same instant.
bool another_comes(const Exchange& request, World& world) {
  const Ties& ties = world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    const Exchange* const other = request_to_run(ties[step], world);
    if (other && other != &request && other->node == request.node) return true;
  }
  return false;
}

}  // namespace

Trigger moment_of_answer(const Trace& trace, const Exchange& request) {
  Trigger moment;
  moment.event = EventKind::ran;
  moment.client = request.from;
  moment.node = request.node;
  if (request.command.purpose != Purpose::other) moment.purpose = request.command.purpose;
  moment.nth += static_cast<std::uint32_t>(matches_in(moment, trace).size());
  return moment;
}

bool came_to_more(const Strike& strike, const Trace& trace, std::size_t since) {
  if (!strike.if_changed) return true;
  const bool jumps = strike.faults.front().kind == FaultKind::jump;
  for (std::size_t i = since; i < trace.size() && trace[i].kind != EventKind::node_killed; ++i) {
    const Event& event = trace[i];
    if (event.node != strike.answering()) continue;
    if (jumps ? gives_lease(event) : changes_something(event.kind)) return true;
  }
  return false;
}

/// Whether what a command has done at the node outlives a fault of that kind.
bool Strikes::outlives(NodeId node, StrikeKind kind, const SpentBudget& spent) const {
  if (kind == StrikeKind::stop) return true;
  if (!ends_nodes(kind)) return false;
  if (find_strategy(scenario_.strategy)->atomic_work) return true;
  if (scenario_.nodes[index(node)].persistence == Persistence::none) return false;
  if (kind != StrikeKind::failover) return true;
  std::uint32_t failovers = 0;
  for (std::size_t i = 0; i < budget_.size(); ++i)
    if (budget_[i].kind == StrikeKind::failover) failovers += budget_[i].count - spent.used[i];
  return failovers > 1;
}

bool Strikes::matters_before_answers() const {
  return std::any_of(budget_.begin(), budget_.end(), [](const Allowance& allowed) {
    return ends_nodes(allowed.kind) || allowed.kind == StrikeKind::clock_jump ||
           allowed.kind == StrikeKind::stop;
  });
}

void Strikes::add_before_answers(SearchedWorld& now, const SpentBudget& spent, std::int64_t at,
                                 std::vector<Strike>& all) const {
  World& world = now.world;
  if (!strikes_before_answers() || world.asynchronous()) return;
  if (at == world.now() && world.clients_have_acted()) return;
  if (spent.strikes() >= most_) return;
  std::optional<std::vector<Strike>> strikes;
  const Ties& ties = world.ties();
  for (std::uint32_t step = 0; step < ties.size(); ++step) {
    const Exchange* const request = request_to_run(ties[step], world);
    if (!request) continue;
    if (!strikes) strikes = possible(now, spent, at, KeysToCome::yes);
    const bool follows = has_been_busy(world.trace(), request->node, at);
    const bool any = before_answers_ == BeforeAnswers::everywhere && !follows;
    const bool precedes = another_comes(*request, world);
    const bool has_lease = world.node(request->node).service().next_due_ms() >= 0;
    for (const Strike& strike : *strikes) {
      if (strike.ends != Strike::none) continue;
      const StrikeKind kind = budget_[strike.allowance].kind;
      const bool here = strike.faults.front().node == request->node;
      const bool dies_between = here && follows && ends_nodes(kind);
      const bool jumps_between = here && precedes && kind == StrikeKind::clock_jump;
      const bool matters =
          dies_between || jumps_between || (here && outlives(request->node, kind, spent));
      if (!any && !matters) continue;
      Strike& there = all.emplace_back(strike);
      for (Fault& fault : there.faults) fault.trigger = moment_of_answer(world.trace(), *request);
      there.before_answer = true;
      const bool ends_lease = jumps_between && has_lease;  // of a key that the command finds
      there.if_changed = !any && !dies_between && !ends_lease && kind != StrikeKind::stop;
      if (ties.size() > 1) there.order = step;
    }
  }
}

}  // namespace locklab::sim
