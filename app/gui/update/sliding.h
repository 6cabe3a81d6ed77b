// A slider being moved: the run follows it, as one branch that is updated continuously.
#pragma once

#include <optional>

#include "app/changes/sliders.h"
#include "app/gui/model/intent.h"
#include "app/gui/model/job.h"
#include "app/gui/model/model.h"

namespace locklab::app {

/// Takes a new value of a slider. While a run is in progress, only the newest value is queued; once
/// the slider is released, the older run is cancelled.
std::optional<Job> slide(Model& model, const intent::Slide& to);

/// Shows the run made for the slider, and requests the run for a newer value, if there is one.
std::optional<Job> slid(Model& model, const ShownRunPtr& run);

/// Reports an invalid value at its field. Keeps the shown run until another value comes or, if the
/// slider is released, restores the run from before the movement.
std::optional<Job> not_slid(Model& model, const Sentence& problem);

/// Ends the movement even if the pointer still holds the slider. The shown run stays as a branch.
void stop_sliding(Model& model);

/// The sliders of the run on the screen. Their ranges stay the same while one moves.
std::vector<Slider> shown_sliders(const Model& model);

}  // namespace locklab::app
