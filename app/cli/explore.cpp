// `locklab explore`: searches for schedules that break a lock, and prints the first counterexample
// as a timeline.
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/explore_report.h"
#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "app/cli/terminal.h"
#include "app/explore/parallel_search.h"
#include "app/runs/interruption.h"
#include "app/runs/judged_run.h"
#include "app/timeline/scene/paint.h"
#include "app/words/display_text.h"
#include "app/words/verdict_name.h"
#include "sim/explore/explore.h"
#include "sim/trace/json_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

namespace {

constexpr std::size_t sentence_indent = 4;  ///< of a sentence's further lines

/// A progress line on standard error that is overwritten in place.
class ProgressLine {
 public:
  ProgressLine(bool shown, bool by_chance) : shown_(shown), by_chance_(by_chance) {}
  ~ProgressLine() {
    if (written_) print_aside("\r\033[K");
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const SearchProgress& now, std::optional<double> limit) {
    constexpr double between = 0.2;
    if (!shown_ || now.seconds < next_) return;
    next_ = now.seconds + between;
    written_ = true;
    const std::string until = limit ? fmt::format(" of at most {:.0f} s", *limit) : " s";
    const std::uint64_t done = by_chance_ ? now.counts.executions : now.counts.states;
    print_aside(fmt::format("\r\033[K{:.1f}{}: {} {}, {:.0f} a second, depth {}", now.seconds,
                            until, done, by_chance_ ? "schedules" : "states",
                            static_cast<double>(done) / now.seconds, now.counts.depth));
    if (!by_chance_)
      print_aside(fmt::format(", {:.0f} MB", static_cast<double>(now.counts.memory) / 1e6));
    if (const auto percent = percent_searched(now.counts))
      print_aside(fmt::format(", perhaps {:.1f} % of all", *percent));
  }

 private:
  bool shown_;
  bool by_chance_;
  bool written_ = false;
  double next_ = 0.5;
};

void tell_broken(const sim::Library& library, const sim::Answer& answer,
                 const TextOptions& options) {
  bool first = true;
  for (const sim::Counterexample& one : answer.broken) {
    const auto opened = open_named(library, one.run);
    const auto* run = std::get_if<sim::OpenedRun>(&opened);
    if (!run) continue;  // cannot happen: the name was opened before
    const JudgedRun judged = simulate_and_judge(*run);
    if (first) print(text_timeline(judged.trace, judged.verdicts, options) + "\n");
    first = false;
    const std::string label =
        fmt::format("✗ {} {}", name(one.property),
                    told(verdict_name(one.property, sim::Kept::broken), Language::chinese));
    const std::string all =
        wrapped(fmt::format("{} {}", label, told(broken_words(one), options.language)),
                options.width, sentence_indent);
    print(toned(label, Tone::violation, options.colour) + all.substr(label.size()) +
          fmt::format("  locklab run {}\n", shell_quoted(one.run)));
    if (one.also)
      print(wrapped("  " + told(also_words(*one.also), options.language), options.width,
                    sentence_indent) +
            fmt::format("  locklab run {}\n", shell_quoted(one.also->run)));
  }
}

void tell(const sim::Library& library, const sim::SearchSpec& spec, const ExploreOptions& asked,
          const Outcome& outcome) {
  const Language language = asked.language;
  const sim::Answer& answer = outcome.answer;
  TextOptions options = terminal_options();
  options.language = language;
  const auto line = [&](const Sentence& words, std::string_view before = {}) {
    return wrapped(std::string(before) + told(words, language), options.width, sentence_indent);
  };
  if (asked.shards > 1) print(line(say("part {} of {}", asked.shard + 1, asked.shards)));
  print(line(bounds_words(spec)));
  for (const Sentence& one : sim::ground_words(spec)) print(line(one));
  for (const Sentence& one : sim::limit_words(spec, answer)) print(line(one));
  print(line(properties_words(spec)) + line(counts_words(answer, outcome.seconds)));
  for (const Sentence& one : sim::fault_words(spec, answer)) print(line(one));
  print("\n");
  tell_broken(library, answer, options);
  for (const sim::NotApplicable& one : answer.not_applicable)
    print(line(say("not applicable: {}", one.why),
               fmt::format("– {} {}: ", name(one.property), chinese_name(one.property))));
  for (const sim::Property one : answer.unconfirmed)
    print(
        line(say("– {}: a schedule that broke it did not do so when it was run again; this is a "
                 "bug in the search",
                 name(one))));
  if (outcome.interrupted)
    print(line(say("interrupted: there may be more than was found so far"), "– "));
  const Sentence end = end_words(asked, answer);
  if (end.empty()) return;
  const bool holds = answer.exhausted && answer.shows_nothing.empty();
  print(holds ? toned(line(end, "✓ "), Tone::good, options.colour) : line(end, "– "));
}

}  // namespace

int explore_command(const sim::Library& library, const ExploreOptions& options) {
  const auto understood = sim::understand(library, options.question);
  if (const auto* problem = std::get_if<sim::Problem>(&understood)) {
    return refuse(said_of_option(*problem, options.set), options.language);
  }
  const sim::SearchSpec& spec = std::get<sim::SearchSpec>(understood);
  sim::SearchTask task = spec.task();
  task.kind = options.search;
  task.seed = options.seed;
  task.shard = options.shard;
  task.shards = options.shards;

  const bool by_chance =
      options.search == sim::SearchKind::random || options.search == sim::SearchKind::pct;
  std::optional<double> limit = options.seconds;
  if (by_chance && !limit) {
    constexpr int usual_seconds = 60;
    limit = usual_seconds;
    complain(say("a random search does not end by itself: it stops after {} s; --seconds sets "
                 "another time",
                 usual_seconds),
             options.language);
  }
  Outcome outcome;
  {
    const UntilInterrupted until_interrupted;
    ProgressLine line(error_is_terminal(), by_chance);
    const TimedResult result =
        search_in_parallel(task, {limit, options.threads}, until_interrupted.flag(),
                           [&](const SearchProgress& now) { line.show(now, limit); });
    outcome.answer =
        sim::answer(spec, result.found, task.shards > 1 ? sim::Extent::part : sim::Extent::whole);
    sim::add_classics(spec, outcome.answer,
                      [&](const sim::SearchCounts&) { return !until_interrupted.flag(); });
    outcome.seconds = result.seconds;
    outcome.interrupted = until_interrupted.flag();
  }
  if (options.json) {
    print(json_text(answer_json(spec, options, outcome)) + "\n");
  } else {
    tell(library, spec, options, outcome);
  }
  return exit_status_of(outcome.answer);
}

}  // namespace locklab::app
