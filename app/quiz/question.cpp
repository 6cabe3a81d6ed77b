#include "app/quiz/question.h"

#include <fmt/format.h>

#include <iterator>

namespace locklab::app {

std::string_view name(QuizKind kind) {
  static constexpr std::string_view names[] = {"inside",  "next",  "key",  "reply",
                                               "promise", "lease", "fault"};
  static_assert(std::size(names) == quiz_kind_count);
  return names[static_cast<std::size_t>(kind)];
}

std::string quiz_ms(std::int64_t us) { return fmt::format("{}.{}", us / 1000, us % 1000 / 100); }

}  // namespace locklab::app
