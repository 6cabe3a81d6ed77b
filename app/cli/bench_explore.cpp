// Measures how long the explorer takes for all schedules of Redlock, compared with Spin on the same
// model.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/cli/bench.h"
#include "app/cli/exit_status.h"
#include "app/cli/output.h"
#include "sim/explore/explore.h"
#include "sim/trace/json_text.h"

namespace locklab::app {

namespace {

using Json = nlohmann::ordered_json;

/// The outcomes that a search reached. The bits of each say which rounds acquired the lock (two per
/// client), and whether mutual exclusion was broken. The model in tests/bench/peers/spin uses the
/// same numbers.
using Outcomes = std::set<unsigned>;

struct Searched {
  sim::SearchCounts counts;
  Outcomes outcomes;
  double seconds = 0;
};

constexpr std::size_t most_rounds = 2;
/// Number of states for comparing snapshots with replays: enough to measure the difference, few
/// enough to wait for.
constexpr std::uint64_t states_to_replay = 20'000;

unsigned outcome_of(const sim::Trace& trace, sim::Properties broken) {
  unsigned outcome = broken.has(sim::Property::mutual_exclusion) ? 16 : 0;
  std::array<std::size_t, 2> round{};
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event event = trace[i];
    if (event.kind != sim::EventKind::acquired && event.kind != sim::EventKind::gave_up) continue;
    const std::size_t client = index(event.client);
    const std::size_t number = client * most_rounds + round[client]++;
    if (event.kind == sim::EventKind::acquired) outcome |= 1u << number;
  }
  return outcome;
}

/// The outcome with the two clients exchanged. The clients are identical, so a reduced search may
/// reach only one of the two outcomes.
unsigned with_clients_swapped(unsigned outcome) {
  constexpr unsigned of_one = 3;
  return (outcome & 16u) | (outcome & of_one) << most_rounds | (outcome >> most_rounds & of_one);
}

/// Redlock as in the Spin model: parallel requests, no retry, one step of work.
sim::Question question(std::uint32_t rounds) {
  sim::Question question;
  question.strategy = "redlock";
  question.nodes = 3;
  const auto client = [&](std::string_view name) {
    return fmt::format("{{name=\"{}\", touch=false, work_ms=50, wait_ms=1, rounds={}}}", name,
                       rounds);
  };
  question.set = fmt::format(
      "order=\"parallel\", retry_jitter_ms=0, semantics=\"asynchronous\", client=[{}, {}]",
      client("alice"), client("bob"));
  question.faults = "clock_jump=1";
  question.property = sim::Property::mutual_exclusion;
  return question;
}

struct How {
  bool reduced = true;
  bool replayed = false;  ///< reaches each state by replay, not from a snapshot
  std::uint64_t most_states = UINT64_MAX;
};

std::optional<Searched> searched(const sim::Library& library, std::uint32_t rounds,
                                 const How& how = {}) {
  const auto understood = sim::understand(library, question(rounds));
  if (const auto* problem = std::get_if<sim::Problem>(&understood)) {
    complain(sim::sentence(*problem), Language::english);
    return std::nullopt;
  }
  const sim::SearchSpec& spec = std::get<sim::SearchSpec>(understood);
  sim::SearchTask task = spec.task();
  task.kind = sim::SearchKind::exhaustive;
  task.all = true;
  task.reduce = how.reduced;
  task.replay = how.replayed;
  task.most_states = how.most_states;
  Searched result;
  task.on_final = [&](const sim::Trace& trace, sim::Properties broken) {
    const unsigned outcome = outcome_of(trace, broken);
    result.outcomes.insert(outcome);
    result.outcomes.insert(with_clients_swapped(outcome));
  };
  const double start = processor_seconds();
  result.counts = sim::search(task).counts;
  result.seconds = processor_seconds() - start;
  return result;
}

/// The peer's figures: {"states", "transitions", "seconds", "memory_mb", "outcomes"}. nullopt if
/// `peer` is empty or fails.
std::optional<Json> spin_says(const std::string& peer) {
  if (peer.empty()) return std::nullopt;
  FILE* pipe = popen(("'" + peer + "'").c_str(), "r");
  if (!pipe) return std::nullopt;
  std::string text;
  std::array<char, 256> piece{};
  while (std::fgets(piece.data(), piece.size(), pipe)) text += piece.data();
  if (pclose(pipe) != 0) return std::nullopt;
  const auto json = read_json<Json>(text);
  if (!json.is_object() || !json.contains("outcomes")) return std::nullopt;
  return json;
}

Json to_json(const Searched& search) {
  return {{"states", search.counts.states},
          {"transitions", search.counts.transitions},
          {"seconds", search.seconds},
          {"memory_mb", static_cast<double>(search.counts.memory) / 1e6},
          {"outcomes", std::vector<unsigned>(search.outcomes.begin(), search.outcomes.end())}};
}

BenchmarkRun search_run(const char* name, const Json& row) {
  BenchmarkRun run{name, row["seconds"].get<double>() * 1e3, "ms"};
  for (const char* counter : {"states", "transitions", "memory_mb"})
    run.counters.emplace_back(counter, row[counter].get<double>());
  return run;
}

void print_row(const char* what, const Json& row) {
  fmt::print("{:<34} {:>9} states  {:>10} transitions  {:>7.2f} s  {:>6.0f} MB  {:>2} outcomes\n",
             what, row["states"].get<std::uint64_t>(), row["transitions"].get<std::uint64_t>(),
             row["seconds"].get<double>(), row["memory_mb"].get<double>(), row["outcomes"].size());
}

}  // namespace

