// A run with its trace, its verdicts, and its deviations from the expectations.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "sim/check/check.h"
#include "sim/scenario/run_name.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"
#include "sim/world/simulate.h"

namespace locklab::app {

struct JudgedRun {
  sim::Scenario scenario;
  std::string name;  ///< the line that reproduces the run
  sim::Trace trace;
  std::vector<sim::Verdict> verdicts;
  std::vector<Sentence> surprises;  ///< empty if everything was as expected

  bool as_expected() const { return surprises.empty(); }
};

/// Whether the run breaks a property that its lock promises.
bool breaks_a_promise(const JudgedRun& run);

/// Judges a trace of the run. Expectations of the scenario must be met, and a promise may break
/// only where the scenario expects it. A trace that was cut short is judged without expectations,
/// and a trace without its beginning only by the violations that are expected.
JudgedRun judge(const sim::OpenedRun& opened, sim::Trace trace);

JudgedRun simulate_and_judge(const sim::OpenedRun& opened, sim::RunProgress* progress = nullptr);

/// Judges a recorded trace by its scenario if the library has it unchanged, otherwise without
/// expectations.
JudgedRun judge_recorded(const sim::Library& library, sim::Trace trace);

/// Every scenario of the library as "name" and every variation as "name/variation", in order, with
/// the problems of unreadable files.
struct LibraryRuns {
  std::vector<std::string> names;
  std::vector<sim::Problem> problems;
};
LibraryRuns library_runs(const sim::Library& library);

/// Parses a line as the path of an existing scenario file, which may contain any characters, and an
/// optional variation after it; otherwise as a run's name.
std::variant<sim::RunName, sim::Problem> file_or_name(const std::string& line);

/// Parses a run's name and opens the run.
std::variant<sim::OpenedRun, sim::Problem> open_named(const sim::Library& library,
                                                      std::string_view name);

}  // namespace locklab::app
