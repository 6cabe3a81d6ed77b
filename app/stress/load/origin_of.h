// Origin of a load that runs on this machine now.
#pragma once

#include <string>

#include "app/load/origin.h"

namespace locklab::app {

/// Collects all but Origin::servers. `command` is the command line as typed.
Origin origin_of(const std::string& command);

}  // namespace locklab::app
