// The letters that answer a step's question, or count hands, and what they do afterwards.
#include "app/gui/update/lesson_keys.h"

#include <gtest/gtest.h>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/keys.h"
#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/update.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

std::optional<Intent> letter_in(const Model& model, char32_t letter) {
  KeyPress press;
  press.character = letter;
  return intent_of(press, model);
}

void go_on(Model& model, const Intent& wanted) {
  if (const auto job = update(model, wanted)) work_on(model, job);
}

// B of another pupil opened a list over the lesson; W ended the count, and the next letter answered
// for the whole class.
TEST(LessonKeys, ALetterThatComesLateDoesNothingAndWOnlyBeginsACount) {
  const auto& all = lessons(Language::english);
  for (const bool presenting : {false, true}) {
    Model model;
    for (std::size_t lesson = 0; lesson < all.size(); ++lesson) {
      go_on(model, intent::OpenLesson{lesson});
      for (std::size_t i = 0; i < all[lesson].steps.size();
           ++i, go_on(model, intent::GoToStep{+1})) {
        const LessonQuestion* asked = open_question(model);
        if (!asked || asked->open != OpenAnswer::none) continue;
        model.presenting = presenting;
        for (int twice = 0; twice < 2; ++twice) go_on(model, *letter_in(model, 'w'));
        EXPECT_TRUE(counts_votes(model)) << all[lesson].id;
        const std::size_t answers = asked->answers.size();
        go_on(model, intent::Answer{0});
        ASSERT_FALSE(open_question(model));
        for (std::size_t choice = 0; choice < answers; ++choice)
          for (const char32_t first : {U'a', U'A'})
            EXPECT_FALSE(letter_in(model, first + static_cast<char32_t>(choice)));
        EXPECT_FALSE(letter_in(model, 'w'));
        EXPECT_TRUE(letter_in(model, 'v')) << "other keys do what they always do";
        model.presenting = false;
      }
    }
  }
}

}  // namespace
}  // namespace locklab::app
