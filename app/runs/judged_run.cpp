#include "app/runs/judged_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "app/runs/silence.h"
#include "app/words/display_text.h"
#include "sim/check/expectation.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

/// Why a path that is neither a regular file nor a folder cannot be opened.
sim::Problem no_file(const std::string& path) {
  const auto bytes = sim::read_whole(path, 0);
  if (const auto* problem = std::get_if<sim::Problem>(&bytes)) return *problem;
  return {path, 0, 0, say("it is not a regular file"), say("name a file that was saved")};
}

/// The expectations that apply to a trace without its beginning: only those of broken promises.
/// Expectations of the final state, and of promises kept or not exercised, apply to the whole run.
sim::Expectation of_a_tail(const sim::Expectation& whole) {
  sim::Expectation expect;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    if (whole.verdicts[i] == sim::Kept::broken) expect.verdicts[i] = whole.verdicts[i];
  return expect;
}

}  // namespace

bool breaks_a_promise(const JudgedRun& run) {
  return std::any_of(run.verdicts.begin(), run.verdicts.end(), [](const sim::Verdict& verdict) {
    return verdict.promised && verdict.kept == sim::Kept::broken;
  });
}

JudgedRun judge(const sim::OpenedRun& opened, sim::Trace trace) {
  JudgedRun run{opened.scenario, sim::to_string(opened.name), std::move(trace), {}, {}};
  if (run.trace.info.cut_short) run.scenario.expect = {};
  if (run.trace.info.omitted) run.scenario.expect = of_a_tail(run.scenario.expect);
  run.verdicts = sim::check(run.trace);
  run.surprises = sim::unmet(run.scenario.expect, run.trace, run.verdicts);
  for (const sim::Verdict& verdict : run.verdicts) {
    const bool stated =
        run.scenario.expect.verdicts[static_cast<std::size_t>(verdict.property)].has_value();
    if (stated || !verdict.promised || verdict.kept != sim::Kept::broken) continue;
    run.surprises.push_back(say("{} is promised, and was broken where nobody expected it: {}",
                                name(verdict.property), verdict.sentence));
  }
  if (!run.surprises.empty())
    for (Sentence& silence : long_silences(run.trace)) run.surprises.push_back(std::move(silence));
  return run;
}

JudgedRun simulate_and_judge(const sim::OpenedRun& opened, sim::RunProgress* progress) {
  return judge(opened, sim::simulate(opened.scenario, sim::to_string(opened.name), progress));
}

JudgedRun judge_recorded(const sim::Library& library, sim::Trace trace) {
  const auto opened = open_named(library, trace.info.run);
  if (const auto* run = std::get_if<sim::OpenedRun>(&opened); run && run->warnings.empty())
    return judge(*run, std::move(trace));
  sim::OpenedRun unknown;
  unknown.scenario.name = trace.info.scenario;
  unknown.scenario.strategy = trace.info.strategy;
  unknown.scenario.seed = trace.info.seed;
  JudgedRun run = judge(unknown, std::move(trace));
  run.name = run.trace.info.run;
  return run;
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

std::variant<sim::RunName, sim::Problem> file_or_name(const std::string& line) {
  static constexpr std::string_view suffix = ".toml";
  sim::RunName run;
  run.scenario = line;
  if (line.ends_with(suffix) && is_file(line)) return run;
  if (const std::size_t end = line.rfind(".toml/"); end != std::string::npos) {
    run.scenario = line.substr(0, end + suffix.size());
    run.variation = line.substr(end + suffix.size() + 1);
    const bool plain = run.variation.find_first_of(" \t\r\n#") == std::string::npos;
    if (plain && !run.variation.empty() && is_file(run.scenario)) return run;
  }
  if (line.empty())
    return sim::Problem{
        "", 0, 0, say("the name of the scenario is empty"),
        say("write for example locklab run F12; `locklab list scenarios` shows all")};
  const bool path = line.starts_with('/') || line.starts_with('.');
  if (path && is_folder(line))
    return sim::Problem{"", 0, 0, say("'{}' is a folder", printable(line)),
                        say("name a scenario's file in it")};
  if (path && is_file(line))
    return sim::Problem{"", 0, 0, say("'{}' is not a scenario", printable(line)),
                        say("the name of a scenario's file ends with .toml")};
  // A scenario's name never begins with '/' or '.', so the line is a path that cannot be opened.
  if (path && line.find(suffix) == std::string::npos) return no_file(line);
  return sim::parse_run_name(line);
}

std::variant<sim::OpenedRun, sim::Problem> open_named(const sim::Library& library,
                                                      std::string_view name) {
  auto parsed = sim::parse_run_name(name);
  if (sim::Problem* problem = std::get_if<sim::Problem>(&parsed)) return std::move(*problem);
  return sim::open_run(library, std::get<sim::RunName>(parsed));
}

}  // namespace locklab::app
