// Where the lanes of a timeline stand in a terminal: as wide as their names where there is room,
// narrow with names written downwards where there is not, and without the last of them where even
// that does not fit.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/timeline/layout.h"

namespace locklab::app {

struct LaneColumns {
  std::vector<std::optional<std::size_t>>
      centre;                           ///< by lane: the column of its bar; none: no room
  std::vector<std::size_t> lane_width;  ///< by lane
  std::size_t width = 0;                ///< of all
  bool downwards = false;               ///< names are written from top to bottom
  std::size_t hidden_clients = 0;       ///< without a lane
  std::size_t hidden_nodes = 0;
};

/// The columns that all lanes take at least.
std::size_t narrowest_lanes(const Timeline& timeline);

/// For `room` columns. Clients that a violation names keep their lanes longest, then the first two.
LaneColumns lane_columns(const Timeline& timeline, std::size_t room);

/// The lines with the lanes' names.
std::vector<std::string> header_lines(const Timeline& timeline, const LaneColumns& columns);

}  // namespace locklab::app
