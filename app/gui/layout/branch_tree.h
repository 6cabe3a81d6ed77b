// The branches of a story as a tree: who came of whom, and what was done there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/words/words.h"

namespace locklab::app {

struct BranchPlace {
  std::size_t branch = 0;
  std::size_t depth = 0;  ///< how many came before it
  bool new_line = true;   ///< else it stands at the right of the one that it came of
};

/// From the story on, each followed by what came of it: the first of these on its line, the others
/// below.
std::vector<BranchPlace> branch_tree(const Model& model);

/// What was done to the run that it came of: "alice crashes at 61 ms", "lease: 500". Empty: it is
/// the story.
std::string branch_words(const Words& say, const Model& model, std::size_t branch);

}  // namespace locklab::app
