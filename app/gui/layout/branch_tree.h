// The branches of a story as a tree: the parent of each, and the change that led to it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The branches in depth-first order: each branch is followed by its children, the oldest first.
std::vector<std::size_t> branch_tree(const Model& model);

/// The change from the parent: "alice crashes at 61 ms", "lease: 500". Empty for the story.
std::string branch_words(const Words& say, const Model& model, std::size_t branch);

}  // namespace locklab::app
