// What of a name can be seen: letters and signs with a width of their own. A name of joiners,
// marks and marks of direction alone would be an empty place in every drawing.
#pragma once

#include <string_view>

namespace locklab::sim {

/// Whether UTF-8 `name` has a character that is seen by itself.
bool visible(std::string_view name);

}  // namespace locklab::sim
