// The visible characters of a name: letters and symbols that have a width. A name of joiners,
// accents and direction marks alone would be blank in every drawing.
#pragma once

#include <string_view>

namespace locklab::sim {

/// Whether the UTF-8 text `name` contains a visible character.
bool visible(std::string_view name);

}  // namespace locklab::sim
