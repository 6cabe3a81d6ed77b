// Text that must fit into a width.
#pragma once

#include <string>

namespace locklab::app {

/// As much of a text as fits in this width, with three dots if that is not all.
std::string shortened(const std::string& text, float width);

}  // namespace locklab::app
