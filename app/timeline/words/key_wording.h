// Describes what happens to the keys of a node. A lock's key is described by its owner.
#pragma once

#include <cstddef>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A key was set, or its lease was changed.
Sentence key_happening(const sim::Trace& trace, std::size_t event);
/// A key was removed by this event.
Sentence key_gone(const sim::Trace& trace, std::size_t event);
/// A slot of a cluster has moved to another node with all its keys.
Sentence slot_move(const sim::Trace& trace, const sim::Event& moved);

}  // namespace locklab::app
