// The parts of the Explore dialog.
#pragma once

#include <string>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws the answer of a search, the verdict first.
void explore_answer(const View& view, const Found& found);
/// The time, states, states per second, depth and memory of the search, in words.
std::string searched_words(const View& view, const SearchNow& now);

}  // namespace locklab::app
