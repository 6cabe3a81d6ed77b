// Fields of a server's reply to INFO.
#pragma once

#include <string_view>

namespace locklab::app {

/// Returns the value of `field`; empty if it is missing, or in the first line of `info`.
std::string_view info_field(std::string_view info, std::string_view field);

}  // namespace locklab::app
