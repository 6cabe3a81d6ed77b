// Converts the moment and the view of the window to the suffix of a run's name (app/runs/moment.h),
// and back:
//
//   @57                     the cursor is after 57 events; or @319.018ms, at a time
//   event=56 lane=bob       the selected event and lane
//   verdict=no_deadlock     the selected verdict
//   range=300ms..380ms      the visible time span; not written for the whole run
//   axis=steps              the axis of the timeline: time or steps; by default time
//   page=why                the page of the run in words: happened, why or story
//   panes=both              the content of the middle: timeline, both or cluster
//   hide=source,holding     hidden panels; `panes` without `hide` shows all panels
//
// Times are written with nanosecond precision. Everything else that a line omits stays unchanged.
#pragma once

#include <string>
#include <string_view>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The suffix for the current screen. The model must have a run.
std::string moment_text(const Model& model);

/// Restores the moment of a suffix, as far as the run has it. Returns the first mistake in the
/// suffix or the first part that the run lacks; empty if none.
Sentence go_to_moment(Model& model, std::string_view text);

}  // namespace locklab::app
