#include "tests/support/sound_run.h"

#include <variant>

#include "sim/check/check.h"
#include "sim/trace/trace_bytes.h"
#include "sim/world/simulate.h"
#include "tests/support/history_rules.h"

namespace locklab::sim {

std::string verdicts_in_words(const Trace& trace) {
  std::string words;
  for (const Verdict& verdict : check(trace))
    words += std::string(name(verdict.property)) + " " + std::string(name(verdict.kept)) + ": " +
             verdict.why + "\n";
  return words;
}

std::optional<std::string> wrong_when_opened_again(const Trace& trace) {
  const auto opened = parse_trace(trace_bytes(trace), "faulty.trace");
  if (const auto* problem = std::get_if<Problem>(&opened))
    return "the saved trace does not open: " + to_string(*problem);
  const Trace& again = std::get<Trace>(opened);
  if (again.hash() != trace.hash()) return "the saved trace is another";
  if (verdicts_in_words(again) != verdicts_in_words(trace)) return "the saved trace is judged anew";
  return std::nullopt;
}

std::optional<std::string> wrong_with_run(const Scenario& scenario) {
  return wrong_with_run(scenario, [](const Scenario& same) { return simulate(same); });
}

std::optional<std::string> wrong_with_run(const Scenario& scenario,
                                          const std::function<Trace(const Scenario&)>& run) {
  const Trace trace = run(scenario);
  // With asynchronous semantics durations have no meaning.
  if (scenario.semantics == Semantics::timed)
    if (auto broken = broken_rule(scenario, trace)) return broken;
  if (trace.empty() || trace.back().kind != EventKind::ended) return "the run has no end";
  if (run(scenario).hash() != trace.hash()) return "the same run comes out otherwise";
  return wrong_when_opened_again(trace);
}

}  // namespace locklab::sim
