// What each strategy promises, in the words of the lab: it follows from what the strategy is like
// (lock/traits.h).
#pragma once

#include <string_view>

#include "sim/trace/property.h"

namespace locklab {
struct Strategy;
}

namespace locklab::sim {

/// None for an id that no strategy has.
Properties promised_by(std::string_view strategy);
Properties promised_by(const Strategy& strategy);

}  // namespace locklab::sim
