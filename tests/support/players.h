// The clients and nodes of forged traces that name them in this order.
#pragma once

#include "lock/ids.h"

namespace locklab::sim::players {

inline constexpr ClientId alice{0};
inline constexpr ClientId bob{1};
inline constexpr NodeId n1{0};
inline constexpr NodeId n2{1};
inline constexpr NodeId n3{2};
inline constexpr NodeId n4{3};

}  // namespace locklab::sim::players
