// Escapes text for HTML and SVG. Names and sentences of a run may come from a stranger's file, and
// must not become markup or a script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace locklab::app {

/// Escapes text for the inside of an element or of a quoted attribute. Control characters and
/// invalid UTF-8 are replaced.
std::string escaped(std::string_view text);

/// Escapes JSON for the inside of a <script> element, so that it can neither end the element nor
/// begin a comment.
std::string json_in_script(std::string_view json);

/// A colour as CSS writes it: "#1666c5".
std::string web_colour(std::uint32_t rgb);

}  // namespace locklab::app