int bench_explore(const sim::Library& library, const BenchOptions& options) {
  const auto reduced = searched(library, most_rounds);
  const auto small = searched(library, 1);
  const auto small_whole = searched(library, 1, {.reduced = false});
  const auto restored = searched(library, most_rounds, {.most_states = states_to_replay});
  const auto replayed =
      searched(library, most_rounds, {.replayed = true, .most_states = states_to_replay});
  if (!reduced || !small || !small_whole || !restored || !replayed) return exit_bad_input;
  const std::optional<Json> spin = spin_says(options.spin_peer);
  const Json ours = to_json(*reduced);
  const bool alike = small->outcomes == small_whole->outcomes &&
                     restored->counts.transitions == replayed->counts.transitions &&
                     (!spin || (*spin)["outcomes"] == ours["outcomes"]);
  if (options.runs) {
    options.runs->push_back(search_run("explore/reduced", ours));
    options.runs->push_back(search_run("explore/one_round", to_json(*small)));
    options.runs->push_back(search_run("explore/one_round/not_reduced", to_json(*small_whole)));
    options.runs->push_back(search_run("explore/restored", to_json(*restored)));
    options.runs->push_back(search_run("explore/replayed", to_json(*replayed)));
    if (spin) options.runs->push_back(search_run("explore/spin", *spin));
    if (!alike) complain("the final outcomes differ");
    return alike ? exit_as_expected : exit_not_as_expected;
  }
  fmt::print(
      "Redlock, 2 clients, 3 nodes, 2 rounds, one early expiry, everything in every order, to the "
      "end (processor time of one core):\n");
  print_row("the lock's own code, reduced", ours);
  if (spin) {
    print_row("Spin, a model of it", *spin);
    fmt::print("  Spin takes {:.1f} times as long (aim 10)\n",
               (*spin)["seconds"].get<double>() / reduced->seconds);
  } else {
    fmt::print("  Spin is not compared with (tests/run --night does)\n");
  }
  fmt::print("One round each, to show what the reductions save:\n");
  print_row("reduced", to_json(*small));
  print_row("not reduced", to_json(*small_whole));
  fmt::print("The beginning of the first search, with two ways to return to a state:\n");
  print_row("a snapshot is restored", to_json(*restored));
  print_row("its path is replayed", to_json(*replayed));
  fmt::print("  going again takes {:.1f} times as long\n", replayed->seconds / restored->seconds);
  fmt::print("{}",
             alike ? "  all find the same final outcomes\n" : "  THE FINAL OUTCOMES DIFFER\n");
  return alike ? exit_as_expected : exit_not_as_expected;
}

}  // namespace locklab::app
