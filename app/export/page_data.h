// The data that a page's script needs in addition to the markup: the times of events, what each
// lane is doing, each client's commands with their source lines, the verdicts' events, and texts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/timeline/shown_run.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// The files under lock/ from which clients of the run sent commands, sorted by name; the
/// strategy's own file if there are none.
std::vector<std::string> source_files(const ShownRun& run);

/// JSON. Times are in us; files are indices into `files`, events indices into the trace:
///   end     time of the last event
///   clients number of clients
///   events  [[at, client's lane or -1, node's lane or -1, number of events in the trace up to the
///            end of its step], ...]
///   lanes   [{name, bars: [[from, to, words], ...],
///            keys: [[from, to, owner, lease's end or -1], ...],
///            phases: [[event, words or null], ...]}, ...]
///   asks    by client: [[sent, file, line, words, [[event, words, 1 for a reply], ...]], ...]
///   verdicts  [event that broke it or -1, ...]
///   words   texts of the window by key
std::string page_data(const ShownRun& run, const Words& say, const std::vector<std::string>& files);

}  // namespace locklab::app
