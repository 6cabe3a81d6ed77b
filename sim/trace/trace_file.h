// A trace on disk: one self-describing binary file, written whole and read as bytes from a
// stranger.
//
//   locklab-trace 1\n
//   {JSON: what the trace says of its run, names, places, how a record is laid out, counts}\n
//   the records      fixed size, little-endian, `text` counts texts from 0
//   the texts        each a four-byte length and its bytes
//   the checksum     eight bytes, little-endian: XXH3-64 of everything before
//
// The same trace always gives the same bytes. Loading checks every index, number and packed command
// before anything uses it: a damaged or forged file gives a Problem, never a crash or a huge
// allocation.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sim/trace/trace.h"
#include "sim/trace/whole_file.h"

namespace locklab::sim {

/// The bytes that save_trace writes.
std::string trace_bytes(const Trace& trace);

/// Reads the result of trace_bytes. `file` names the source in problems.
std::variant<Trace, Problem> parse_trace(std::string_view bytes, const std::string& file);

/// Whether a regular file begins like a trace.
bool is_trace_file(const std::string& path);

/// Whether the path can only mean a trace: it ends with .trace, or its file begins like one.
bool names_trace(const std::string& path);

std::optional<Problem> save_trace(const Trace& trace, const std::string& path);
std::variant<Trace, Problem> load_trace(const std::string& path);

}  // namespace locklab::sim
