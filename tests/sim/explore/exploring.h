// Questions to the explorer, asked as `locklab explore` asks them.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <stdexcept>
#include <string>

#include "sim/check/check.h"
#include "sim/explore/explore.h"
#include "sim/world/simulate.h"
#include "tests/support/read.h"

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

/// Why a question cannot be understood, empty if it can.
inline Sentence refused(const Question& question) {
  return problem_in(understand(Library(), question));
}

/// A question that cannot be understood fails the test.
inline SearchSpec spec_for(const Question& question) {
  auto understood = understand(Library(), question);
  if (const auto* problem = std::get_if<Problem>(&understood)) {
    ADD_FAILURE() << to_string(*problem);
    throw std::invalid_argument("no question");
  }
  return std::get<SearchSpec>(std::move(understood));
}

/// A search by depth alone, until the first counterexample.
inline SearchTask depth_first(const SearchSpec& spec) {
  SearchTask task = spec.task();
  task.kind = SearchKind::exhaustive;
  return task;
}

/// A search of every schedule.
inline SearchTask of_everything(const SearchSpec& spec) {
  SearchTask task = depth_first(spec);
  task.all = true;
  return task;
}

/// Shows every schedule to its end.
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

/// The trace of the run of that name.
inline Trace trace_named(const std::string& name) { return simulate(run_named(name).scenario); }

/// The verdict of the run of that name.
inline Verdict verdict_of(const std::string& name, Property property) {
  return check(trace_named(name))[static_cast<std::size_t>(property)];
}

/// A counterexample runs again by its name, and is judged by the same words.
inline void expect_broken_again(const Counterexample& example) {
  const Verdict verdict = verdict_of(example.run, example.property);
  EXPECT_EQ(verdict.kept, Kept::broken) << name(example.property) << ": " << example.run;
  EXPECT_EQ(verdict.why, example.why) << example.run;
}

}  // namespace locklab::sim
