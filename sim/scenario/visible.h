// The visible characters of a name: letters and signs with a width of their own. A name of joiners,
// accents and direction marks alone would be an empty place in every drawing.
#pragma once

#include <string_view>

namespace locklab::sim {

/// Whether the UTF-8 text `name` has a character that is visible by itself.
bool visible(std::string_view name);

}  // namespace locklab::sim
