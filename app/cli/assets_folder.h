// Where the program finds the files that a teacher may edit.
#pragma once

#include <string>
#include <variant>

#include "sim/trace/problem.h"

namespace locklab::app {

/// The folder of assets: LOCKLAB_ASSETS, or the checkout that the program was built in. Empty: use
/// the embedded copies. A problem where LOCKLAB_ASSETS names a folder without scenarios.
std::variant<std::string, sim::Problem> assets_folder();

}  // namespace locklab::app
