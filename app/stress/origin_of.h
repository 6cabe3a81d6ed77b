// The origin of a load that is made here and now.
#pragma once

#include <string>

#include "app/load/origin.h"

namespace locklab::app {

/// `command`: what was typed.
Origin origin_of(const std::string& command);

}  // namespace locklab::app
