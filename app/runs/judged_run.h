// A run with everything that is to be said of it: its trace, the verdicts, and what did not come
// out as expected.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/trace.h"
#include "sim/world/simulate.h"

namespace locklab::app {

struct JudgedRun {
  sim::Scenario scenario;
  std::string name;  ///< the line that reproduces it
  Trace trace;
  std::vector<sim::Verdict> verdicts;
  std::vector<Sentence> surprises;  ///< sentences; empty: all came out as expected

  bool as_expected() const { return surprises.empty(); }
};

/// Judges a trace of that run: what the scenario expects must come, and a promise may be broken
/// only where the scenario expects it.
JudgedRun judge(const sim::OpenedRun& opened, Trace trace);

/// Runs it in the simulator, and judges it.
JudgedRun simulate_and_judge(const sim::OpenedRun& opened, sim::RunProgress* progress = nullptr);

/// Judges what has happened, by the scenario that it came from if that is at hand unchanged.
JudgedRun judge_recorded(const sim::Library& library, Trace trace);

/// Every scenario of the library as "name", and every variation as "name/variation", in order; and
/// the problems of scenario files that cannot be read.
struct LibraryRuns {
  std::vector<std::string> names;
  std::vector<sim::Problem> problems;
};
LibraryRuns library_runs(const sim::Library& library);

/// The path of a scenario's file as it is, whatever characters it has; else the name of a run.
std::variant<sim::RunName, sim::Problem> file_or_name(const std::string& line);

/// parse_run_name and open_run in one.
std::variant<sim::OpenedRun, sim::Problem> open_named(const sim::Library& library,
                                                      std::string_view name);

}  // namespace locklab::app
