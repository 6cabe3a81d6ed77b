// A reader's place in the lessons, with the answers given so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace locklab::app {

/// A lesson and a step in it, as indices.
using StepId = std::pair<std::size_t, std::size_t>;

struct LessonPlace {
  std::size_t lesson = 0;  ///< index into lessons_of(model)
  std::size_t step = 0;
  std::map<StepId, std::size_t> answers;
  std::map<StepId, std::string> written;  ///< answers to open questions
  std::map<StepId, std::vector<std::uint32_t>>
      votes;                                ///< votes of a classroom: the count for each answer
  std::map<std::size_t, std::size_t> read;  ///< by lesson: number of steps reached

  StepId id() const { return {lesson, step}; }
  std::optional<std::size_t> answer() const {
    const auto given = answers.find(id());
    return given == answers.end() ? std::nullopt : std::optional(given->second);
  }
};

}  // namespace locklab::app
