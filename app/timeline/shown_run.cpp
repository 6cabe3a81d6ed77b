#include "app/timeline/shown_run.h"
#include "sim/trace/sentence.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/timeline/causes/why.h"
#include "lock/strategy.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {

namespace {

std::variant<ShownRunPtr, sim::Problem> cancelled() {
  return sim::Problem{"", 0, 0, say("cancelled"), {}};
}

/// Whether some client of the scenario accesses the resource in its critical section.
bool uses_resource(const sim::Scenario& scenario) {
  const Strategy* strategy = find_strategy(scenario.strategy);
  return strategy && strategy->admits > 0 && !strategy->atomic_work &&
         std::any_of(scenario.clients.begin(), scenario.clients.end(),
                     [](const sim::ClientSpec& client) { return client.touch; });
}

/// Adds the shapes, a design property for each verdict, and the lock-outs. A live run has all its
/// lanes from the start, since a lane added later would move the others.
ShownRunPtr with_shapes(std::shared_ptr<ShownRun> run) {
  run->scene = build_scene(run->judged.trace, run->judged.verdicts,
                           is_live(*run) && uses_resource(run->judged.scenario));
  for (const sim::Verdict& verdict : run->judged.verdicts)
    run->designs.push_back(design_of_broken(run->judged.trace, run->scene, verdict));
  run->lockouts = sim::lockouts(run->judged.trace);
  return run;
}

/// The scenario of a run without a user's changes.
std::variant<sim::Scenario, sim::Problem> as_told(const sim::Library& library, sim::RunName name) {
  name.changes = {};
  auto told = sim::open_run(library, name);
  if (auto* problem = std::get_if<sim::Problem>(&told)) return std::move(*problem);
  return std::move(std::get<sim::OpenedRun>(told).scenario);
}

/// The scenario as far as a trace describes it, if the file is not available.
sim::Scenario scenario_of(const sim::TraceInfo& info) {
  sim::Scenario scenario;
  scenario.name = info.scenario;
  scenario.title = info.title.empty() ? info.scenario : info.title;
  scenario.strategy = info.strategy;
  scenario.seed = info.seed;
  return scenario;
}

/// The problem of an absolute path to a file that is neither a scenario nor a trace, which would
/// otherwise be treated as a misspelt run; nullopt for any other name.
std::optional<sim::Problem> no_such_kind(const std::string& name) {
  std::error_code failed;
  const bool file = name.starts_with('/') && std::filesystem::exists(name, failed);
  if (!file || name.ends_with(".toml")) return std::nullopt;
  return sim::Problem{
      name, 0, 0, say("it is neither a scenario nor a trace"),
      say("a scenario's file ends with .toml; a trace is what the lab saved as one")};
}

std::variant<ShownRunPtr, sim::Problem> open_trace(const sim::Library& library,
                                                   const std::string& path) {
  auto loaded = sim::load_trace(path);
  if (auto* problem = std::get_if<sim::Problem>(&loaded)) return std::move(*problem);
  return make_recorded_run(library, std::move(std::get<sim::Trace>(loaded)));
}

}  // namespace

std::variant<ShownRunPtr, sim::Problem> make_shown_run(const sim::Library& library,
                                                       std::string_view name,
                                                       sim::RunProgress* progress) {
  if (sim::names_trace(std::string(name))) return open_trace(library, std::string(name));
  if (auto problem = no_such_kind(std::string(name))) return *problem;
  auto opened = open_named(library, name);
  if (auto* problem = std::get_if<sim::Problem>(&opened)) return std::move(*problem);
  auto told = as_told(library, std::get<sim::OpenedRun>(opened).name);
  if (auto* problem = std::get_if<sim::Problem>(&told)) return std::move(*problem);
  auto run = std::make_shared<ShownRun>();
  run->judged = simulate_and_judge(std::get<sim::OpenedRun>(opened), progress);
  run->name = std::move(std::get<sim::OpenedRun>(opened).name);
  if (progress && progress->cancelled) return cancelled();
  run->told = std::move(std::get<sim::Scenario>(told));
  return with_shapes(std::move(run));
}

ShownRunPtr make_recorded_run(const sim::Library& library, sim::Trace trace) {
  auto run = std::make_shared<ShownRun>();
  auto opened = open_named(library, trace.info.run);
  auto* again = std::get_if<sim::OpenedRun>(&opened);
  // A scenario file that has changed since would give another run.
  run->recorded = trace.info.world != "simulated" || !again || !again->warnings.empty();
  if (again) {
    run->judged = judge(*again, std::move(trace));
    auto told = as_told(library, again->name);
    run->told = std::holds_alternative<sim::Scenario>(told) ? std::get<sim::Scenario>(told)
                                                            : again->scenario;
    run->name = std::move(again->name);
  } else {
    run->judged.scenario = run->told = scenario_of(trace.info);
    run->judged.name = trace.info.run;
    auto name = sim::parse_run_name(trace.info.run);
    if (auto* parsed = std::get_if<sim::RunName>(&name)) run->name = std::move(*parsed);
    run->judged.verdicts = sim::check(trace);
    run->judged.trace = std::move(trace);
  }
  return with_shapes(std::move(run));
}

}  // namespace locklab::app
