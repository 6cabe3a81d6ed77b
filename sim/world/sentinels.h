// Sentinels beside a simulated world, which promote a replica when they have missed its master for
// long enough. They run on machines of their own, always reach every node, and never fail: what can
// go wrong with a vote is not shown here, only that it takes its time.
#pragma once

#include <cstdint>
#include <deque>

#include "lock/time.h"
#include "sim/wire/event_queue.h"
#include "sim/world/node.h"

namespace locklab::sim {

class World;

/// The time from the agreement that a master is down until clients are told of another: they vote,
/// tell the replica, and hear a second later that it is the master.
inline constexpr Duration sentinels_vote = 1600ms;

class Sentinels {
 public:
  Sentinels(World& world, std::uint32_t count, Duration down_after)
      : world_(world), count_(count), down_after_us_(us(down_after)) {}
  Sentinels(const Sentinels&) = delete;
  Sentinels& operator=(const Sentinels&) = delete;

  /// Learns that the node has died or stands still, or is there again.
  void came_or_went(const Node& node);

  /// What all of them think of one node.
  struct Watch {
    Watch(Sentinels& its_sentinels, NodeId its_node);
    Sentinels& sentinels;
    NodeId node;
    Timer timer;
    bool voting = false;  ///< they have agreed that it is down: it goes on, whatever the node does
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
