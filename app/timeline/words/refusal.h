// Finds the client that held a lock when another client was refused. A reader wants its name, but
// the lock itself knows only that there is a holder.
#pragma once

#include <cstddef>
#include <optional>

#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// The other client whose key caused the refusal at event `refused`. nullopt if there was another
/// reason, or if the events just before do not show the client.
std::optional<ClientId> holder_at_refusal(const sim::Trace& trace, std::size_t refused);

/// A refusal without its client: "is refused: alice holds it".
Sentence refusal_words(const sim::Trace& trace, std::size_t refused);

}  // namespace locklab::app
