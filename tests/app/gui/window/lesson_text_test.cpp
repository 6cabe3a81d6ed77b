// The text of lessons as it is painted: the numbers of its lists, and the size of its code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/painted_frame.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

using test::PaintedFrame;
using test::PaintedLetter;

Model in_lesson(std::size_t lesson, Language language, bool presenting) {
  Model model;
  model.settings.language = language;
  model.settings.welcomed = true;
  model.settings.motion = false;
  model.presenting = presenting;
  if (const auto job = update(model, intent::OpenLesson{lesson})) work_on(model, job);
  return model;
}

PaintedFrame painted_frame(UnseenWindow& window, const Model& model) {
  for (int i = 0; i < 4; ++i) window.draw(model);
  return PaintedFrame(*ImGui::GetDrawData(), Theme::of(model.settings.theme).ground());
}

bool is_of_the_text(const PaintedLetter& letter) {
  return letter.window.starts_with("lab/lesson") &&
         letter.window.find("/words ") != std::string::npos;
}

/// Whether a line of the lesson's text begins with "1.".
bool begins_a_line(const PaintedFrame& frame, char digit) {
  const auto& all = frame.letters();
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (!is_of_the_text(all[i]) || all[i].character != static_cast<unsigned char>(digit)) continue;
    if (all[i + 1].character != '.' || all[i + 1].from.x - all[i].to.x > 4) continue;
    const float middle = (all[i].from.y + all[i].to.y) / 2;
    if (std::none_of(all.begin(), all.end(), [&](const PaintedLetter& other) {
          return is_of_the_text(other) && other.from.y < middle && other.to.y > middle &&
                 other.from.x < all[i].from.x - 1;
        }))
      return true;
  }
  return false;
}

// "Alice has done step 1" stood below three bullets.
TEST(LessonText, ANumberedListHasItsNumbersOnScreen) {
  for (const Language language : {Language::english, Language::chinese}) {
    const auto& all = lessons(language);
    const auto found = std::find_if(all.begin(), all.end(), [](const Lesson& lesson) {
      return lesson.id == "06_getset_timestamp";
    });
    ASSERT_NE(found, all.end());
    UnseenWindow window(1280, 720);
    const Model model =
        in_lesson(static_cast<std::size_t>(found - all.begin()), language, /*presenting=*/false);
    const PaintedFrame frame = painted_frame(window, model);
    for (const char digit : {'1', '2', '3'}) EXPECT_TRUE(begins_a_line(frame, digit)) << digit;
    EXPECT_FALSE(begins_a_line(frame, '4'));
  }
}

/// The code letters on screen that are smaller than they should be: in a lesson's text than their
/// font, elsewhere than 11 px. `seen` counts those of the text.
std::string small_code(const PaintedFrame& frame, std::size_t& seen) {
  constexpr float least_code_line = 14.4f;
  for (const PaintedLetter& letter : frame.letters()) {
    if (!std::string(letter.font->GetDebugName()).starts_with("JetBrainsMono")) continue;
    const bool in_text = is_of_the_text(letter);
    seen += in_text;
    if (letter.size < (in_text ? letter.font->FontSize - 0.2f : least_code_line))
      return frame.words_around(letter) + ": " + std::to_string(letter.size);
  }
  return "";
}

// It shrank to 7 pixels in a narrow panel.
TEST(LessonText, CodeIsAsLargeAsItsFontAtEachStepThatHasSome) {
  const auto& all = lessons(Language::english);
  const auto has_code = [](const LessonStep& step) {
    return std::any_of(step.text.begin(), step.text.end(),
                       [](const Block& block) { return block.kind == BlockKind::code; });
  };
  for (const bool presenting : {false, true}) {
    std::size_t steps = 0;
    std::size_t letters = 0;
    UnseenWindow window(1280, 720, {},
                        drawn_scale(in_lesson(0, Language::english, presenting), 1, 1280, 720));
    for (std::size_t lesson = 0; lesson < all.size(); ++lesson) {
      if (std::none_of(all[lesson].steps.begin(), all[lesson].steps.end(), has_code)) continue;
      Model model = in_lesson(lesson, Language::english, presenting);
      for (std::size_t step = 0; step < all[lesson].steps.size(); ++step) {
        if (step > 0)
          if (const auto job = update(model, intent::GoToStep{+1})) work_on(model, job);
        if (!has_code(all[lesson].steps[step])) continue;
        ++steps;
        EXPECT_EQ(small_code(painted_frame(window, model), letters), "")
            << all[lesson].id << " step " << step + 1;
      }
    }
    EXPECT_GE(steps, 3u);
    EXPECT_GT(letters, 200u);
  }
}

}  // namespace
}  // namespace locklab::app
