// The fields of a server's reply to INFO.
#pragma once

#include <string_view>

namespace locklab::app {

/// The value of `field` in the reply's text, or an empty one if the server does not report that
/// field.
std::string_view info_field(std::string_view info, std::string_view field);

}  // namespace locklab::app
