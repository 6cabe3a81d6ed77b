// Questions to the explorer, asked as `locklab explore` asks them.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "sim/check/check.h"
#include "sim/explore/explore.h"
#include "sim/world/simulate.h"

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

/// A question that cannot be understood fails the test.
inline SearchSpec spec_for(const Question& question) {
  static const Library library(LOCKLAB_SOURCE_DIR "/assets");
  auto understood = understand(library, question);
  if (const auto* problem = std::get_if<Problem>(&understood)) {
    ADD_FAILURE() << to_string(*problem);
    throw std::invalid_argument("no question");
  }
  return std::get<SearchSpec>(std::move(understood));
}

/// The verdict of the run of that name.
inline Verdict verdict_of(const std::string& name, Property property) {
  static const Library library(LOCKLAB_SOURCE_DIR "/assets");
  auto parsed = parse_run_name(name);
  if (const auto* problem = std::get_if<Problem>(&parsed)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  auto opened = open_run(library, std::get<RunName>(parsed));
  if (const auto* problem = std::get_if<Problem>(&opened)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  const Trace trace = simulate(std::get<OpenedRun>(opened).scenario);
  return check(trace)[static_cast<std::size_t>(property)];
}

}  // namespace locklab::sim
