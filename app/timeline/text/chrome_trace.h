// A trace for Perfetto and chrome://tracing, in the JSON of the Trace Event Format. A lane has a
// track for its states, with instants for other events and broken promises, and a track for its
// messages, with an arrow for each request that was executed and each reply that was received.
#pragma once

#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/trace.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

/// Writes the trace piece by piece.
void write_chrome_trace(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                        const sim::ByteSink& sink);

/// The trace as one text.
std::string chrome_trace(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts);

}  // namespace locklab::app
