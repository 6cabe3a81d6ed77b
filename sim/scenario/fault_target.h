// What a fault strikes: both worlds hand it on by that.
#pragma once

#include "sim/scenario/fault.h"
#include "sim/trace/event.h"

namespace locklab::sim {

/// A client, a node or a link. A message is struck on its link.
Subject target_of(const Fault& fault);

}  // namespace locklab::sim
