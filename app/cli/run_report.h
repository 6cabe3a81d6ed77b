// What `locklab run` says of a run: as one JSON object, or as a timeline with its verdicts.
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/runs/judged_run.h"

namespace locklab::app {

/// A run and what a user should know beside it.
struct RunReport {
  const JudgedRun& run;
  std::vector<Sentence> warnings;
  std::size_t said = 0;  ///< so many of them, before the run
  Sentence unfinished;  ///< why what would have come later is not judged; empty: it came to its end
  Sentence remark;      ///< whose expectations were not met
  std::string again;    ///< the command that does it again

  bool complete() const { return unfinished.empty(); }
  bool as_expected() const { return complete() && run.as_expected(); }
};

/// Faults that never struck.
std::vector<Sentence> warnings_of(const JudgedRun& run);
/// Why the run has no end. Empty: it has.
Sentence unfinished(const JudgedRun& run);

std::string run_as_json(const RunReport& report);
/// Prints it, however long it is.
void print_run(const RunReport& report, const RunOptions& how);

}  // namespace locklab::app
