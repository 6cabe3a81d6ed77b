// The properties that each strategy promises. They follow from its traits (lock/traits.h).
#pragma once

#include <string_view>

#include "sim/trace/property.h"

namespace locklab {
struct Strategy;
}

namespace locklab::sim {

/// The properties that a strategy promises; empty for an unknown id.
Properties promised_by(std::string_view strategy);
Properties promised_by(const Strategy& strategy);

}  // namespace locklab::sim
