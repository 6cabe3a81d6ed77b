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
#include "app/timeline/display_text.h"
#include "app/timeline/text_timeline.h"
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
  // ".html" alone is a hidden file without a suffix.
  std::string suffix = std::filesystem::path(file).extension().string();
  for (char& c : suffix) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  for (const auto& [known, form] : forms)
    if (suffix == known) return form;
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

/// A text and Perfetto's JSON may be longer than memory is large.
void write(const ShownRun& run, Form form, const ExportOptions& options,
           const sim::ByteSink& sink) {
  const Language language = options.language;
  switch (form) {
    case Form::page:
      sink(write_page(run, language));
      return;
    case Form::picture:
      sink(write_svg(run, language));
      return;
    case Form::perfetto:
      return write_chrome_trace(run.trace(), run.judged.verdicts, sink);
    default:
      break;
  }
  TextOptions timeline;
  timeline.all = options.all_events;
  timeline.language = language;
  write_text_timeline(run.trace(), run.judged.verdicts, timeline, sink);
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
  if (const auto problem = sim::write_whole(
          options.to, [&](const sim::ByteSink& sink) { write(run, *form, options, sink); })) {
    complain(sim::sentence(*problem), options.language);
    return exit_missing;
  }
  complain(say("{} events written to {}", events, printable(options.to)), options.language);
  return exit_as_expected;
}

}  // namespace locklab::app
