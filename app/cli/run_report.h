// The output of `locklab run`: one JSON object, or a timeline with its verdicts.
#pragma once

#include <string>
#include <vector>

#include "app/cli/commands.h"
#include "app/runs/judged_run.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// A run and the remarks for its user.
struct RunReport {
  const JudgedRun& run;
  std::vector<Sentence> warnings;
  std::size_t said = 0;  ///< number of warnings printed before the run
  Sentence unfinished;   ///< why the run is not complete; empty if it is
  Sentence remark;       ///< which expectations were applied; may be empty
  std::string again;     ///< the command that repeats the run
  Sentence beside;       ///< how a live run compares with its simulation; empty if not compared

  bool complete() const { return unfinished.empty(); }
  bool as_expected() const { return complete() && run.as_expected(); }
};

/// Warnings about choices that did not match the run, events that were not kept, faults without
/// effect (with the reason for each), and a machine that was too slow.
std::vector<Sentence> warnings_of(const JudgedRun& run);
/// Reason why the run is not complete: cut short, or too long to judge to its end. Empty if it is.
Sentence unfinished(const JudgedRun& run);

std::string run_as_json(const RunReport& report);
/// Prints the report. The text of a long timeline is never held in memory as a whole.
void print_run(const RunReport& report, const RunOptions& how);

}  // namespace locklab::app
