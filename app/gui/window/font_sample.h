// The characters that the window's fonts must contain: those of all texts of the program and of the
// runs shown so far.
#pragma once

#include <string>
#include <vector>

#include "app/gui/model/model.h"
#include "app/timeline/shown_run.h"
#include "sim/scenario/library.h"

namespace locklab::app {

std::string sample_of_all_text(const std::vector<sim::ScenarioEntry>& scenarios);

/// Adds the characters of a run's story and names to `sample`, for stories that a teacher wrote in
/// another script. False: nothing was new.
bool add_texts_of(const ShownRun& run, std::string& sample);
/// Adds those of the run on the screen, if it is another one, and of what is being written.
bool add_new_texts(const Model& model, bool other_run, std::string& sample);

}  // namespace locklab::app
