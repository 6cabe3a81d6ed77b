// A simulated Redis Cluster of all nodes of a world: who has which slot, what moves with a slot,
// and the bus on which its nodes tell each other of channels' messages. All of its nodes always
// know who has a slot, and a slot moves at once: a real one takes some milliseconds, in which ASK
// sends single commands on.
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
  /// Of the nodes that the world has. All of it outlives the cluster.
  Cluster(World& world, const Scenario& scenario);
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  NodeId owner(std::uint16_t slot) const;
  /// The lock's slots that are at `from` go to `to`, with all their keys.
  NoEffect migrate(FaultToken token, NodeId from, NodeId to);
  /// Which of both gives or takes no slot now; no_node: neither.
  NodeId in_the_way(NodeId from, NodeId to) const;
  /// The node at the address that a node has told; no_node: none of them.
  NodeId node_at(const Redirection& to) const;
  /// Brings what was published since to all other nodes.
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
  std::map<std::uint16_t, NodeId> owners_;  ///< of the lock's slots; others stay where they began
  std::vector<Message> published_;          ///< and not told to the others yet
};

}  // namespace locklab::sim
