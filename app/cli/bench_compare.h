// `locklab bench compare`: two reports of the same benchmark or load, figure by figure, and whether
// they differ by more than noise.
#pragma once

#include <string>

namespace locklab::app {

struct CompareOptions {
  std::string before;  ///< a file with a report
  std::string after;
  bool json = false;
};

/// Compares the reports. Returns the exit status; 1 if a figure of repeated runs is worse by more
/// than noise.
int bench_compare(const CompareOptions& options);

}  // namespace locklab::app
