#include "sim/trace/trace_file.h"

#include <filesystem>
#include <fstream>

#include "sim/trace/trace_bytes.h"
#include "sim/trace/whole_file.h"
#include "sim/trace/zstd.h"

namespace locklab::sim {

namespace {

/// The first bytes of a regular file, as many as a trace's first line has; nullopt if it cannot be
/// read.
std::optional<std::string> beginning(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes(first_line_of_traces.size(), '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

}  // namespace

bool is_trace_file(const std::string& path) {
  const auto begin = beginning(path);
  return begin && (*begin == first_line_of_traces || is_zstd(*begin));
}

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
  const auto begin = beginning(path);
  const bool packed = begin && is_zstd(*begin);
  if (begin && !packed && *begin != first_line_of_traces)
    return parse_trace(*begin, path);  // reports what is wrong
  std::variant<std::string, Problem> bytes = read_whole(path, largest_trace_file);
  if (auto* problem = std::get_if<Problem>(&bytes)) return std::move(*problem);
  if (!packed) return parse_trace(std::get<std::string>(bytes), path);
  const auto unpacked = decompressed(std::get<std::string>(bytes), largest_trace_file);
  if (const auto* wrong = std::get_if<Sentence>(&unpacked))
    return Problem{path, 0, 0, *wrong, say("save the trace again with run --trace")};
  return parse_trace(std::get<std::string>(unpacked), path);
}

}  // namespace locklab::sim
