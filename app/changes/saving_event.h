// Where a change saved a run: the first relevant difference between the run that keeps its promises
// and the one that broke them, as an event and in words.
#pragma once

#include <cstdint>
#include <optional>

#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The event of `saved` that saved it: the resource rejected a late write; a node answered a
/// request without changing a key, or a client was refused, unlike in `broken`; a client entered
/// that had waited in vain in `broken`; the client that broke mutual exclusion there entered
/// without breaking it; or the key that a failed attempt left there was removed. nullopt if there
/// is no such event.
std::optional<std::uint32_t> saving_event(const ShownRun& broken, const ShownRun& saved);

/// A sentence such as "n3 refuses bob: alice holds it".
Sentence saving_words(const ShownRun& saved, std::uint32_t event);

}  // namespace locklab::app
