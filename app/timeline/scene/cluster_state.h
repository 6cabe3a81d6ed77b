// The whole cluster at one moment of a run: what every client and node is doing, the keys on the
// nodes with their leases, the resource, the messages in flight, clock errors and link faults. A
// pure function of the trace and the moment. The scene stores a state of the run at intervals
// (add_moments), so that only a small part of the run is processed again to reach a moment.
#pragma once

#include <cstdint>
#include <vector>

#include "app/timeline/words/client_progress.h"
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
  std::uint16_t key = sim::no_name;  ///< the lock (Trace::name_of)
  std::uint16_t owner = 0xffff;      ///< client; 0xffff if unknown
  std::uint32_t set = 0;             ///< index of the key_set event
  std::int64_t lease_us = -1;        ///< the whole lease; -1 if none
  std::int64_t lease_end = -1;       ///< us of world time, by the node's current clock; -1 if none
  std::int64_t left_us = -1;         ///< remaining lease at this moment; -1 if none
  bool operator==(const ClusterKey&) const = default;
};

struct ClusterNode {
  NodeCondition condition = NodeCondition::up;
  std::int32_t master = -1;      ///< node that this one replicates; -1 for a master
  bool behind = false;           ///< a replica whose keys differ from those of its living master
  std::vector<ClusterKey> keys;  ///< the main lock's key first
  /// For a node that is down: the keys it will have when it returns. Meanwhile it has no `keys`.
  std::vector<ClusterKey> saved;
  ClusterClock clock;
  bool operator==(const ClusterNode&) const = default;
};

/// A link with a fault.
struct ClusterLink {
  std::uint16_t client = 0;  ///< index of its lane, like `node`
  std::uint16_t node = 0;
  std::uint8_t cut = 0;   ///< bit 0 requests, bit 1 replies
  std::uint8_t held = 0;  ///< bits as in cut
  std::int64_t slowed_us = 0;
  bool operator==(const ClusterLink&) const = default;
};

/// A request or a reply in flight.
struct ClusterMessage {
  std::uint32_t number = 0;   ///< Event::message
  std::uint32_t message = 0;  ///< index into Scene::messages
  bool reply = false;
  bool abandoned = false;  ///< its client no longer waits for it
  bool lost = false;       ///< lost at this moment
  float part = 0;          ///< covered fraction of the leg, 0 .. 1; at most 0.5 if it gets lost
  bool operator==(const ClusterMessage&) const = default;
};

struct ClusterResource {
  bool touched = false;
  std::int64_t value = 0;
  std::uint16_t writer = 0xffff;    ///< client of the last accepted write; 0xffff if none
  std::int64_t highest_token = -1;  ///< fencing token; -1 if none yet
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

/// The state after the first `events` events, at time `at` in us. A message that the last event
/// delivered or lost stays visible at that event's time.
ClusterState cluster_at(const sim::Trace& trace, const Scene& scene, std::size_t events,
                        std::int64_t at);

/// Stores states of the run for cluster_at to start from. The rest of `scene` must be complete.
void add_moments(const sim::Trace& trace, Scene& scene);

}  // namespace locklab::app
