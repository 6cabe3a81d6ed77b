// Formats JSON for HTML, and colours for CSS and SVG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace locklab::app {

/// Escapes JSON for the inside of a <script> element, so that it can neither end the element nor
/// begin a comment.
std::string json_in_script(std::string_view json);

/// Formats a colour for CSS: "#1666c5".
std::string web_colour(std::uint32_t rgb);

}  // namespace locklab::app
