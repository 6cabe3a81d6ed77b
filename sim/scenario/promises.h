// What each strategy promises. The lab judges a lock by it; the lock itself knows nothing of it.
#pragma once

#include <string_view>

#include "sim/trace/property.h"

namespace locklab::sim {

/// None for an id that no strategy has.
Properties promised_by(std::string_view strategy);

}  // namespace locklab::sim
