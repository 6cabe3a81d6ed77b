// Sentinels of a simulated world, which promote a replica when they have missed its master for long
// enough. They run on their own machines, always reach every node, and never fail: the lab shows
// only that a vote takes time, not how it can fail.
#pragma once

#include <cstdint>
#include <deque>

#include "lock/time.h"
#include "sim/wire/event_queue.h"
#include "sim/world/node.h"

namespace locklab::sim {

class World;

/// The time from the agreement that a master is down until clients learn of the new one: the
/// sentinels vote, instruct the replica, and learn a second later that it is the master.
inline constexpr Duration sentinels_vote = 1600ms;

class Sentinels {
 public:
  Sentinels(World& world, std::uint32_t count, Duration down_after)
      : world_(world), count_(count), down_after_us_(us(down_after)) {}
  Sentinels(const Sentinels&) = delete;
  Sentinels& operator=(const Sentinels&) = delete;

  /// Notes that the node has died or frozen, or is back.
  void came_or_went(const Node& node);

  /// The sentinels' shared view of one node.
  struct Watch {
    Watch(Sentinels& its_sentinels, NodeId its_node);
    Sentinels& sentinels;
    NodeId node;
    Timer timer;
    bool voting = false;  ///< the failover proceeds, whatever the node does
  };

 private:
  static void fired(Timer& timer);
  void agree(const Node& master);
  void promote_one(const Node& master);

  World& world_;
  const std::uint32_t count_;
  const std::int64_t down_after_us_;
  std::deque<Watch> watches_;  ///< by NodeId
};

}  // namespace locklab::sim
