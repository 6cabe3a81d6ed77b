// Saves the trace windows of a load's violations as files in a new or empty folder.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "app/load/stress_result.h"
#include "app/runs/live_problem.h"
#include "sim/trace/problem.h"

namespace locklab::app {

/// A folder for windows. The destructor removes the folder if open() created it and nothing was
/// saved in it.
class WindowFolder {
 public:
  explicit WindowFolder(std::string path) : path_(std::move(path)) {}
  ~WindowFolder();
  WindowFolder(const WindowFolder&) = delete;
  WindowFolder& operator=(const WindowFolder&) = delete;

  /// Creates the folder if it is missing; fails if it has files or is not writable.
  std::optional<LiveProblem> open();
  /// Saves the windows of a result and sets Violation::file. Stops at the first failure.
  std::optional<sim::Problem> save(StressResult& result);

 private:
  const std::string path_;
  bool made_ = false;
  std::map<std::string, std::size_t> runs_;  ///< number of runs so far, by label
};

}  // namespace locklab::app
