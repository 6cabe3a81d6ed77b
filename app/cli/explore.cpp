// `locklab explore`: searches for the schedule that breaks a lock, and tells the shortest one as a
// story.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/interruption.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/explore/parallel_search.h"
#include "app/runs/judged_run.h"
#include "app/timeline/paint.h"
#include "app/words/display_text.h"
#include "lock/strategy.h"
#include "sim/explore/explore.h"
#include "sim/scenario/promises.h"

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

std::vector<Property> looked_for(const sim::Quest& quest) {
  std::vector<Property> all;
  for (std::size_t i = 0; i < property_count; ++i)
    if (const auto property = static_cast<Property>(i); quest.wanted.has(property))
      all.push_back(property);
  return all;
}

Json answer_json(const sim::Quest& quest, const ExploreOptions& options, const sim::Answer& answer,
                 double seconds) {
  const sim::Scenario& scenario = quest.run.scenario;
  const sim::SearchCounts& counts = answer.counts;
  Json examples = Json::array();
  for (const sim::Counterexample& one : answer.broken)
    examples.push_back({{"property", name(one.property)},
                        {"promised", one.promised},
                        {"run", one.run},
                        {"steps", one.steps},
                        {"why", one.why}});
  const Json first = examples.empty() ? Json() : examples.front();
  const auto of_first = [&](const char* key) { return first.is_null() ? Json() : first[key]; };
  Json properties = Json::array();
  for (const Property one : looked_for(quest)) properties.push_back(name(one));
  return {{"strategy", scenario.strategy},
          {"bounds",
           {{"run", sim::to_string(quest.run.name)},
            {"clients", scenario.clients.size()},
            {"nodes", scenario.nodes.size()},
            {"rounds", scenario.clients.front().rounds},
            {"faults", sim::to_string(quest.budget)},
            {"properties", properties},
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

Sentence bounds_words(const sim::Quest& quest) {
  const sim::Scenario& scenario = quest.run.scenario;
  const std::string faults = sim::to_string(quest.budget);
  const std::size_t clients = scenario.clients.size();
  const std::size_t nodes = scenario.nodes.size();
  const std::uint32_t rounds = scenario.clients.front().rounds;
  return say("{}: {}, {}, {} each, faults {}", scenario.strategy,
             clients == 1 ? say("{} client", clients) : say("{} clients", clients),
             nodes == 1 ? say("{} node", nodes) : say("{} nodes", nodes),
             rounds == 1 ? say("{} round", rounds) : say("{} rounds", rounds),
             faults.empty() ? say("none") : Sentence::name(faults));
}

Sentence properties_words(const sim::Quest& quest) {
  const Properties promised = sim::promised_by(quest.run.scenario.strategy);
  std::string kept;
  std::string other;
  for (const Property one : looked_for(quest)) {
    std::string& names = promised.has(one) ? kept : other;
    names += (names.empty() ? "" : ", ") + std::string(name(one));
  }
  if (other.empty()) return say("looked for: {}", kept);
  if (kept.empty()) return say("looked for, though not promised: {}", other);
  return say("looked for: {}; and, though not promised: {}", kept, other);
}

Sentence counts_words(const sim::Answer& answer, double seconds) {
  const sim::SearchCounts& counts = answer.counts;
  return say("{} states, {} transitions, {} whole schedules, {} s, {} MB", counts.states,
             counts.transitions, counts.executions, fmt::format("{:.2f}", seconds),
             fmt::format("{:.1f}", static_cast<double>(counts.memory) / 1e6));
}

Sentence broken_words(const sim::Counterexample& one) {
  return one.promised ? say("is broken: {}", one.sentence)
                      : say("is broken, and was not promised: {}", one.sentence);
}

void tell(const sim::Library& library, const sim::Quest& quest, const sim::Answer& answer,
          double seconds, Language language) {
  TextOptions options = terminal_options();
  options.language = language;
  const auto line = [&](const Sentence& words) { return told(words, language) + "\n"; };
  print(line(bounds_words(quest)) + line(properties_words(quest)) +
        line(counts_words(answer, seconds)) + "\n");
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
          " " + line(broken_words(one)) + fmt::format("  locklab run '{}'\n", one.run));
  }
  if (!answer.broken.empty()) return;
  print(
      answer.exhausted
          ? toned("✓ " + told(say("holds within these bounds, and they were searched exhaustively"),
                              language),
                  Tone::good, options.colour) +
                "\n"
          : "– " + line(say("not finished: nothing is broken in what was searched; give it more "
                            "--seconds, or smaller bounds")));
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
