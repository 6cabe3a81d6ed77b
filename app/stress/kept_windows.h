// The trace windows of a load's violations as files of a folder. Nothing that is there is written
// over.
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

/// A folder for windows, made if it is not there. Destroyed, it is removed again if it was made and
/// nothing was saved in it.
class WindowFolder {
 public:
  explicit WindowFolder(std::string path) : path_(std::move(path)) {}
  ~WindowFolder();
  WindowFolder(const WindowFolder&) = delete;
  WindowFolder& operator=(const WindowFolder&) = delete;

  /// Why nothing can be saved there: it has files, or cannot be written. None: it can.
  std::optional<LiveProblem> open();
  /// Saves the windows of the result, and notes their files in it.
  std::optional<sim::Problem> save(StressResult& result);

 private:
  const std::string path_;
  bool made_ = false;
  std::map<std::string, std::size_t> runs_;  ///< of each load, so far
};

}  // namespace locklab::app
