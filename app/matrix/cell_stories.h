// The shipped story that illustrates a cell of the matrix. A search gives the shortest schedule
// that breaks a lock, in which two clients may be inside together only for a moment and without
// consequences; a story is written to show the harm.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "sim/trace/property.h"

namespace locklab::app {

struct CellStory {
  std::string_view strategy, fault;  ///< the cell: row and column of the matrix
  sim::Property property;            ///< broken by the story
  std::string_view run;
};

/// All cell stories, for a test that runs each of them.
std::span<const CellStory> cell_stories();

/// The story's run; nullopt if no shipped story has this lock, this fault and this broken promise.
std::optional<std::string_view> story_of_cell(std::string_view strategy, std::string_view fault,
                                              sim::Property property);

}  // namespace locklab::app
