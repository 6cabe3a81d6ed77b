// `locklab export`: writes a run or a saved trace in a format for people or other programs.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <functional>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/output_files.h"
#include "app/export/page.h"
#include "app/export/svg.h"
#include "app/runs/judged_run.h"
#include "app/runs/moment.h"
#include "app/timeline/text/chrome_trace.h"
#include "app/timeline/text/text_timeline.h"
#include "app/words/display_text.h"
#include "app/words/generator.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace_file.h"
#include "sim/trace/whole_file.h"

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

/// Whether `what` is a trace: an existing file that is not a scenario, or a name with a trace's
/// suffix.
bool is_trace(const std::string& what) {
  if (sim::names_trace(what)) return true;
  std::error_code ignored;
  return !what.ends_with(".toml") && std::filesystem::is_regular_file(what, ignored);
}

std::variant<ShownRunPtr, sim::Problem> run_of(const sim::Library& library,
                                               const ExportOptions& options) {
  const std::string what = split_moment(options.what).name;
  if (is_trace(what)) {
    auto loaded = sim::load_trace(what);
    if (auto* problem = std::get_if<sim::Problem>(&loaded)) return std::move(*problem);
    return make_recorded_run(library, std::move(std::get<sim::Trace>(loaded)));
  }
  auto name = named_run(what, options);
  if (auto* problem = std::get_if<sim::Problem>(&name)) return std::move(*problem);
  return make_shown_run(library, sim::to_string(std::get<sim::RunName>(name)));
}

/// A run without the shapes that a page or a picture needs, of which a long run has very many.
std::variant<JudgedRun, sim::Problem> judged_run_of(const sim::Library& library,
                                                    const ExportOptions& options) {
  const std::string what = split_moment(options.what).name;
  if (is_trace(what)) {
    auto loaded = sim::load_trace(what);
    if (auto* problem = std::get_if<sim::Problem>(&loaded)) return std::move(*problem);
    return judge_recorded(library, std::move(std::get<sim::Trace>(loaded)));
  }
  auto name = named_run(what, options);
  if (auto* problem = std::get_if<sim::Problem>(&name)) return std::move(*problem);
  const auto opened = sim::open_run(library, std::get<sim::RunName>(name));
  if (const auto* problem = std::get_if<sim::Problem>(&opened)) return *problem;
  return simulate_and_judge(std::get<sim::OpenedRun>(opened));
}

using Write = std::function<void(const sim::ByteSink&)>;

int write_to(const ExportOptions& options, std::size_t events, const Write& write) {
  if (const auto problem = sim::write_whole(options.to, write)) {
    complain(sim::sentence(*problem), options.language);
    return exit_missing;
  }
  complain(say("{} events written to {}", events, printable(options.to)), options.language);
  return exit_as_expected;
}

/// Writes a page or a picture.
int export_drawn(const sim::Library& library, Form form, const ExportOptions& options) {
  const auto made = run_of(library, options);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return refuse(*problem, options.language);
  const ShownRun& run = *std::get<ShownRunPtr>(made);
  const std::size_t events = run.trace().size();
  if (form == Form::page && events > most_page_events) {
    complain(say("a page shows {} events at most, and this run has {}; make the run "
                 "shorter, or export it to .svg, .txt or .json",
                 most_page_events, events),
             options.language);
    return exit_bad_input;
  }
  return write_to(options, events, [&](const sim::ByteSink& sink) {
    sink(form == Form::page ? write_page(run, options.language) : write_svg(run, options.language));
  });
}

/// Writes text or Perfetto's JSON piece by piece, since either may exceed the memory.
int export_written(const sim::Library& library, Form form, const ExportOptions& options) {
  const auto made = judged_run_of(library, options);
  if (const auto* problem = std::get_if<sim::Problem>(&made))
    return refuse(*problem, options.language);
  const JudgedRun& run = std::get<JudgedRun>(made);
  return write_to(options, run.trace.size(), [&](const sim::ByteSink& sink) {
    if (form == Form::perfetto) return write_chrome_trace(run.trace, run.verdicts, sink);
    TextOptions timeline;
    timeline.all = options.all_events;
    timeline.language = options.language;
    write_text_timeline(run.trace, run.verdicts, timeline, sink);
    sink(fmt::format("\ngenerator: {}\n", generator));
  });
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
  const OutputFiles outputs{{{"--to", options.to}}, read_by(options.what), options.force};
  if (const int status = check(outputs, options.language); status != exit_as_expected)
    return status;
  if (options.any() && is_trace(split_moment(options.what).name))
    return refuse(
        {"", 0, 0,
         say("{} is a saved trace, and what has happened does not change", printable(options.what)),
         say("leave out --strategy, --seed and --set, or name the scenario")},
        options.language);
  const bool drawn = form == Form::page || form == Form::picture;
  return drawn ? export_drawn(library, *form, options) : export_written(library, *form, options);
}

}  // namespace locklab::app
