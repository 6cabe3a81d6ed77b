// Which waiters could enter a lock: those that are not paused and reach the nodes that the strategy
// needs. Also, which waiters have lost a minority of the nodes and no more. Several properties
// share this state, which consists of the parts of a RunState that it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "sim/trace/fingerprint.h"
#include "sim/trace/state/families.h"
#include "sim/trace/state/fault_states.h"
#include "sim/trace/state/lock_states.h"
#include "sim/trace/tables.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// How a client has lost a node.
enum class NodeLoss : std::uint8_t { down, frozen, busy, refusing, cut_off, count_ };

class Situation {
 public:
  explicit Situation(const TraceInfo& info);

  // Events of clients: one function per kind, since clients cause most events. Functions that
  // return a lock return it as it is after the event.
  void on_started(const Event& event) { faults_.on(event); }
  const LockStates::Lock& on_attempt(const Event& event, std::size_t index) {
    const auto [lock, begins] = locks_.on_attempt(event, index);
    if (begins == LockStates::none) return lock;
    if (disturbed_) {
      judge_ability(begins);
    } else {
      locks_.judge(begins, !clients().paused(event.client), false);
    }
    return lock;
  }
  void on_refused(const Event& event) { locks_.on_refused(event); }
  /// Processes acquired or gave_up.
  const LockStates::Lock& on_wait_over(const Event& event) { return locks_.on_wait_over(event); }
  const LockStates::Lock& on_entered(const Event& event, std::size_t index) {
    return locks_.on_entered(event, index);
  }
  const LockStates::Lock& on_left(const Event& event) { return locks_.on_left(event); }
  /// Processes finished; the client may have waited for several locks.
  void on_finished(const Event& event) { locks_.on_finished(event); }
  /// Processes a fault, its end, a lost message or a timeout. Returns true for a fault that no
  /// active fault explains (a message lost on a cut link is not a new fault).
  bool on_fault(const Event& event);
  /// Processes the next event of any kind.
  void on(const Event& event, std::size_t index);

  const LockStates& locks() const { return locks_; }
  const FaultStates& faults() const { return faults_; }
  const ClientFaults& clients() const { return faults_.clients(); }
  const Families& families() const { return families_; }

  /// Whether no client waits for the reply to the event's message any more.
  bool abandoned(const Event& event) const;
  /// The number of the lock's families that this client has lost: its link to the serving node is
  /// cut or held, or a member of the family is down, frozen, busy or refuses writes.
  std::uint32_t lost_to(ClientId client) const;
  /// The nodes lost to waiters for the lock that have lost a minority of them; empty if there is no
  /// such waiter.
  std::map<NodeId, NodeLoss> lost_nodes(std::uint16_t lock) const;
  /// How waiters that have lost a minority of the nodes have lost them: a bit for each NodeLoss.
  unsigned losses() const;
  /// The same for one client and one lock.
  unsigned losses_of(ClientId client, std::uint16_t lock) const;
  /// The lost nodes that keep this client from families of the lock: serving nodes and, in a family
  /// with too few replicas up, the lost replicas.
  std::map<NodeId, NodeLoss> missing(ClientId client) const;
  /// Whether the node is up, grants locks, and the client's link to it is neither cut nor held.
  bool reaches(ClientId client, NodeId node) const {
    return !down(node) && !faults_.links().broken(client, node);
  }
  /// The maximum number of lost families that fault tolerance covers: a minority, or the only one.
  std::uint32_t bearable() const;
  void fingerprint(Fingerprint& print) const;
  /// Whether a node of the lock was ever down, frozen, busy or refusing writes, or a link to a node
  /// cut or held, even if the trace shows only the end of that.
  bool any_node_lost() const { return disturbed_; }

 private:
  void judge_ability(std::uint32_t at);
  void refresh(ClientId client);
  void on_client_fault(const Event& event);
  void on_node_fault(const Event& event);
  void on_link_fault(const Event& event);
  bool consequence(const Event& lost) const;
  void remember_timeout(const Event& event);
  std::size_t link_cell(ClientId client, NodeId node) const;
  bool down(NodeId node) const { return faults_.nodes().grants_nothing(node); }
  bool has_its_replicas(const Family& family) const;
  std::optional<NodeLoss> loss_of(ClientId client, const Family& family, NodeId member) const;
  unsigned losses_at(const LockStates::Engagements::Cell& waiter) const;

  std::uint32_t needs_;
  std::uint32_t needs_replicas_;
  std::uint32_t columns_;  ///< number of nodes, plus one column for the resource
  LockStates locks_;
  FaultStates faults_;
  Families families_;
  std::vector<std::uint32_t> timed_out_to_;  ///< latest message that timed out, by client and node
  bool disturbed_ = false;                   ///< see any_node_lost()
};

}  // namespace locklab::sim
