// The moment and the view of the window as the suffix of a run's name (app/runs/moment.h), and the
// way back:
//
//   @57                     the cursor is after 57 events; or @319.018ms, at a time
//   event=56 lane=bob       what is selected
//   verdict=mutual_exclusion
//   range=300ms..380ms      the part of the time that is shown; without it the whole run
//   page=why                the page of the run in words: happened, why or story
//   panes=both              what the middle shows: timeline, both or cluster
//   hide=source,holding     panels that are hidden; with `panes` alone, none are
//
// Times are written to the nanosecond. What a line does not say stays as it is.
#pragma once

#include <string>
#include <string_view>

#include "app/gui/model/model.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The suffix for what is on the screen. The model must have a run.
std::string moment_text(const Model& model);

/// Goes where a suffix says, as far as the run has it. Returns what is wrong with it, or is not in
/// the run; empty: nothing.
Sentence go_to_moment(Model& model, std::string_view text);

}  // namespace locklab::app
