// The title of a violation under load. A trace's file stores it in English; it is translated for
// display.
#pragma once

#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::app {

/// Formats "overlap at lock 1, at 1.234 s of the load (time 0 here = 0.900 s)". `kind`: the
/// violation's kind. `at`: its time on the report's clock; `zero`: the time of the trace's zero on
/// that clock.
Sentence violation_title(std::string_view kind, std::string_view lock, std::string_view at,
                         bool in_warm_up, std::string_view zero);

/// Converts a title to a sentence; a title made by violation_title() becomes translatable again.
Sentence title_words(std::string_view title);

}  // namespace locklab::app
