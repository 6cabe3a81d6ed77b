#include "app/cli/load_output.h"

#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/stress/report/benchmark_json.h"
#include "app/stress/report/report_data.h"
#include "app/stress/report/report_html.h"
#include "app/stress/report/report_safety.h"
#include "app/stress/report/report_text.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

namespace {

bool save(const std::string& file, const std::vector<StressResult>& results, Language language) {
  const std::string text = is_benchmark_json(file)   ? benchmark_json(results)
                           : file.ends_with(".csv")  ? stress_csv(results)
                           : file.ends_with(".html") ? stress_html(results, language)
                                                     : stress_json(results);
  const auto problem = sim::write_whole(file, {text});
  if (problem) complain(sim::sentence(*problem), language);
  return !problem;
}

}  // namespace

bool is_benchmark_json(const std::string& file) { return file.ends_with(".benchmark.json"); }

std::optional<sim::Problem> unknown_format(const std::string& file) {
  if (file.ends_with(".json") || file.ends_with(".csv") || file.ends_with(".html"))
    return std::nullopt;
  return sim::Problem{"--out", 0, 0, say("the name '{}' does not tell a format", printable(file)),
                      say("end its name with .html, .json, .benchmark.json or .csv")};
}

int tell_loads(const std::vector<StressResult>& results, const LoadOutput& output) {
  const Language language = output.language;
  if (output.json) {
    print(stress_json(results));
  } else {
    print(results.size() == 1 ? stress_report(results[0], language)
                              : stress_comparison(results, language));
  }
  int status = exit_as_expected;
  for (const StressResult& result : results) {
    const Sentence nothing = nothing_measured(result);
    const Safety safety = safety_of(result);
    if (result.interrupted || (safety != Safety::safe && safety != Safety::unpromised))
      status = exit_not_as_expected;
    // The report of a single load prints this in place of its figures.
    if (!nothing.empty() && (output.json || results.size() > 1))
      complain(say("{}: {}", result.work.label(), nothing), language);
    for (const Sentence& warning : result.warnings) complain(warning, language);
    if (result.interrupted) complain(say("the load was cut short: it was interrupted"), language);
  }
  for (const StressResult& result : results)
    for (const auto* problem : {&result.problem, &result.left}) {
      if (!*problem) continue;
      complain(sentence(**problem), language);
      status = (*problem)->exit_status;
    }
  if (output.out && !save(*output.out, results, language)) status = exit_missing;
  return status;
}

}  // namespace locklab::app
