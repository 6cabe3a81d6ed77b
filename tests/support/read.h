// Results of reading a text, as the value or as the problem; and runs by name.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <variant>

#include "sim/scenario/run_name.h"
#include "sim/trace/problem.h"

namespace locklab::sim {

/// The value. A problem fails the test, and the value is empty.
template <class Value>
Value value_of(std::variant<Value, Problem> read) {
  if (const auto* problem = std::get_if<Problem>(&read)) {
    ADD_FAILURE() << to_string(*problem);
    return {};
  }
  return std::get<Value>(std::move(read));
}

/// The problem as a sentence; empty if there is none.
template <class Value>
Sentence problem_in(const std::variant<Value, Problem>& read) {
  const auto* problem = std::get_if<Problem>(&read);
  return problem ? sentence(*problem) : Sentence();
}

/// The run of that name. One that cannot be opened fails the test.
inline OpenedRun run_named(std::string_view name, const Library& library = Library()) {
  return value_of(open_run(library, value_of(parse_run_name(name))));
}

}  // namespace locklab::sim
