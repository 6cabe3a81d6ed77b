// How things stand at one moment of a trace: who is inside a lock, who waits for it and in which
// order, who is alive, which nodes are up and within reach. Several properties ask the same of the
// past; it is kept once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/check/tables.h"
#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class Situation {
 public:
  /// What one client has to do with one lock.
  struct Engagement {
    std::uint32_t depth = 0;  ///< nested critical sections; above 0: inside
    bool waiting = false;     ///< from its first attempt until acquired, gave_up or crashed
    bool able = false;        ///< it waits, is awake, and reaches the nodes that the strategy needs
    bool tolerant = false;    ///< it waits, is awake, and a minority of the nodes is lost to it
    std::size_t entered = 0;  ///< index of the outermost `entered`
    std::size_t attempt = 0;  ///< index of its first attempt
    std::int64_t asked_at = 0;                           ///< when that was
    std::uint32_t before = OpenTable<Engagement>::none;  ///< the queue of waiters, by first attempt
    std::uint32_t after = OpenTable<Engagement>::none;
  };
  using Engagements = OpenTable<Engagement>;

  struct Lock {
    std::uint32_t inside = 0;  ///< live clients, paused ones among them
    std::uint32_t waiting = 0;
    std::uint32_t able = 0;                  ///< how many of those that wait are able
    std::uint32_t tolerant = 0;              ///< ... are tolerant
    std::uint32_t head = Engagements::none;  ///< who has waited longest
    std::uint32_t tail = Engagements::none;
  };

  explicit Situation(const TraceInfo& info);

  // What a client said of itself: one function each, since these are many. All but on_started give
  // the lock as it stands afterwards.
  void on_started(const Event& event) { clients_[event.client] = {}; }
  const Lock& on_attempt(const Event& event, std::size_t index);
  /// acquired, or gave_up.
  const Lock& on_wait_over(const Event& event);
  const Lock& on_entered(const Event& event, std::size_t index);
  const Lock& on_left(const Event& event);
  /// It may have waited for several locks.
  void on_finished(const Event& event) { leave_all(event.client, false); }
  /// A fault, the end of one, a lost message or a timeout. True: a fault struck that cannot be put
  /// down to one that stands already (a message lost on a link that is cut is no new fault).
  bool on_fault(const Event& event);

  const Lock& lock(std::uint16_t name) const {
    const Lock* row = locks_.find(name);
    return row ? *row : idle_;
  }
  /// Calls visit(name, lock) for every lock.
  template <class Visit>
  void each_lock(Visit visit) const {
    locks_.each(visit);
  }
  const Engagements& engagements() const { return engagements_; }
  /// How deep inside the lock the client is; 0: outside.
  std::uint32_t depth(ClientId client, std::uint16_t name) const;
  /// The earliest `entered` of a client other than `but` that is still inside.
  std::size_t earliest_inside(std::uint16_t name, ClientId but) const;

  /// How many of the lock's nodes this client has lost: down, cut off, or without one of their
  /// family.
  std::uint32_t lost_to(ClientId client) const;
  /// The most lost nodes that fault tolerance must bear: a minority, and of a single node that one.
  std::uint32_t bearable() const;
  void fingerprint(Fingerprint& print) const;
  /// Whether any node was ever down or cut off from anybody.
  bool any_node_lost() const { return disturbed_; }

 private:
  /// One independent master with its replicas: the lock is on whichever of them serves.
  struct Family {
    NodeId serving = no_node;
    std::vector<NodeId> members;
  };
  struct ClientState {
    bool crashed = false;
    bool paused = false;
  };
  static constexpr std::uint8_t killed = 1, stopped = 2, busy = 4;
  static constexpr std::uint8_t cut = 3, held = 12;

  void start_waiting(Lock& lock, std::uint32_t at, const Event& event, std::size_t index);
  void stop_waiting(Lock& lock, std::uint32_t at);
  void leave_all(ClientId client, bool also_inside);
  void close_if_idle(std::uint32_t at);
  void judge_ability(Lock& lock, std::uint32_t at);
  void refresh(ClientId client);
  void node_event(const Event& event);
  void link_event(const Event& event);
  bool consequence(const Event& lost) const;
  void remember_timeout(const Event& event);
  bool node_down(NodeId node) const;
  std::uint32_t column(NodeId node) const;
  std::size_t link_cell(ClientId client, NodeId node) const;
  void grow_links(ClientId client);
  bool link_broken(ClientId client, NodeId node) const;
  bool reaches(ClientId client, NodeId node) const;
  bool has_its_replicas(const Family& family) const;

  std::uint32_t needs_;
  std::uint32_t needs_replicas_;
  std::vector<Family> families_;
  std::uint32_t nodes_;  ///< the resource has the column after them
  Engagements engagements_;
  ByName<Lock> locks_;
  Lock idle_;
  ByClient<ClientState> clients_;
  std::vector<std::uint8_t> node_state_;     ///< killed, stopped, busy
  std::vector<std::uint8_t> every_link_;     ///< by node: what was done to every client's link
  std::vector<std::uint8_t> link_state_;     ///< by client and node: cut, held
  std::vector<std::uint32_t> timed_out_to_;  ///< by client and node: the latest message timed out
  bool disturbed_ = false;                   ///< some lock node was down or some link to one broken
};

}  // namespace locklab::sim
