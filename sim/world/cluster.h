// A simulated Redis Cluster of all nodes of a scenario: the owner of each slot, the keys that move
// with a slot, and the bus over which its nodes exchange channels' messages. All nodes always know
// the owner of a slot, and a slot moves instantly: a real move takes some milliseconds, during
// which ASK redirects single commands.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "lock/redirection.h"
#include "sim/scenario/fault.h"
#include "sim/scenario/scenario.h"
#include "sim/trace/fingerprint.h"
#include "sim/world/node.h"

namespace locklab::sim {

class World;

class Cluster {
 public:
  /// Makes all nodes of `scenario` join the cluster. `world` and `scenario` must outlive it.
  Cluster(World& world, const Scenario& scenario);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  NodeId owner(std::uint16_t slot) const;
  /// Moves the scenario's slots at `from` to `to`, with all their keys.
  NoEffect migrate(FaultToken token, NodeId from, NodeId to);
  /// The first of `from` and `to` that cannot give or take slots now; no_node if both can.
  NodeId in_the_way(NodeId from, NodeId to) const;
  /// The node at the address of a redirection; no_node if there is none.
  NodeId node_at(const Redirection& to) const;
  /// Delivers newly published messages to all other nodes.
  void spread();
  void fingerprint(Fingerprint& print) const;

 private:
  struct Message {
    NodeId from = no_node;
    std::string channel, text;
  };
  NoEffect absence(NodeId node) const;
  void move(FaultToken token, std::uint16_t slot, Node& from, Node& to);

  World& world_;
  const std::vector<NodeSpec>& nodes_;
  std::map<std::uint16_t, NodeId> owners_;  ///< of the slots that the scenario uses; others never
                                            ///< move
  std::vector<Message> published_;          ///< not delivered to the other nodes yet
};

}  // namespace locklab::sim
