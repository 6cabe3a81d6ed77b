// A trace on disk: one file with the bytes of trace_bytes.h, written whole or not at all. It is
// compressed with zstd if its name ends in .zst, and read in either form under any name.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "sim/trace/problem.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// Whether a regular file begins like a trace, or like zstd-compressed data.
bool is_trace_file(const std::string& path);

/// Whether the path names a trace: it ends in .trace or .trace.zst, or is_trace_file().
bool names_trace(const std::string& path);

/// The maximum size of an uncompressed trace, in bytes: the records of ten million events take a
/// quarter of it.
inline constexpr std::uint64_t largest_trace_file = std::uint64_t{2} << 30;

std::optional<Problem> save_trace(const Trace& trace, const std::string& path);
/// Loads a trace. A file that does not begin like one, or is larger than largest_trace_file, is
/// rejected unread.
std::variant<Trace, Problem> load_trace(const std::string& path);

}  // namespace locklab::sim
