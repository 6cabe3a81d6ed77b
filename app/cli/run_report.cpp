#include "app/cli/run_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/runs/late_run.h"
#include "app/runs/vain_faults.h"
#include "app/timeline/scene/paint.h"
#include "app/words/display_text.h"
#include "sim/check/lockout.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/time_words.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

Json in_english(const std::vector<Sentence>& sentences) {
  Json all = Json::array();
  for (const Sentence& one : sentences) all.push_back(one.english());
  return all;
}

/// A number as JSON, or as a string where a reader would lose precision.
Json whole(std::uint64_t number) {
  constexpr std::uint64_t exact = std::uint64_t{1} << 53;
  return number <= exact ? Json(number) : Json(std::to_string(number));
}

/// The real servers of a live run.
Json servers_of(const sim::TraceInfo& info) {
  Json all = Json::array();
  for (std::size_t i = 0; i < info.servers.size(); ++i)
    all.push_back({{"node", i < info.nodes.size() ? Json(info.nodes[i]) : Json()},
                   {"address", info.servers[i].address},
                   {"version", info.servers[i].version}});
  return all;
}

Json lockouts_of(const sim::Trace& trace) {
  Json all = Json::array();
  for (const sim::Lockout& one : sim::lockouts(trace))
    all.push_back({{"lock", trace.name_of(one.lock)},
                   {"from_us", one.from},
                   {"to_us", one.to},
                   {"waited_us", one.waited},
                   {"end", name(one.end)},
                   {"cause", name(one.cause)},
                   {"cause_us", one.cause_us},
                   {"why", lockout_words(trace, one).english()}});
  return all;
}

/// How the run deviates from the schedule given by its choices; empty if it does not.
Sentence misfit_of_choices(const sim::Trace& trace) {
  if (trace.empty() || trace.back().kind != sim::EventKind::ended) return {};
  const sim::Event& end = trace.back();
  if (end.detail == 1)
    return say(
        "choices: they fitted only up to {}, and from there on the run went its usual way; it is "
        "not the schedule that they name",
        sim::as_ms(end.value));
  if (end.extra <= 0) return {};
  return say(
      "choices: {} of them fitted nothing that happened; it is not the schedule that they name",
      end.extra);
}

}  // namespace

std::vector<Sentence> warnings_of(const JudgedRun& run) {
  std::vector<Sentence> warnings;
  if (Sentence misfit = misfit_of_choices(run.trace); !misfit.empty())
    warnings.push_back(std::move(misfit));
  if (const sim::TraceInfo& info = run.trace.info; info.lacks_beginning())
    warnings.push_back(
        say("the first {} events were judged, and not kept: the trace begins after them",
            *info.omitted));
  for (Sentence& words : vain_fault_words(run.scenario.faults, run.trace))
    warnings.push_back(std::move(words));
  if (const auto late_us = too_late_us(run.trace, run.scenario))
    warnings.push_back(too_late_words(*late_us));
  return warnings;
}

Sentence unfinished(const JudgedRun& run) {
  if (run.trace.info.cut_short)
    return say("the run was ended before its time: what it had kept until then may still break");
  if (run.trace.size() <= run.scenario.most_events) return {};
  return say(
      "stopped at {} events: later events are not judged; make it smaller "
      "(rounds, clients, run_ms)",
      run.scenario.most_events);
}

std::string run_as_json(const RunReport& report) {
  const JudgedRun& run = report.run;
  Json verdicts = Json::array();
  for (const sim::Verdict& verdict : run.verdicts)
    verdicts.push_back({{"property", name(verdict.property)},
                        {"verdict", name(verdict.kept)},
                        {"promised", verdict.promised},
                        {"event", verdict.event ? Json(*verdict.event) : Json()},
                        {"why", verdict.why}});
  std::vector<Sentence> warnings = report.warnings;
  if (!report.complete()) warnings.push_back(report.unfinished);
  const sim::TraceInfo& info = run.trace.info;
  // Only a simulated run can be repeated from its name, so "run" is null for any other.
  const bool simulated = info.world == "simulated";
  const auto too_late = too_late_us(run.trace, run.scenario);
  const Json json{{"scenario", run.scenario.name},
                  {"strategy", run.scenario.strategy},
                  {"world", info.world},
                  {"began_us", info.began_us ? Json(*info.began_us) : Json()},
                  {"late_us", info.late_us ? Json(*info.late_us) : Json()},
                  {"too_late_us", too_late ? Json(*too_late) : Json()},
                  {"servers", servers_of(info)},
                  {"seed", whole(run.scenario.seed)},
                  {"run", simulated ? Json(run.name) : Json()},
                  {"again", report.again},
                  {"events", run.trace.size()},
                  {"trace_hash", fmt::format("{:016x}", run.trace.hash())},
                  {"duration_us", run.trace.empty() ? 0 : run.trace.back().at},
                  {"complete", report.complete()},
                  {"verdicts", verdicts},
                  {"lockouts", lockouts_of(run.trace)},
                  {"expectations_met", report.as_expected()},
                  {"unmet", in_english(run.surprises)},
                  {"beside_simulation",
                   report.beside.empty() ? Json() : Json(in_english({report.beside}).front())},
                  {"warnings", in_english(warnings)}};
  return json_text(json) + "\n";
}

void print_run(const RunReport& report, const RunOptions& how) {
  const JudgedRun& run = report.run;
  TextOptions options = terminal_options();
  options.all = how.all_events;
  options.language = how.language;
  write_text_timeline(run.trace, run.verdicts, options,
                      [](std::string_view text) { return print(text); });
  const auto tell = [&](const Sentence& words) { return printable(told(words, how.language)); };
  std::string out = "\n";
  const auto fails = [&](const Sentence& words) {
    const std::vector<std::string> lines = wrap(tell(words), options.width - 2);
    for (std::size_t i = 0; i < lines.size(); ++i)
      out += toned((i == 0 ? "✗ " : "  ") + lines[i], Tone::violation, options.colour) + "\n";
  };
  if (report.as_expected())
    out += toned("✓ " + tell(say("as expected")), Tone::good, options.colour) + "\n";
  for (const Sentence& surprise : run.surprises) fails(say("NOT AS EXPECTED: {}", surprise));
  if (!report.complete()) fails(say("NOT FINISHED: {}", report.unfinished));
  const auto late_us = run.as_expected() ? std::nullopt : too_late_us(run.trace, run.scenario);
  const Sentence late =
      late_us ? say("Time may be the reason: the run was late by up to {} ms.", *late_us / 1'000)
              : Sentence();
  for (const Sentence* remark : {&late, &report.remark, &report.beside})
    if (!remark->empty())
      for (const std::string& line : wrap(tell(*remark), options.width)) out += line + "\n";
  print(out + tell(say("again:")) + " " + report.again + "\n");
}

}  // namespace locklab::app
