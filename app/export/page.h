// A run as one HTML file that needs no network and no other file, so that a teacher can mail it to
// a class. Its frame, style and script are in assets/page/.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// Maximum number of events in a page: a browser lays out all of them, so more would be slow.
inline constexpr std::size_t most_page_events = 20'000;

/// A page with the timeline and its controls, the verdicts, the events in words, and the strategy's
/// source. The same run always gives the same bytes. The run must have at most most_page_events.
/// `text`: the story to print; nullopt for the one that applies to the run.
std::string write_page(const ShownRun& run, Language language = Language::english,
                       const std::optional<sim::StoryText>& text = {});

}  // namespace locklab::app
