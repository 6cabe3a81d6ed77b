// Shortens text to a given width.
#pragma once

#include <string>

namespace locklab::app {

/// As much of a text as fits `width` pixels in the current font, with an ellipsis if it was cut.
std::string shortened(const std::string& text, float width);

}  // namespace locklab::app
