// The names that a lesson's step can highlight, listed in assets/lessons/README.md, and the widgets
// that they refer to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/trace/sentence.h"

namespace locklab::app {

/// A suggestion of the nearest name if `name` is unknown; nullopt if it is known. Names of lanes
/// are not checked, since they depend on the run.
std::optional<Sentence> unknown_point(std::string_view name);

/// The widgets that a name highlights; some may be off the screen. A widget name that ends with '*'
/// is a prefix.
std::vector<std::string> widgets_of_point(std::string_view name);

}  // namespace locklab::app
