// `locklab export`: a run or a saved trace in a form that people and other programs read.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/export/page.h"
#include "app/export/svg.h"
#include "app/timeline/chrome_trace.h"
#include "app/timeline/text_timeline.h"
#include "app/words/display_text.h"
#include "sim/trace/trace_file.h"

namespace locklab::app {

namespace {

enum class Form { page, picture, text, perfetto };

std::optional<Form> form_of(std::string_view file) {
  static constexpr std::array<std::pair<std::string_view, Form>, 4> forms{
      {{".html", Form::page},
       {".svg", Form::picture},
       {".txt", Form::text},
       {".json", Form::perfetto}}};
  for (const auto& [suffix, form] : forms)
    if (file.ends_with(suffix)) return form;
  return std::nullopt;
}

/// A file that is no scenario's is a trace; what ends like one must be there.
bool is_trace(const std::string& what) {
  if (what.ends_with(".trace")) return true;
  std::error_code ignored;
  return !what.ends_with(".toml") && std::filesystem::is_regular_file(what, ignored);
}

std::variant<ShownRunPtr, sim::Problem> run_of(const sim::Library& library,
                                               const std::string& what) {
  if (is_trace(what)) {
    auto loaded = sim::load_trace(what);
    if (auto* problem = std::get_if<sim::Problem>(&loaded)) return std::move(*problem);
    return make_recorded_run(library, std::move(std::get<Trace>(loaded)));
  }
  auto name = file_or_name(what);
  if (auto* problem = std::get_if<sim::Problem>(&name)) return std::move(*problem);
  return make_shown_run(library, sim::to_string(std::get<sim::RunName>(name)));
}

std::string written(const ShownRun& run, Form form, const ExportOptions& options) {
  const Language language = options.language;
  switch (form) {
    case Form::page:
      return write_page(run, language);
    case Form::picture:
      return write_svg(run, language);
    case Form::perfetto:
      return chrome_trace(run.trace(), run.judged.verdicts);
    default:
      break;
  }
  TextOptions timeline;
  timeline.all = options.all_events;
  timeline.language = language;
  return text_timeline(run.trace(), run.judged.verdicts, timeline);
}

}  // namespace

int export_command(const sim::Library& library, const ExportOptions& options) {
  const auto form = form_of(options.to);
  if (!form) {
    complain(say("'{}' does not say what to write; end it with .html (a page), .svg (a "
                 "picture), .txt (a timeline) or .json (Perfetto, chrome://tracing)",
                 printable(options.to)),
             options.language);
    return exit_bad_input;
  }
  const auto made = run_of(library, options.what);
  if (const auto* problem = std::get_if<sim::Problem>(&made)) {
    complain(sim::sentence(*problem), options.language);
    return exit_bad_input;
  }
  const ShownRun& run = *std::get<ShownRunPtr>(made);
  const std::size_t events = run.trace().size();
  if (form == Form::page && events > most_page_events) {
    complain(say("a page shows {} events at most, and this run has {}; make the run "
                 "shorter, or export it to .svg, .txt or .json",
                 most_page_events, events),
             options.language);
    return exit_bad_input;
  }
  if (const auto problem = sim::write_whole(options.to, {written(run, *form, options)})) {
    complain(sim::sentence(*problem), options.language);
    return exit_missing;
  }
  complain(say("{} events written to {}", events, printable(options.to)), options.language);
  return exit_as_expected;
}

}  // namespace locklab::app
