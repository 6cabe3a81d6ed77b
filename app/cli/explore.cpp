// `locklab explore`: searches for the schedule that breaks a lock, and prints the shortest one as a
// story.
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/exit_status.h"
#include "app/cli/interruption.h"
#include "app/cli/output.h"
#include "app/cli/settings.h"
#include "app/cli/terminal.h"
#include "app/explore/parallel_search.h"
#include "app/runs/judged_run.h"
#include "app/timeline/paint.h"
#include "app/words/display_text.h"
#include "app/words/sentence.h"
#include "lock/strategy.h"
#include "sim/explore/explore.h"
#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// A progress line on standard error that is overwritten in place.
class ProgressLine {
 public:
  ProgressLine(bool shown, bool by_chance) : shown_(shown), by_chance_(by_chance) {}
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
    const std::uint64_t done = by_chance_ ? now.counts.executions : now.counts.states;
    fmt::print(stderr, "\r\033[K{:.1f}{}: {} {}, {:.0f} a second, depth {}", now.seconds, until,
               done, by_chance_ ? "schedules" : "states", static_cast<double>(done) / now.seconds,
               now.counts.depth);
    if (!by_chance_)
      fmt::print(stderr, ", {:.0f} MB", static_cast<double>(now.counts.memory) / 1e6);
    if (const auto percent = percent_searched(now.counts))
      fmt::print(stderr, ", perhaps {:.1f} % of all", *percent);
    std::fflush(stderr);
  }

 private:
  bool shown_;
  bool by_chance_;
  bool written_ = false;
  double next_ = 0.5;
};

// ---- results

/// A search and how it ended.
struct Outcome {
  sim::Answer answer;
  double seconds = 0;
  bool interrupted = false;
};

/// Whether none of the wanted properties applies to this lock.
bool none_applies(const sim::SearchSpec& spec, const sim::Answer& answer) {
  return static_cast<int>(answer.not_applicable.size()) == std::popcount(spec.wanted.bits());
}

std::string_view result_of(const sim::SearchSpec& spec, const sim::Answer& answer) {
  if (!answer.broken.empty()) return "broken";
  if (!answer.exhausted) return "not_finished";
  return none_applies(spec, answer) ? "not_applicable" : "holds_within_bounds";
}

std::vector<sim::Property> looked_for(const sim::SearchSpec& spec) {
  std::vector<sim::Property> all;
  for (std::size_t i = 0; i < sim::property_count; ++i)
    if (const auto property = static_cast<sim::Property>(i); spec.wanted.has(property))
      all.push_back(property);
  return all;
}

Json answer_json(const sim::SearchSpec& spec, const ExploreOptions& options,
                 const Outcome& outcome) {
  const sim::Answer& answer = outcome.answer;
  const double seconds = outcome.seconds;
  const sim::Scenario& scenario = spec.run.scenario;
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
  for (const sim::Property one : looked_for(spec)) properties.push_back(name(one));
  Json not_applicable = Json::array();
  for (const sim::NotApplicable& one : answer.not_applicable)
    not_applicable.push_back(name(one.property));
  return {{"strategy", scenario.strategy},
          {"bounds",
           {{"run", sim::to_string(spec.run.name)},
            {"clients", scenario.clients.size()},
            {"nodes", scenario.nodes.size()},
            {"rounds", scenario.clients.front().rounds},
            {"faults", sim::to_string(spec.budget)},
            {"properties", properties},
            {"search", name(options.search)},
            {"shard", fmt::format("{}/{}", options.shard + 1, options.shards)}}},
          {"result", result_of(spec, answer)},
          {"complete", answer.exhausted},
          {"interrupted", outcome.interrupted},
          {"property", of_first("property")},
          {"run", of_first("run")},
          {"steps", of_first("steps")},
          {"broken", examples},
          {"not_applicable", not_applicable},
          {"states", counts.states},
          {"transitions", counts.transitions},
          {"executions", counts.executions},
          {"seconds", seconds},
          {"states_per_s", seconds > 0 ? static_cast<double>(counts.states) / seconds : 0},
          {"memory_mb", static_cast<double>(counts.memory) / 1e6}};
}

