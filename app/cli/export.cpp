// `locklab export`: a saved trace in a form that other programs and people read.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/timeline/chrome_trace.h"
#include "app/timeline/text_timeline.h"
#include "sim/trace_file.h"

namespace locklab::app {

int export_command(const ExportOptions& options) {
  const bool text = options.to.ends_with(".txt");
  if (!text && !options.to.ends_with(".json")) {
    complain(fmt::format(
        "'{}' does not say what to write; end it with .txt (timeline) or .json (Perfetto, "
        "chrome://tracing)",
        options.to));
    return exit_bad_input;
  }
  auto loaded = sim::load_trace(options.trace_file);
  if (const sim::Problem* problem = std::get_if<sim::Problem>(&loaded)) {
    complain(sim::to_string(*problem));
    return exit_bad_input;
  }
  const Trace& trace = std::get<Trace>(loaded);
  const std::vector<sim::Verdict> verdicts = sim::check(trace);
  TextOptions timeline;
  timeline.all = options.all_events;
  const std::string written =
      text ? text_timeline(trace, verdicts, timeline) : chrome_trace(trace, verdicts);
  if (const auto problem = sim::write_whole(options.to, {written})) {
    complain(sim::to_string(*problem));
    return exit_missing;
  }
  complain(fmt::format("{} events written to {}", trace.size(), options.to));
  return exit_as_expected;
}

}  // namespace locklab::app
