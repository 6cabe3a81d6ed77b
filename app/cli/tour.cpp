// `locklab tour`: every strategy in the simulator, with its promises, a run in which it works and a
// run that breaks it. It runs every scenario of the library, and reports those with unexpected
// results.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/runs/judged_run.h"
#include "app/timeline/scene/paint.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/scenario/promises.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::size_t rows_of_a_run = 30;

/// Two clients in turn, for a strategy that works in no scenario of the library.
constexpr std::string_view plain_text = R"(title = "Two clients, one after the other"
ttl_ms = 500
[[client]]
name = "alice"
work_ms = 10
[[client]]
name = "bob"
start_ms = 5
work_ms = 10
)";

bool breaks_anything(const JudgedRun& run) {
  return std::any_of(run.verdicts.begin(), run.verdicts.end(),
                     [](const sim::Verdict& verdict) { return verdict.kept == sim::Kept::broken; });
}

class Tour {
 public:
  Tour(const sim::Library& library, Language language)
      : library_(library), options_(terminal_options()) {
    options_.language = language;
  }

  int run() {
    run_library();
    heading(
        tell(say("Lock Lab: distributed locks on Redis, what they promise and what breaks them")));
    paragraph("", tell(say("Left: who waits ┊, believes it holds ║, is inside █, is paused ░ ▒. "
                           "Nodes: whose key they have.")));
    paragraph("", tell(say("⚠ a fault strikes   ✗ a promise is broken")));
    for (const Strategy& strategy : strategies())
      if (!show(strategy)) return exit_as_expected;  // the reader closed the pipe
    return summary();
  }

 private:
  void run_library() {
    const LibraryRuns all = library_runs(library_);
    for (const sim::Problem& problem : all.problems) problems_.push_back(sim::sentence(problem));
    for (const std::string& name : all.names) {
      auto opened = open_named(library_, name);
      if (const auto* problem = std::get_if<sim::Problem>(&opened)) {
        problems_.push_back(sim::sentence(*problem));
      } else {
        runs_.push_back(simulate_and_judge(std::get<sim::OpenedRun>(opened)));
      }
    }
  }

  std::string tell(const Sentence& words) const { return told(words, options_.language); }
  std::string tell(std::string_view text) const {
    return std::string(told(text, options_.language));
  }

  bool heading(const std::string& text) {
    std::string rule;
    for (std::size_t i = 0; i < options_.width; ++i) rule += "━";
    return print("\n" + toned(rule, Tone::strong, options_.colour) + "\n" +
                 toned(fit(text, options_.width), Tone::strong, options_.colour) + "\n");
  }

  bool paragraph(const std::string& label, const std::string& text) {
    return print(wrapped(label + text, options_.width, display_width(label)));
  }

  bool show(const Strategy& strategy) {
    heading(fmt::format("{} · {}", strategy.id, tell(strategy.title)));
    std::string promises;
    for (std::size_t i = 0; i < sim::property_count; ++i) {
      const auto property = static_cast<sim::Property>(i);
      if (!sim::promised_by(strategy.id).has(property)) continue;
      promises += fmt::format("{}{} {}", promises.empty() ? "" : ", ", name(property),
                              chinese_name(property));
    }
    paragraph(tell(say("promises:   ")), promises.empty() ? tell(say("nothing")) : promises);
    paragraph(tell(say("goes wrong: ")), tell(strategy.summary));
    const JudgedRun* works =
        find(strategy, [](const JudgedRun& run) { return !breaks_anything(run); });
    const JudgedRun* breaks = find(strategy, breaks_a_promise);
    if (!breaks) breaks = find(strategy, breaks_anything);
    if (works) {
      show(tell(say("It works: ")), *works);
    } else if (const auto plain = sim::read_scenario(plain_text, "plain", {}, changed_to(strategy));
               const auto* scenario = std::get_if<sim::Scenario>(&plain)) {
      show(tell(say("It works: ")), simulate_and_judge({*scenario, {}, {}}));
    }
    if (breaks) return show(tell(say("What breaks it: ")), *breaks);
    return print("\n" + tell(say("No scenario of the library breaks it.")) + "\n");
  }

  static sim::Changes changed_to(const Strategy& strategy) {
    sim::Changes changes;
    changes.strategy = strategy.id;
    return changes;
  }

  /// The shortest run of the strategy that satisfies `wanted`, as a tour should be short; null if
  /// there is none.
  template <class Wanted>
  const JudgedRun* find(const Strategy& strategy, Wanted wanted) const {
    const JudgedRun* best = nullptr;
    for (const JudgedRun& run : runs_)
      if (run.scenario.strategy == strategy.id && wanted(run) &&
          (!best || run.trace.size() < best->trace.size()))
        best = &run;
    return best;
  }

  bool show(const std::string& label, const JudgedRun& run) {
    LayoutOptions layout;
    layout.most_rows = rows_of_a_run;
    layout.language = options_.language;
    const std::string title = run.scenario.title.empty() ? run.scenario.name : run.scenario.title;
    print("\n" + toned(label + printable(tell(title)), Tone::strong, options_.colour) + "\n");
    if (run.scenario.failure.empty() && run.name.empty()) {
      print("\n");
    } else {
      print(toned("  locklab run " + run.scenario.name, Tone::dim, options_.colour) + "\n\n");
    }
    return print(rows_text(lay_out(run.trace, run.verdicts, layout), options_) + "\n" +
                 verdicts_text(run.trace, run.verdicts, options_));
  }

  int summary() {
    std::size_t surprising = 0;
    for (const JudgedRun& run : runs_) surprising += run.as_expected() ? 0 : 1;
    heading(tell(say("{} of {} runs of the library came out as their scenarios say",
                     runs_.size() - surprising, runs_.size())));
    for (const JudgedRun& run : runs_)
      for (const Sentence& surprise : run.surprises)
        paragraph("✗ ", run.scenario.name + ": " + printable(tell(surprise)));
    for (const Sentence& problem : problems_) complain(problem, options_.language);
    if (!problems_.empty()) return exit_bad_input;
    return surprising > 0 ? exit_not_as_expected : exit_as_expected;
  }

  const sim::Library& library_;
  TextOptions options_;
  std::vector<JudgedRun> runs_;
  std::vector<Sentence> problems_;
};

}  // namespace

int tour_command(const sim::Library& library, Language language) {
  return Tour(library, language).run();
}

}  // namespace locklab::app
