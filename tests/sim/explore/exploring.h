// Questions to the explorer, asked as `locklab explore` asks them.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/explore/explore.h"
#include "sim/world/simulate.h"
#include "tests/support/read.h"
#include "tests/support/verdicts.h"

namespace locklab::sim {

inline Question ask(std::string strategy, std::string faults, Property property,
                    std::string set = {}) {
  Question question;
  question.strategy = std::move(strategy);
  question.faults = std::move(faults);
  question.property = property;
  question.set = std::move(set);
  return question;
}

/// The reason why a question is invalid; empty if it is valid.
inline Sentence refused(const Question& question) {
  return problem_in(understand(Library(), question));
}

/// The search for a question. An invalid one fails the test and throws.
inline SearchSpec spec_for(const Question& question) {
  auto understood = understand(Library(), question);
  if (const auto* problem = std::get_if<Problem>(&understood)) {
    ADD_FAILURE() << to_string(*problem);
    throw std::invalid_argument("no question");
  }
  return std::get<SearchSpec>(std::move(understood));
}

/// A depth-first search up to the first counterexample.
inline SearchTask depth_first(const SearchSpec& spec) {
  SearchTask task = spec.task();
  task.kind = SearchKind::exhaustive;
  return task;
}

/// True if the search breaks the property when it also ends retry delays and faults at every half
/// millisecond, not only where that meets another event, or if it then has too many states.
inline bool is_found_between_events(SearchSpec spec, Property property) {
  constexpr std::uint64_t most_states = 1'000'000;
  spec.sizes.end_every = std::chrono::microseconds(500);
  spec.wanted = {property};
  SearchTask task = depth_first(spec);
  task.most_states = most_states;
  const SearchResult result = search(task);
  return result.broken[static_cast<std::size_t>(property)] || !result.exhausted;
}

/// A depth-first search of every schedule.
inline SearchTask of_everything(const SearchSpec& spec) {
  SearchTask task = depth_first(spec);
  task.all = true;
  return task;
}

/// Calls `look` with the final trace of every schedule. Fails the test if the search does not
/// finish.
inline void for_every_run(const SearchSpec& spec, const std::function<void(const Trace&)>& look) {
  SearchTask task = of_everything(spec);
  task.on_final = [&](const Trace& trace, Properties) { look(trace); };
  EXPECT_TRUE(search(task).exhausted);
}

inline Answer answered(const SearchSpec& spec) { return answer(spec, search(spec.task())); }
inline Answer answered(const Question& question) { return answered(spec_for(question)); }

inline std::set<std::size_t> broken_in(const SearchResult& result) {
  std::set<std::size_t> all;
  for (std::size_t i = 0; i < property_count; ++i)
    if (result.broken[i]) all.insert(i);
  return all;
}

/// The broken properties, and for each client the order in which it acquired, gave up and crashed.
/// Clients are sorted, so that equal ones are interchangeable. With `forget`, a crash hides what
/// its client did before, which cannot matter later.
inline std::string outcome_of(const Trace& trace, Properties broken, bool forget = false) {
  std::vector<std::string> of(trace.info.clients.size());
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if (trace[i].client == no_client) continue;
    std::string& one = of[index(trace[i].client)];
    if (trace[i].kind == EventKind::acquired) one += "held ";
    if (trace[i].kind == EventKind::gave_up) one += "refused ";
    if (trace[i].kind == EventKind::client_crashed) one = (forget ? "" : one) + "crashed ";
  }
  std::sort(of.begin(), of.end());
  return fmt::format("{}:{}", broken.bits(), fmt::join(of, "|"));
}

/// The command line that repeats a random test's question. Options that the question leaves to the
/// scenario are omitted.
inline std::string command_line(std::uint64_t seed, const Question& question) {
  std::string line = fmt::format("LOCKLAB_SEED={}: explore --strategy {} --scenario {}", seed,
                                 question.strategy, question.base);
  if (question.clients) line += fmt::format(" --clients {}", *question.clients);
  if (question.rounds) line += fmt::format(" --rounds {}", *question.rounds);
  if (question.nodes) line += fmt::format(" --nodes {}", *question.nodes);
  return line + fmt::format(" --faults '{}' --set '{}'", question.faults, question.set);
}

/// The trace of the run with this name.
inline Trace trace_named(const std::string& name) { return simulate(run_named(name).scenario); }

/// The verdict on the run with this name.
inline Verdict verdict_of(const std::string& name, Property property) {
  return judged(trace_named(name), property);
}

/// Replays a counterexample by its name, and expects the same violation in the same words.
inline void expect_broken_again(const Counterexample& example) {
  const Verdict verdict = verdict_of(example.run, example.property);
  EXPECT_EQ(verdict.kept, Kept::broken) << name(example.property) << ": " << example.run;
  EXPECT_EQ(verdict.why, example.why) << example.run;
}

}  // namespace locklab::sim
