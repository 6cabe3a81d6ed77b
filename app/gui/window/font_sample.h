// The characters that the window's fonts must contain: those of the program's own texts, and of the
// runs, lessons, stories and notes shown so far.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/gui/model/intent.h"
#include "app/lessons/lesson.h"
#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"

namespace locklab::app {

std::string sample_of_all_text(const std::vector<sim::ScenarioEntry>& scenarios);

/// Adds the non-ASCII characters of `text` that `sample` lacks. Returns false if there were none.
bool add_characters(std::string_view text, std::string& sample);
/// Adds the missing characters of a user's lesson. Returns false if there were none.
bool add_texts_of(const Lesson& lesson, std::string& sample);

/// Adds the missing characters of the run, lesson, story, notebook text, file names or problem in
/// an intent. Returns false if there were none.
bool add_texts_of(const Intent& wanted, std::string& sample);

/// Adds the missing characters of a run's title, story, notes and lane names, which may be in any
/// script. Returns false if there were none.
bool add_texts_of(const ShownRun& run, std::string& sample);

}  // namespace locklab::app
