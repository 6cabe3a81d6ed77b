// Shortens text to a given width.
#pragma once

#include <string>

namespace locklab::app {

/// As much of a text as fits this width, followed by an ellipsis if something was cut.
std::string shortened(const std::string& text, float width);

}  // namespace locklab::app
