// Where a change saved a run: the first event in which the run that keeps its promises differs from
// the one that broke them, and that event in words.
#pragma once

#include <cstdint>
#include <optional>

#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The event of `saved` that saved it: the resource refused a late write; a node answered a request
/// without changing a key, or a client was refused, which was otherwise in `broken`; somebody
/// entered who had waited in vain; or who had entered too early did not. None: nothing of that.
std::optional<std::uint32_t> saving_event(const ShownRun& broken, const ShownRun& saved);

/// "n3 refuses bob: alice holds it"
Sentence saving_words(const ShownRun& saved, std::uint32_t event);

}  // namespace locklab::app
