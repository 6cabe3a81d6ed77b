// A run as one HTML file that needs nothing else: no network, no other file. A teacher can mail it
// to a class. Its frame, style and script lie in assets/page/.
#pragma once

#include <cstddef>
#include <string>

#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// A browser keeps every event of a page in view: of more than so many it would be slow.
inline constexpr std::size_t most_page_events = 20'000;

/// The timeline with its controls, the verdicts, the events in words, and the strategy's source.
/// The same run always gives the same bytes. At most most_page_events.
std::string write_page(const ShownRun& run, Language language = Language::english);

}  // namespace locklab::app
