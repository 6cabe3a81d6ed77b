#include "sim/trace/trace_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "sim/trace/trace_bytes.h"
#include "sim/trace/whole_file.h"
#include "sim/trace/zstd.h"

namespace locklab::sim {

namespace {

/// The first bytes of a regular file, `most` or all that it has; nullopt if it cannot be read.
std::optional<std::string> beginning(const std::string& path, std::size_t most) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes(most, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

/// What a trace's first line should be, taken from a file that is compressed or not; nullopt if the
/// file cannot be read.
std::optional<std::string> first_line(const std::string& path) {
  constexpr std::size_t line = first_line_of_traces.size();
  // zstd decompresses whole blocks only, of 128 KiB at most (RFC 8878, 3.1.1.2.4).
  constexpr std::size_t block = std::size_t{130} << 10;
  auto begin = beginning(path, line);
  if (!begin || !is_zstd(*begin)) return begin;
  const auto frame = beginning(path, block);
  return frame ? std::optional(decompressed_beginning(*frame, line)) : std::nullopt;
}

/// The maximum size of a trace in a frame of that size. Each event has a time and ids of its own,
/// so that a trace shrinks to a twentieth at best; what shrinks far more is made to fill the memory
/// of its reader.
constexpr std::uint64_t most_unpacked(std::uint64_t frame) {
  constexpr std::uint64_t small = std::uint64_t{16} << 20;
  constexpr std::uint64_t times = 256;
  return std::min(largest_trace_file, small + frame * times);
}

}  // namespace

bool is_trace_file(const std::string& path) { return first_line(path) == first_line_of_traces; }

bool names_trace(const std::string& path) {
  return path.ends_with(".trace") || path.ends_with(".trace.zst") || is_trace_file(path);
}

std::optional<Problem> save_trace(const Trace& trace, const std::string& path) {
  const std::string bytes = trace_bytes(trace);
  if (bytes.size() > largest_trace_file)
    return Problem{path, 0, 0, say("the trace is too large to be opened again"),
                   say("make the run smaller (rounds, clients, run_ms)")};
  if (!path.ends_with(".zst")) return write_whole(path, {bytes});
  const std::optional<std::string> frame = compressed(bytes);
  if (!frame)
    return Problem{path, 0, 0, say("there is not enough memory to compress the trace"),
                   say("save it under a name without .zst")};
  return write_whole(path, {*frame});
}

std::variant<Trace, Problem> load_trace(const std::string& path) {
  const auto begin = first_line(path);
  // Of a damaged or short file, the whole says what is wrong.
  if (begin && !first_line_of_traces.starts_with(*begin)) return parse_trace(*begin, path);
  std::variant<std::string, Problem> bytes = read_whole(path, largest_trace_file);
  if (auto* problem = std::get_if<Problem>(&bytes)) return std::move(*problem);
  if (!is_zstd(std::get<std::string>(bytes)))
    return parse_trace(std::get<std::string>(bytes), path);
  const std::string& frame = std::get<std::string>(bytes);
  const auto unpacked = decompressed(frame, most_unpacked(frame.size()));
  if (const auto* wrong = std::get_if<Sentence>(&unpacked))
    return Problem{path, 0, 0, *wrong, say("save the trace again with run --trace")};
  return parse_trace(std::get<std::string>(unpacked), path);
}

}  // namespace locklab::sim
