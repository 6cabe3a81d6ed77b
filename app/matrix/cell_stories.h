// The shipped story that shows what a cell of the matrix says. A search gives the shortest schedule
// that breaks a lock, in which two are inside for a few pixels and nothing comes of it; a story is
// told so that it can be seen.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sim/trace/property.h"

namespace locklab::app {

struct CellStory {
  std::string_view strategy, fault;  ///< the cell: row and column of the matrix
  sim::Property property;            ///< what the story breaks
  std::string_view run;
};

/// All of them, for the test that runs each.
std::span<const CellStory> cell_stories();

/// The story's run. None: no shipped story has this lock, this fault and this broken promise.
std::optional<std::string_view> story_of_cell(std::string_view strategy, std::string_view fault,
                                              sim::Property property);

}  // namespace locklab::app
