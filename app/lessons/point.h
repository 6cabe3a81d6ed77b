// The names of what a lesson's step can point at, as assets/lessons/README.md lists them, and the
// widgets of the window that they mean.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/sentence.h"

namespace locklab::app {

/// What to write instead; nothing: it is such a name. Whether a run has a lane or a verdict of that
/// name cannot be known here.
std::optional<Sentence> unknown_point(std::string_view name);

/// The named widgets around which it is; of none of them a part needs to be on the screen. A name
/// that ends with '*' means all that begin so.
std::vector<std::string> widgets_of_point(std::string_view name);

}  // namespace locklab::app
