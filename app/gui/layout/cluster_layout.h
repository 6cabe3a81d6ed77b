// Where everything of a cluster stands on the screen: nodes at the left, clients in the middle, the
// resource at the right, since clients alone talk to both. Plain shapes in pixels, without colours
// and without a window.
#pragma once

#include <cstdint>
#include <vector>

#include "app/timeline/cluster_state.h"
#include "app/timeline/scene.h"

namespace locklab::app {

struct ClusterOptions {
  float width = 0;  ///< pixels
  float height = 0;
  float scale = 1;                   ///< pixels for what is one at 100 %
  std::vector<std::uint16_t> lanes;  ///< which, from top to bottom
};

/// A client, a node or the resource.
struct PlaceShape {
  std::uint16_t lane = 0;
  float x = 0, y = 0;
  float radius = 0;
  float room = 0;     ///< height that it and its label have
  bool named = true;  ///< there is room for a label
};

/// A key on a node: what is left of its lease, as a part of a ring.
struct RingShape {
  std::uint16_t lane = 0;  ///< of the node
  float x = 0, y = 0;
  float radius = 0;
  float part = 1;        ///< 0 .. 1
  bool lasting = false;  ///< it has no lease
  std::uint16_t owner = 0xffff;
};

struct LinkShape {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< from the client's edge to the node's
  float fault_x = 0, fault_y = 0;        ///< where a fault is marked
  ClusterLink link;                      ///< with nothing done to it: both zero
};

/// From a replica to its master.
struct ReplicationShape {
  std::uint16_t replica = 0;  ///< lane
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float bend = 0;  ///< how far left of both the way goes
};

struct FlightShape {
  float x = 0, y = 0;
  float to_x = 0, to_y = 0;        ///< of length 1: where it is going
  float words_x = 0, words_y = 0;  ///< beside which what it says stands: never over its ends
  std::uint32_t message = 0;       ///< of Scene::messages
  bool reply = false;
  bool abandoned = false;
  bool lost = false;
  bool held = false;  ///< its link holds it back
};

struct ClusterShapes {
  std::vector<PlaceShape> places;
  std::vector<RingShape> rings;
  std::vector<LinkShape> links;
  std::vector<ReplicationShape> replication;
  std::vector<FlightShape> flights;

  /// The link within so many pixels of a place; null: none.
  const LinkShape* link_at(float x, float y, float reach) const;
  const PlaceShape* place_of(std::uint16_t lane) const;  ///< null: it is hidden
};

ClusterShapes lay_out_cluster(const Scene& scene, const ClusterState& state,
                              const ClusterOptions& options);

}  // namespace locklab::app
