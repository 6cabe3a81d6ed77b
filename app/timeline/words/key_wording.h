// Describes what happens to the keys of a node. A lock's key is described by its owner.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// Describes a key that was set, or whose lease was changed.
Sentence key_happening(const sim::Trace& trace, std::size_t event);
/// Describes a key that was deleted, has expired or was lost.
Sentence key_gone(const sim::Trace& trace, std::size_t event);
/// Describes the move of a cluster's slot, with all its keys, to another node.
Sentence slot_move(const sim::Trace& trace, const sim::Event& moved);

}  // namespace locklab::app
