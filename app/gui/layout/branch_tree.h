// The branches of a story: their order in a tree, and the change that led to each.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The branches in depth-first order: each branch is followed by its descendants, the oldest child
/// first.
std::vector<std::size_t> branch_tree(const Model& model);

/// The change from the parent: "61 ms: alice crashes", "lease: 500 ms"; "live Redis" for a recorded
/// run. Empty for branch 0, the story itself, and for a branch that does not exist.
std::string branch_words(const Words& say, const Model& model, std::size_t branch);

}  // namespace locklab::app
