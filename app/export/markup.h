// Text as HTML and SVG take it. Names and sentences of a run come from files, and files from
// strangers: nothing of them may become markup, or a script.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace locklab::app {

/// For the inside of an element and of a quoted attribute; control characters and bytes that are no
/// UTF-8 are replaced.
std::string escaped(std::string_view text);

/// JSON for the inside of a <script> element: nothing in it can end the element or begin a comment.
std::string json_in_script(std::string_view json);

/// "#1666c5".
std::string web_colour(std::uint32_t rgb);

}  // namespace locklab::app
