// Text inside HTML and SVG. Names and sentences of a run may come from an untrusted file, and must
// not become markup or a script.
#pragma once

#include <string>
#include <string_view>

namespace locklab::app {

/// Escapes text for the inside of an element or of a quoted attribute. Control characters and
/// invalid UTF-8 are replaced.
std::string escaped(std::string_view text);

}  // namespace locklab::app
