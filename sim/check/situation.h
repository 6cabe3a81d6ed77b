// Who among those that wait for a lock could get in: who is awake and reaches the nodes that the
// strategy needs, and who has lost a minority of them. Several properties ask the same of the past;
// it is kept once, and made of the parts of a RunState that it needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "sim/trace/fingerprint.h"
#include "sim/trace/state/client_faults.h"
#include "sim/trace/state/families.h"
#include "sim/trace/state/link_states.h"
#include "sim/trace/state/lock_states.h"
#include "sim/trace/state/node_states.h"
#include "sim/trace/tables.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class Situation {
 public:
  explicit Situation(const TraceInfo& info);

  // What a client said of itself: one function each, since these are many. All but on_started give
  // the lock as it stands afterwards.
  void on_started(const Event& event) { clients_.on(event); }
  const LockStates::Lock& on_attempt(const Event& event, std::size_t index) {
    const auto [lock, begins] = locks_.on_attempt(event, index);
    if (begins == LockStates::none) return lock;
    if (disturbed_) {
      judge_ability(begins);
    } else {
      locks_.judge(begins, !clients_.paused(event.client), false);
    }
    return lock;
  }
  void on_refused(const Event& event) { locks_.on_refused(event); }
  /// acquired, or gave_up.
  const LockStates::Lock& on_wait_over(const Event& event) { return locks_.on_wait_over(event); }
  const LockStates::Lock& on_entered(const Event& event, std::size_t index) {
    return locks_.on_entered(event, index);
  }
  const LockStates::Lock& on_left(const Event& event) { return locks_.on_left(event); }
  /// It may have waited for several locks.
  void on_finished(const Event& event) { locks_.on_finished(event); }
  /// A fault, the end of one, a lost message or a timeout. True: a fault struck that cannot be put
  /// down to one that stands already (a message lost on a link that is cut is no new fault).
  bool on_fault(const Event& event);
  /// The next event, of whatever kind, with its index: the same in one.
  void on(const Event& event, std::size_t index);

  const LockStates& locks() const { return locks_; }
  const ClientFaults& clients() const { return clients_; }
  const Families& families() const { return families_; }

  /// How many of the lock's nodes this client has lost: down, cut off, or without one of their
  /// family.
  std::uint32_t lost_to(ClientId client) const;
  /// The nodes by which those that wait for the lock have lost a minority of them.
  std::set<NodeId> lost_nodes(std::uint16_t lock) const;
  /// The most lost nodes that fault tolerance must bear: a minority, and of a single node that one.
  std::uint32_t bearable() const;
  void fingerprint(Fingerprint& print) const;
  /// Whether any node was ever down or cut off from anybody.
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
  bool reaches(ClientId client, NodeId node) const {
    return !nodes_.down(node) && !links_.broken(client, node);
  }
  bool has_its_replicas(const Family& family) const;

  std::uint32_t needs_;
  std::uint32_t needs_replicas_;
  std::uint32_t columns_;  ///< nodes; the resource has the column after them
  LockStates locks_;
  ClientFaults clients_;
  NodeStates nodes_;
  LinkStates links_;
  Families families_;
  std::vector<std::uint32_t> timed_out_to_;  ///< by client and node: the latest message timed out
  bool disturbed_ = false;                   ///< some lock node was down or some link to one broken
};

}  // namespace locklab::sim
