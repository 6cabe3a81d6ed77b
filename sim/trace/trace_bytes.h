// A trace as bytes: self-describing, and read as untrusted input.
//
//   locklab-trace 1
//   {JSON: facts about the run, names, places, the layout of a record, kinds of events, counts}
//   the records      fixed size, little-endian, `text` counts texts from 0
//   the texts        each a four-byte length and its bytes
//   the checksum     eight bytes, little-endian: XXH3-64 of everything before
//
// The same trace always gives the same bytes. Reading checks every index, number and packed command
// before anything uses it: damaged or forged bytes give a Problem, never a crash or a huge
// allocation.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/problem.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

inline constexpr std::string_view first_line_of_traces = "locklab-trace 1\n";

/// The trace as bytes, the content of its file. A trace that keeps only its last events must be
/// saved as its tail().
std::string trace_bytes(const Trace& trace);

/// Reads the result of trace_bytes. `file` names the source in problems.
std::variant<Trace, Problem> parse_trace(std::string_view bytes, const std::string& file);

}  // namespace locklab::sim
