// A slider that is moved: the run follows it, as one branch that grows under the pointer.
#pragma once

#include <optional>

#include "app/changes/sliders.h"
#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Takes a new value of a slider. While a run is being made, only the newest value waits for it;
/// once the slider is let go, the older run is given up.
std::optional<Job> slide(Model& model, const intent::Slide& to);

/// Shows the run that was made for the slider, and asks for that of a newer value.
std::optional<Job> slid(Model& model, const ShownRunPtr& run);

/// The value cannot be: says so at its field, and keeps what is shown until another value.
std::optional<Job> not_slid(Model& model, const Sentence& problem);

/// Ends the movement, whatever becomes of the pointer: what is shown stays as a branch.
void stop_sliding(Model& model);

/// The sliders of the run on the screen. Their ranges stay while one moves.
std::vector<Slider> shown_sliders(const Model& model);

}  // namespace locklab::app
