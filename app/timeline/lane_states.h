// What every lane of a timeline is doing, event by event: who waits, believes or is inside, and
// whose key each node has. Feed it a trace in order.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "app/timeline/client_progress.h"
#include "app/timeline/layout.h"

namespace locklab::app {

/// The lanes of a trace: its clients, its nodes, and the resource if anybody touches it.
std::vector<Lane> lanes_of(const Trace& trace);

/// Which names in the trace are locks (by Trace::name_of): those that somebody tries to acquire.
std::vector<bool> lock_names(const Trace& trace);

class LaneStates {
 public:
  LaneStates(const Trace& trace, const std::vector<Lane>& lanes);

  void apply(const Event& event);
  std::vector<LaneCell> cells() const;
  LaneCell cell(std::size_t lane) const;
  bool is_lock(std::uint16_t key) const { return key < is_lock_.size() && is_lock_[key]; }
  /// Whose value a node has set; a replica names nobody, so who set it before at its master.
  /// no_client: nobody known.
  ClientId owner_of(const Event& key_set);

 private:
  struct Hold {
    std::uint16_t key;
    ClientId owner;
  };
  struct NodeState {
    bool down = false;
    bool frozen = false;
    std::vector<Hold> holds;  ///< locks whose key it has, oldest first
  };

  void apply_to_node(NodeState& node, const Event& event);
  LaneCell cell_of(const NodeState& node) const;

  const Trace& trace_;
  const std::vector<Lane>& lanes_;
  std::map<std::string_view, ClientId> owners_;  ///< by value
  std::vector<bool> is_lock_;
  bool critical_;
  std::vector<ClientProgress> clients_;
  std::vector<NodeState> nodes_;
};

}  // namespace locklab::app
