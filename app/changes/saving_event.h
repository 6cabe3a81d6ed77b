// Where a change saved a run: the first relevant difference between the run that keeps its promises
// and the one that broke them, as an event and in words.
#pragma once

#include <cstdint>
#include <optional>

#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The event of `saved` that saved it, the first kind found of these: the resource rejected a late
/// write; a node refused a request that changed a key in `broken`; an attempt failed that was
/// granted there; a client entered more often than there; a client made the entry that broke mutual
/// exclusion there; or the key that a failed attempt left there was removed. nullopt if there is no
/// such event.
std::optional<std::uint32_t> saving_event(const ShownRun& broken, const ShownRun& saved);

/// Describes that event: "n3 refuses bob: alice holds it".
Sentence saving_words(const ShownRun& saved, std::uint32_t event);

}  // namespace locklab::app
