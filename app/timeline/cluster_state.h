// The whole cluster at one moment of a run: who is doing what, whose keys the nodes have and for
// how long, what is on its way, which clocks are wrong and which links are broken. A pure function
// of the trace and a moment in it. States of the run are kept at every so many events
// (add_moments), so that any other is at most a few thousand events away from one of them, however
// long the run is.
#pragma once

#include <cstdint>
#include <vector>

#include "app/timeline/client_progress.h"
#include "sim/trace/run_state.h"
#include "sim/trace/trace.h"

namespace locklab::app {

struct Scene;

using ClusterClock = sim::ClockState;
using sim::NodeCondition;

struct ClusterClient {
  ClientProgress progress;
  bool crashed = false;
  bool finished = false;
  ClusterClock clock;
  bool operator==(const ClusterClient&) const = default;
};

/// A lock's key on a node.
struct ClusterKey {
  std::uint16_t key = no_name;   ///< which lock
  std::uint16_t owner = 0xffff;  ///< client; 0xffff: nobody known
  std::uint32_t set = 0;         ///< event: key_set
  std::int64_t lease_us = -1;    ///< the whole lease; -1: it has none
  std::int64_t lease_end = -1;   ///< us of the world, by the node's clock as it runs then
  std::int64_t left_us = -1;     ///< at the moment asked for; -1: no lease
  bool operator==(const ClusterKey&) const = default;
};

struct ClusterNode {
  NodeCondition condition = NodeCondition::up;
  std::int32_t master = -1;      ///< node that it is a replica of; -1: it is a master
  bool behind = false;           ///< a replica that has not the same keys as its master
  std::vector<ClusterKey> keys;  ///< of locks, in the order in which they were set first
  ClusterClock clock;
  bool operator==(const ClusterNode&) const = default;
};

/// A link to which something was done.
struct ClusterLink {
  std::uint16_t client = 0;  ///< lanes
  std::uint16_t node = 0;
  std::uint8_t cut = 0;   ///< bit 0 requests, bit 1 replies
  std::uint8_t held = 0;  ///< as cut
  std::int64_t slowed_us = 0;
  bool operator==(const ClusterLink&) const = default;
};

/// A request or a reply on its way.
struct ClusterMessage {
  std::uint32_t number = 0;   ///< Event::message
  std::uint32_t message = 0;  ///< of Scene::messages
  bool reply = false;
  bool abandoned = false;  ///< its client has stopped waiting for it
  bool lost = false;       ///< it has just been lost
  float part = 0;          ///< 0 .. 1: of its way
  bool operator==(const ClusterMessage&) const = default;
};

struct ClusterResource {
  bool touched = false;
  std::int64_t value = 0;
  std::uint16_t writer = 0xffff;    ///< client whose write was accepted last
  std::int64_t highest_token = -1;  ///< fencing token; -1: none has come
  bool operator==(const ClusterResource&) const = default;
};

struct ClusterState {
  std::vector<ClusterClient> clients;
  std::vector<ClusterNode> nodes;
  ClusterResource resource;
  std::vector<ClusterLink> links;        ///< by client, then node
  std::vector<ClusterMessage> messages;  ///< by number
  bool operator==(const ClusterState&) const = default;
};

/// The first `events` events have happened, and it is `at` us. At the very time of the last of
/// them, the message that it delivered or lost can still be seen.
ClusterState cluster_at(const Trace& trace, const Scene& scene, std::size_t events,
                        std::int64_t at);

/// Keeps the states of the run that cluster_at starts from. `scene` has everything else.
void add_moments(const Trace& trace, Scene& scene);

}  // namespace locklab::app
