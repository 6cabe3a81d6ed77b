#include "app/stress/kept_windows.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {

namespace {

namespace fs = std::filesystem;

LiveProblem cannot_be_used(const std::string& path, const std::error_code& why) {
  return {say("no trace can be kept in {}: {}", printable(path), why.message()),
          say("name a folder that you may write in")};
}

/// Name of a window's file: "set_px_del-lock1-overlap-2.trace".
std::string file_name(const StressResult& result, std::size_t run, const Violation& violation,
                      std::size_t nth) {
  std::string label;
  for (const char c : result.work.label())  // "set_px_lua (fsync always)"
    if (c == ' ') {
      label += '-';
    } else if (c != '(' && c != ')') {
      label += c;
    }
  if (run > 1) label += fmt::format("-run{}", run);
  return fmt::format("{}-lock{}-{}-{}.trace", label, violation.lock + 1, name(violation.harm), nth);
}

}  // namespace

WindowFolder::~WindowFolder() {
  std::error_code ignored;
  if (made_) fs::remove(path_, ignored);  // fails unless the folder is empty
}

std::optional<LiveProblem> WindowFolder::open() {
  std::error_code error;
  made_ = fs::create_directories(path_, error);
  if (error) return cannot_be_used(path_, error);
  if (access(path_.c_str(), W_OK | X_OK) != 0)
    return cannot_be_used(path_, std::error_code(errno, std::generic_category()));
  const bool empty = fs::is_empty(path_, error);
  if (error) return cannot_be_used(path_, error);
  if (!empty)
    return LiveProblem{say("{} has files already, and none is written over", printable(path_)),
                       say("name a folder that is empty, or that is not there yet"), 2};
  return std::nullopt;
}

std::optional<sim::Problem> WindowFolder::save(StressResult& result) {
  std::map<std::pair<std::uint64_t, Harm>, std::size_t> before;
  const std::size_t run = ++runs_[result.work.label()];
  for (Violation& violation : result.violations) {
    if (!violation.window) continue;
    const std::size_t nth = ++before[{violation.lock, violation.harm}];
    const std::string file = fs::path(path_) / file_name(result, run, violation, nth);
    if (auto problem = sim::save_trace(*violation.window, file)) return problem;
    violation.file = file;
  }
  return std::nullopt;
}

}  // namespace locklab::app
