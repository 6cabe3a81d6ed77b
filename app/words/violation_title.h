// The title of a violation under load. A trace's file holds it in English; whoever shows it says it
// in the user's language.
#pragma once

#include <string_view>

#include "sim/trace/sentence.h"

namespace locklab::app {

/// "overlap at lock 1 under load, at 1.234567 s; 0 here is 0.9 s there". `kind`: a harm's name.
/// `at`: when it was on the clock of the report, and `zero`: where the trace's own zero is there.
Sentence violation_title(std::string_view kind, std::string_view lock, std::string_view at,
                         bool in_warm_up, std::string_view zero);

/// Any title as a sentence: one that violation_title() has made is that sentence again.
Sentence title_words(std::string_view title);

}  // namespace locklab::app
