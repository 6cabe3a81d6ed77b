// Faults injected between a command and its reply. Faults are left out if the search tries an
// equivalent one anyway:
//
// * Faults of clients. A client knows nothing of the reply until it arrives, one latency later. The
//   fault may as well hit the client before that instant, like any other fault.
// * A clock drift, and a second master. The reply leaves all the same, so the fault may come an
//   instant later. So may a clock jump, unless the node runs another command at the same instant:
//   then the jump falls between the two commands, if it can end a lease. A removal of keys falls
//   between them, too, if there is a key by then.
// * `cut`. A cut loses messages in flight, whether or not the reply has left, and may as well come
//   at the next instant.
// * `hold` and `lose`. Both wait for their message: a fault injected before that instant catches
//   the reply as it leaves.
// * The death of a node on which the command leaves no trace: it changed nothing, or the node keeps
//   nothing. The node may as well die before the command. In both cases the client learns at the
//   same moment that there is no reply, and all checks treat a claim lost in this way as one that
//   may have been granted. "Before the command" means before that instant, so the death is still
//   tried here if the node has run another command at this instant, whose reply has left. (For a
//   lock that is a single command, its effect counts even if it is lost.)
//
// A node that freezes (`stop`) is always tried: the command has run, and its reply leaves only when
// the node resumes, whereas an instant later it would already have left.
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

bool gives_lease(const Event& event) {
  return (event.kind == EventKind::key_set || event.kind == EventKind::key_lease) &&
         event.value >= 0;
}

/// Whether the event belongs to one node: something it did, a fault that hit it, or its end.
bool is_of_node(EventKind kind) {
  return kind == EventKind::ran || kind == EventKind::resource_wrote || is_key_event(kind) ||
         (kind >= EventKind::node_killed && kind <= EventKind::node_busy);
}

bool has_been_busy(const Trace& trace, NodeId node, std::int64_t at) {
  for (std::size_t i = trace.size(); i-- > 0 && trace[i].at == at;)
    if (trace[i].node == node && is_of_node(trace[i].kind)) return true;
  return false;
}

/// The request that the timer delivers to a node that will run it; null if it delivers none.
const Exchange* request_to_run(const Timer& timer, World& world) {
  if (timer.kind != TimerKind::wire) return nullptr;
  const Exchange& request = *static_cast<const Exchange*>(timer.owner);
  if (request.stage != Stage::request || request.node == resource_node) return nullptr;
  const bool runs = world.node(request.node).up() && !request.connection->dead_at_node;
  return runs ? &request : nullptr;
}

/// Whether another command reaches the same node at the same instant.
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
  const FaultKind kind = strike.faults.front().kind;
  for (std::size_t i = since; i < trace.size() && trace[i].kind != EventKind::node_killed; ++i) {
    const Event& event = trace[i];
    if (event.node != strike.answering()) continue;
    const bool more = kind == FaultKind::jump     ? gives_lease(event)
                      : kind == FaultKind::remove ? event.kind == EventKind::keys_removed
                                                  : changes_something(event.kind);
    if (more) return true;
  }
  return false;
}

/// Whether the command's effect on the node survives a fault of that kind, or counts even if it
/// does not.
bool Strikes::outlives(NodeId node, StrikeKind kind) const {
  if (kind == StrikeKind::stop) return true;
  if (!ends_nodes(kind)) return false;
  if (find_strategy(scenario_.strategy)->atomic_work) return true;
  return scenario_.nodes[index(node)].persistence != Persistence::none;
}

bool Strikes::matters_before_answers() const {
  return std::any_of(budget_.begin(), budget_.end(), [](const Allowance& allowed) {
    return ends_nodes(allowed.kind) || allowed.kind == StrikeKind::clock_jump ||
           allowed.kind == StrikeKind::stop || allowed.kind == StrikeKind::remove;
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
      const bool removed_between = here && precedes && kind == StrikeKind::remove;
      const bool matters = dies_between || jumps_between || removed_between ||
                           (here && outlives(request->node, kind));
      if (!any && !matters) continue;
      Strike& there = all.emplace_back(strike);
      for (Fault& fault : there.faults) fault.trigger = moment_of_answer(world.trace(), *request);
      there.before_answer = true;
      const bool ends_lease = jumps_between && has_lease;  // of a key found by the command
      there.if_changed = !any && !dies_between && !ends_lease && kind != StrikeKind::stop;
      if (ties.size() > 1) there.order = step;
    }
  }
}

}  // namespace locklab::sim
