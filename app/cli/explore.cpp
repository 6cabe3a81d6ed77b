// `locklab explore`: searches for the schedule that breaks a lock, and tells the shortest one as a
// story.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/interruption.h"
#include "app/cli/judged_run.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/explore/parallel_search.h"
#include "app/timeline/display_text.h"
#include "app/timeline/paint.h"
#include "sim/explore/explore.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// A line on standard error that is written over and over.
class ProgressLine {
 public:
  explicit ProgressLine(bool shown) : shown_(shown) {}
  ~ProgressLine() {
    if (written_) fmt::print(stderr, "\r\033[K");
  }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(const SearchProgress& now, std::optional<double> limit) {
    constexpr double between = 0.2;
    if (!shown_ || now.seconds < next_) return;
    next_ = now.seconds + between;
    written_ = true;
    const std::string until = limit ? fmt::format(" of at most {:.0f} s", *limit) : " s";
    fmt::print(stderr, "\r\033[K{:.1f}{}: {} states, {:.0f} a second, depth {}, {:.0f} MB",
               now.seconds, until, now.counts.states,
               static_cast<double>(now.counts.states) / now.seconds, now.counts.depth,
               static_cast<double>(now.counts.memory) / 1e6);
    if (const auto percent = percent_searched(now.counts))
      fmt::print(stderr, ", perhaps {:.1f} % of all", *percent);
    std::fflush(stderr);
  }

 private:
  bool shown_;
  bool written_ = false;
  double next_ = 0.5;
};

// ---- what came of it
// ----------------------------------------------------------------------------------------------

std::string_view result_of(const sim::Answer& answer) {
  if (!answer.broken.empty()) return "broken";
  return answer.exhausted ? "holds_within_bounds" : "not_finished";
}

Json answer_json(const sim::Quest& quest, const ExploreOptions& options, const sim::Answer& answer,
                 double seconds) {
  const sim::Scenario& scenario = quest.run.scenario;
  const sim::SearchCounts& counts = answer.counts;
  Json examples = Json::array();
  for (const sim::Counterexample& one : answer.broken)
    examples.push_back({{"property", name(one.property)},
                        {"run", one.run},
                        {"steps", one.steps},
                        {"why", one.why}});
  const Json first = examples.empty() ? Json() : examples.front();
  const auto of_first = [&](const char* key) { return first.is_null() ? Json() : first[key]; };
  return {{"strategy", scenario.strategy},
          {"bounds",
           {{"run", sim::to_string(quest.run.name)},
            {"clients", scenario.clients.size()},
            {"nodes", scenario.nodes.size()},
            {"rounds", scenario.clients.front().rounds},
            {"faults", sim::to_string(quest.budget)},
            {"search", name(options.search)},
            {"shard", fmt::format("{}/{}", options.shard + 1, options.shards)}}},
          {"result", result_of(answer)},
          {"property", of_first("property")},
          {"run", of_first("run")},
          {"steps", of_first("steps")},
          {"broken", examples},
          {"states", counts.states},
          {"transitions", counts.transitions},
          {"executions", counts.executions},
          {"seconds", seconds},
          {"states_per_s", seconds > 0 ? static_cast<double>(counts.states) / seconds : 0},
          {"memory_mb", static_cast<double>(counts.memory) / 1e6}};
}

std::string bounds_text(const sim::Quest& quest) {
  const sim::Scenario& scenario = quest.run.scenario;
  const std::string faults = sim::to_string(quest.budget);
  const auto counted = [](std::size_t count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  return fmt::format(
      "{}: {}, {}, {} each, faults {}", scenario.strategy,
      counted(scenario.clients.size(), "client"), counted(scenario.nodes.size(), "node"),
      counted(scenario.clients.front().rounds, "round"), faults.empty() ? "none" : faults);
}

std::string counts_text(const sim::Answer& answer, double seconds) {
  const sim::SearchCounts& counts = answer.counts;
  return fmt::format("{} states, {} transitions, {} whole schedules, {:.2f} s, {:.1f} MB",
                     counts.states, counts.transitions, counts.executions, seconds,
                     static_cast<double>(counts.memory) / 1e6);
}

void tell(const sim::Library& library, const sim::Quest& quest, const sim::Answer& answer,
          double seconds, Language language) {
  TextOptions options = terminal_options();
  options.language = language;
  print(bounds_text(quest) + "\n" + counts_text(answer, seconds) + "\n\n");
  bool first = true;
  for (const sim::Counterexample& one : answer.broken) {
    const auto opened = open_named(library, one.run);
    const auto* run = std::get_if<sim::OpenedRun>(&opened);
    if (!run) continue;  // it was made from a name that could be opened
    const JudgedRun judged = simulate_and_judge(*run);
    if (first) print(text_timeline(judged.trace, judged.verdicts, options) + "\n");
    first = false;
    print(toned(fmt::format("✗ {} {}", name(one.property), chinese_name(one.property)),
                Tone::violation, options.colour) +
          fmt::format(" is broken: {}\n  locklab run '{}'\n", one.why, one.run));
  }
  if (!answer.broken.empty()) return;
  print(answer.exhausted
            ? toned("✓ holds within these bounds, and they were searched exhaustively", Tone::good,
                    options.colour) +
                  "\n"
            : "– not finished: nothing is broken in what was searched; give it more --seconds, or "
              "smaller bounds\n");
}

}  // namespace

int explore_command(const sim::Library& library, const ExploreOptions& options) {
  const auto understood = sim::understand(library, options.question);
  if (const auto* problem = std::get_if<sim::Problem>(&understood)) {
    complain(sim::sentence(*problem), options.language);
    return exit_bad_input;
  }
  const sim::Quest& quest = std::get<sim::Quest>(understood);
  sim::SearchTask task = quest.task();
  task.kind = options.search;
  task.seed = options.seed;
  task.shard = options.shard;
  task.shards = options.shards;

  TimedResult result;
  {
    const UntilInterrupted until_interrupted;
    ProgressLine line(error_is_terminal());
    result =
        search_in_parallel(task, {options.seconds, options.threads}, until_interrupted.flag(),
                           [&](const SearchProgress& now) { line.show(now, options.seconds); });
  }
  const sim::Answer answer = sim::answer(quest, result.found);
  if (options.json) {
    print(answer_json(quest, options, answer, result.seconds).dump() + "\n");
  } else {
    tell(library, quest, answer, result.seconds, options.language);
  }
  return answer.broken.empty() ? exit_as_expected : exit_not_as_expected;
}

}  // namespace locklab::app
