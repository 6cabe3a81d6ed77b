// What a server says of itself.
#pragma once

#include <string_view>

namespace locklab::app {

/// The value of `field` in the text of INFO; empty: it is missing.
std::string_view info_field(std::string_view info, std::string_view field);

}  // namespace locklab::app
