// The mark in files that the program writes, by which it recognises its own.
#pragma once

#include <string_view>

namespace locklab::app {

/// Written at the beginning of a page (in a meta tag), a picture (in an attribute), JSON and a
/// saved scenario, and at the end of a text: the program's name under the key "generator".
inline constexpr std::string_view generator = "Lock Lab";

}  // namespace locklab::app