Sentence bounds_words(const sim::SearchSpec& spec) {
  const sim::Scenario& scenario = spec.run.scenario;
  const std::string faults = sim::to_string(spec.budget);
  const std::size_t clients = scenario.clients.size();
  const std::size_t nodes = scenario.nodes.size();
  const std::uint32_t rounds = scenario.clients.front().rounds;
  const std::size_t own = scenario.faults.size();
  const Sentence added = faults.empty() ? say("none") : Sentence::name(faults);
  return say("{}: {}, {}, {} each, faults {}", scenario.strategy,
             clients == 1 ? say("{} client", clients) : say("{} clients", clients),
             nodes == 1 ? say("{} node", nodes) : say("{} nodes", nodes),
             rounds == 1 ? say("{} round", rounds) : say("{} rounds", rounds),
             own == 0   ? added
             : own == 1 ? say("{} besides the scenario's own one", added)
                        : say("{} besides the scenario's own {}", added, own));
}

Sentence properties_words(const sim::SearchSpec& spec) {
  const sim::Properties promised = sim::promised_by(spec.run.scenario.strategy);
  std::string kept;
  std::string other;
  for (const sim::Property one : looked_for(spec)) {
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
    print(toned(fmt::format("✗ {} {}", name(one.property), chinese_name(one.property)),
                Tone::violation, options.colour) +
          " " + told(broken_words(one), options.language) +
          fmt::format("\n  locklab run {}\n", shell_quoted(one.run)));
  }
}

/// What a search without a counterexample has shown, or has not.
Sentence end_words(const ExploreOptions& options, const sim::Answer& answer) {
  if (!answer.broken.empty())
    return say("not finished: there may be more, and shorter ones; give it more --seconds");
  if (!answer.exhausted)
    return say(
        "not finished: nothing is broken in what was searched; give it more --seconds, or "
        "smaller bounds");
  if (options.shards > 1)
    return say("part {} of {} holds within these bounds; `locklab merge` says what all parts show",
               options.shard + 1, options.shards);
  return say(
      "holds within these bounds: all of it was searched, with retry pauses at their ends and "
      "where "
      "they meet another event");
}

void tell(const sim::Library& library, const sim::SearchSpec& spec, const ExploreOptions& asked,
          const Outcome& outcome) {
  const Language language = asked.language;
  const sim::Answer& answer = outcome.answer;
  TextOptions options = terminal_options();
  options.language = language;
  const auto line = [&](const Sentence& words) { return told(words, language) + "\n"; };
  if (asked.shards > 1) print(line(say("part {} of {}", asked.shard + 1, asked.shards)));
  print(line(bounds_words(spec)) + line(properties_words(spec)) +
        line(counts_words(answer, outcome.seconds)) + "\n");
  tell_broken(library, answer, options);
  for (const sim::NotApplicable& one : answer.not_applicable)
    print(fmt::format("– {} {}: {}", name(one.property), chinese_name(one.property),
                      line(say("not applicable: {}", one.why))));
  for (const sim::Property one : answer.unconfirmed)
    print(
        line(say("– {}: a schedule that broke it did not do so when it was run again; this is a "
                 "bug in the search",
                 name(one))));
  if (outcome.interrupted)
    print("– " + line(say("interrupted: there may be more than was found so far")));
  if (answer.exhausted && (!answer.broken.empty() || none_applies(spec, answer))) return;
  if (outcome.interrupted && !answer.broken.empty()) return;
  const std::string end = told(end_words(asked, answer), language);
  print((answer.exhausted ? toned("✓ " + end, Tone::good, options.colour) : "– " + end) + "\n");
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
    outcome.answer = sim::answer(spec, result.found);
    outcome.seconds = result.seconds;
    outcome.interrupted = until_interrupted.flag();
  }
  if (options.json) {
    print(answer_json(spec, options, outcome).dump() + "\n");
  } else {
    tell(library, spec, options, outcome);
  }
  const bool held = outcome.answer.broken.empty() && outcome.answer.exhausted;
  return held ? exit_as_expected : exit_not_as_expected;
}

}  // namespace locklab::app
