// Who held a lock when somebody was refused: a reader wants the name, and the lock itself knows
// only that there is one.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The other client whose key was the reason for the refusal at event `refused`. None: the trace
/// does not show it, or the reason was another one.
std::optional<ClientId> holder_at_refusal(const sim::Trace& trace, std::size_t refused);

/// A refusal without its client: "is refused: alice holds it".
Sentence refusal_words(const sim::Trace& trace, std::size_t refused);

}  // namespace locklab::app
