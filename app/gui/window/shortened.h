// Shortens text to a given width.
#pragma once

#include <string>

namespace locklab::app {

/// As much of a text as fits into `width` pixels in the current font, followed by an ellipsis if it
/// was cut; the ellipsis alone if nothing fits.
std::string shortened(const std::string& text, float width);

}  // namespace locklab::app
