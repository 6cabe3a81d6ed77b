// Positions in the cluster view: nodes on the left, clients in the middle, since they communicate
// with both sides, and the resource on the right. Plain shapes in pixels, without colours or a
// window.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "app/timeline/scene/cluster_state.h"
#include "app/timeline/scene/scene.h"

namespace locklab::app {

/// The side of a place on which its label is.
enum class LabelSide : std::uint8_t { left, right, below };

struct PlaceShape;

struct ClusterOptions {
  float width = 0;  ///< pixels
  float height = 0;
  float scale = 1;                   ///< 1 at 100 %
  float line = 16;                   ///< height of a line of a label
  std::vector<std::uint16_t> lanes;  ///< visible lanes from top to bottom
  float node_room = 0;      ///< from the left edge to the nodes' centres; 0 for the default
  float resource_room = 0;  ///< from the resource's centre to the right edge; 0 for the default
  // Widths of words, for which space is reserved; 0 if unknown. They are the same at all moments of
  // a run, so that no place moves with the cursor.
  float node_names = 0;
  float node_words = 0;  ///< a node's words in one line
  float node_clock = 0;  ///< the name with a clock error; 0 if no node has one
  float client_names = 0;
  float client_words = 0;  ///< the name with a usual state
  float client_most = 0;   ///< the name with the longest state and clock error
  float resource_name = 0;
  float resource_words = 0;
  /// Returns the width in pixels from a client's outline to the end of the label drawn beside it.
  /// The link to the resource begins just behind it; no place moves. Null if links begin at the
  /// outline.
  std::function<float(const PlaceShape&, const ClusterOptions&)> drawn;
};

/// A client, a node or the resource.
struct PlaceShape {
  std::uint16_t lane = 0;
  float x = 0, y = 0;
  float radius = 0;     ///< for the resource: half the side of its square
  float room = 0;       ///< height for it and its label
  float label = 0;      ///< maximum width of its label
  float words = 0;      ///< from its outline to the end of the label before its link; 0 if none
  bool square = false;  ///< the resource
  LabelSide side = LabelSide::below;
};

/// A key on a node: an arc that shows the remaining lease.
struct RingShape {
  std::uint16_t lane = 0;  ///< of the node
  float x = 0, y = 0;
  float radius = 0;
  float part = 1;                ///< remaining fraction of the lease, 0 .. 1
  bool lasting = false;          ///< a key without a lease
  std::uint16_t owner = 0xffff;  ///< client; 0xffff if unknown
  bool other_lock = false;       ///< not the run's main lock
};

struct LinkShape {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< from the client to the outline of the other place
  float fault_x = 0, fault_y = 0;        ///< position of the fault's mark
  ClusterLink link;                      ///< lanes of both ends, and the faults if there are any
};

/// The line from a replica to its master.
struct ReplicationShape {
  std::uint16_t replica = 0;  ///< lane
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  float bend = 0;  ///< rightward offset of the curve's control points; 0 for a straight line
};

struct FlightShape {
  float x = 0, y = 0;
  float to_x = 0, to_y = 0;              ///< unit vector of the direction of flight
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< the whole path
  float part = 0;                        ///< covered fraction of the path, 0 .. 1
  std::uint32_t message = 0;             ///< index into Scene::messages
  std::uint16_t client = 0;              ///< lane of its sending or receiving client
  bool reply = false;
  bool abandoned = false;
  bool lost = false;
  bool held = false;  ///< held back by a link fault
};

struct ClusterShapes {
  std::vector<PlaceShape> places;
  std::vector<RingShape> rings;
  std::vector<LinkShape> links;
  std::vector<ReplicationShape> replication;
  std::vector<FlightShape> flights;

  /// The nearest link less than `reach` pixels away; nullptr if there is none.
  const LinkShape* link_at(float x, float y, float reach) const;
  const PlaceShape* place_of(std::uint16_t lane) const;  ///< nullptr if hidden
};

/// Whether the line between the centres of two places crosses a rectangle.
bool goes_through(const PlaceShape& from, const PlaceShape& to, float x0, float y0, float x1,
                  float y1);

ClusterShapes lay_out_cluster(const Scene& scene, const ClusterState& state,
                              const ClusterOptions& options);

}  // namespace locklab::app
