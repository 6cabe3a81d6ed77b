// A trace for Perfetto and chrome://tracing: the Trace Event Format's JSON. A track for what each
// client does and for whose key each node has, a second one for its messages, arrows from request
// to reply, and instants for faults and broken promises.
#pragma once

#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/trace.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

/// Piece by piece.
void write_chrome_trace(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                        const sim::ByteSink& sink);

/// The same at once.
std::string chrome_trace(const Trace& trace, const std::vector<sim::Verdict>& verdicts);

}  // namespace locklab::app
