#include "app/gui/update/lesson_keys.h"

#include "app/gui/update/class_votes.h"
#include "app/gui/update/lesson_steps.h"

namespace locklab::app {

namespace {

std::optional<std::size_t> choice_of(char32_t character, char32_t first,
                                     const LessonQuestion& asked) {
  if (character < first || character - first >= asked.answers.size()) return std::nullopt;
  return character - first;
}

std::optional<Intent> vote_key(const KeyPress& press, const Model& model,
                               const LessonQuestion& asked) {
  const bool typed = !model.typed_votes.empty();
  switch (press.key) {
    case Key::enter:
      if (all_votes(votes(model)) > 0) return intent::ShowTruth{};
      return std::nullopt;
    case Key::backspace:
      if (typed) return intent::TypeVotes{};
      return std::nullopt;
    default:
      break;
  }
  if (press.character >= '0' && press.character <= '9')
    return intent::TypeVotes{static_cast<int>(press.character - '0')};
  if (const auto more = choice_of(press.character, 'a', asked)) return intent::Vote{*more, +1};
  if (const auto fewer = choice_of(press.character, 'A', asked)) return intent::Vote{*fewer, -1};
  return std::nullopt;
}

/// The step's question, if it is answered by letters.
const LessonQuestion* asked_by_letters(const Model& model) {
  const LessonStep* step = step_at(model);
  const bool asks = step && step->question && step->question->open == OpenAnswer::none;
  return asks ? &*step->question : nullptr;
}

}  // namespace

bool is_late_answer(const KeyPress& press, const Model& model) {
  const LessonQuestion* asked = asked_by_letters(model);
  if (!asked || open_question(model)) return false;
  const char32_t character = press.character;
  return choice_of(character, 'a', *asked) || choice_of(character, 'A', *asked) ||
         character == 'w' || character == 'W';
}

std::optional<Intent> question_key(const KeyPress& press, const Model& model) {
  const LessonQuestion* asked = open_question(model);
  if (!asked || asked->open != OpenAnswer::none) return std::nullopt;
  // W only begins a vote: if it also ended one, the next letter would answer for the class.
  if (press.character == 'w' || press.character == 'W') return intent::CountVotes{true};
  if (counts_votes(model)) return vote_key(press, model, *asked);
  if (const auto choice = choice_of(press.character, 'a', *asked)) return intent::Answer{*choice};
  return std::nullopt;
}

}  // namespace locklab::app
