#include "app/cli/judged_run.h"

#include <fmt/format.h>

#include "sim/scenario/expectation.h"
#include "sim/simulate.h"

namespace locklab::app {

JudgedRun judge(const sim::OpenedRun& opened, Trace trace) {
  JudgedRun run{opened.scenario, sim::to_string(opened.name), std::move(trace), {}, {}};
  run.verdicts = sim::check(run.trace);
  run.surprises = sim::unmet(run.scenario.expect, run.trace, run.verdicts);
  for (const sim::Verdict& verdict : run.verdicts) {
    const bool stated =
        run.scenario.expect.verdicts[static_cast<std::size_t>(verdict.property)].has_value();
    if (stated || !verdict.promised || verdict.kept != sim::Kept::broken) continue;
    run.surprises.push_back(
        fmt::format("{} is promised, and was broken where nobody expected it: {}",
                    name(verdict.property), verdict.why));
  }
  return run;
}

JudgedRun simulate_and_judge(const sim::OpenedRun& opened, sim::RunProgress* progress) {
  return judge(opened, sim::simulate(opened.scenario, sim::to_string(opened.name), progress));
}

LibraryRuns library_runs(const sim::Library& library) {
  LibraryRuns runs;
  for (const sim::ScenarioEntry& entry : library.list()) {
    if (entry.problem) {
      runs.problems.push_back(*entry.problem);
      continue;
    }
    runs.names.push_back(entry.name);
    for (const sim::VariationName& variation : entry.variations)
      runs.names.push_back(entry.name + "/" + variation.name);
  }
  return runs;
}

std::variant<sim::OpenedRun, sim::Problem> open_named(const sim::Library& library,
                                                      std::string_view name) {
  auto parsed = sim::parse_run_name(name);
  if (sim::Problem* problem = std::get_if<sim::Problem>(&parsed)) return std::move(*problem);
  return sim::open_run(library, std::get<sim::RunName>(parsed));
}

}  // namespace locklab::app
