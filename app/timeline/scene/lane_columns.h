// The columns of a timeline's lanes in a terminal. Lanes are as wide as their names if they fit;
// otherwise they are narrow with names written downwards, and the least important ones are dropped
// if even that is too wide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/timeline/scene/layout.h"

namespace locklab::app {

struct LaneColumns {
  std::vector<std::optional<std::size_t>>
      centre;  ///< by lane: the column of its bar; nullopt if not shown
  std::vector<std::size_t> lane_width;
  std::size_t width = 0;           ///< total of the visible lanes
  bool downwards = false;          ///< names are written from top to bottom
  std::size_t hidden_clients = 0;  ///< number of clients without a lane
  std::size_t hidden_nodes = 0;
};

/// The minimum number of columns for all lanes.
std::size_t narrowest_lanes(const Timeline& timeline);

/// Lays out the lanes within `room` columns. Clients named by a violation are dropped last, and the
/// first two clients just before them.
LaneColumns lane_columns(const Timeline& timeline, std::size_t room);

/// The header lines with the lanes' names.
std::vector<std::string> header_lines(const Timeline& timeline, const LaneColumns& columns);

}  // namespace locklab::app
