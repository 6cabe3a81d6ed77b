// Which characters the window's fonts are loaded with: all that the program itself can say, and
// what the runs that are shown bring along.
#pragma once

#include <string>
#include <vector>

#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"

namespace locklab::app {

std::string sample_of_all_text(const std::vector<sim::ScenarioEntry>& scenarios);

/// Adds the run's own story and names, where a teacher wrote them in other letters than English
/// has. False: the sample had them.
bool add_texts_of(const ShownRun& run, std::string& sample);

}  // namespace locklab::app
