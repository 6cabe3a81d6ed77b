// The painted text of lessons: the numbers of its lists and the size of its code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/lessons/lesson_list.h"
#include "tests/support/class_room.h"
#include "tests/support/painted_frame.h"

namespace locklab::app {
namespace {

using test::PaintedFrame;
using test::PaintedLetter;

Model in_lesson(std::size_t lesson, Language language, bool presenting) {
  Model model = test::set_for(ThemeName::dark, language);
  model.presenting = presenting;
  test::lead(model, intent::OpenLesson{lesson});
  return model;
}

PaintedFrame painted_frame(test::ClassRoomScreen& window, const Model& model) {
  window.show(model);
  return PaintedFrame(*ImGui::GetDrawData(), Theme::of(model.settings.theme).ground());
}

bool is_of_the_text(const PaintedLetter& letter) {
  return letter.window.starts_with("lab/lesson") &&
         letter.window.find("/words ") != std::string::npos;
}

/// True if a line of the lesson's text begins with the digit and a dot.
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

// Regression: "Alice has done step 1" followed a list with bullets instead of numbers.
TEST(LessonText, ANumberedListHasItsNumbersOnScreen) {
  for (const Language language : test::both_languages) {
    const auto& all = lessons(language);
    const auto found = std::find_if(all.begin(), all.end(), [](const Lesson& lesson) {
      return lesson.id == "06_getset_timestamp";
    });
    ASSERT_NE(found, all.end());
    test::ClassRoomScreen window;
    const Model model =
        in_lesson(static_cast<std::size_t>(found - all.begin()), language, /*presenting=*/false);
    const PaintedFrame frame = painted_frame(window, model);
    for (const char digit : {'1', '2', '3'}) EXPECT_TRUE(begins_a_line(frame, digit)) << digit;
    EXPECT_FALSE(begins_a_line(frame, '4'));
  }
}

/// The vertices in the accent's colour in a lesson's text, and those of them beside any link.
struct Accented {
  std::size_t all = 0, beside_links = 0;
};

void count_accented(const test::ClassRoomScreen& window, ImU32 accent, Accented& counted) {
  const std::vector<NamedRectangle> links = window.all("link ");
  const auto is_of_a_link = [&](ImVec2 at) {
    constexpr float reach = 6;
    return std::any_of(links.begin(), links.end(), [&](const NamedRectangle& link) {
      return at.x > link.from.x - reach && at.x < link.to.x + reach && at.y > link.from.y - reach &&
             at.y < link.to.y + reach;
    });
  };
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    if (std::string(list._OwnerName ? list._OwnerName : "").find("/words ") == std::string::npos)
      continue;
    for (const ImDrawVert& one : list.VtxBuffer) {
      if (one.col != accent) continue;
      ++counted.all;
      counted.beside_links += !is_of_a_link(one.pos);
    }
  }
}

// Regression: an emphasised word was underlined in the colour of links, and nothing happened when
// it was clicked.
TEST(LessonText, WhatLooksLikeALinkIsOne) {
  for (const Language language : test::both_languages) {
    Accented counted;
    test::ClassRoomScreen window;
    test::at_each_step(ThemeName::dark, language, false,
                       [&](const Model& model, const std::string& step) {
                         window.show(model, 3);
                         count_accented(window, Theme::of(ThemeName::dark).accent, counted);
                         EXPECT_EQ(counted.beside_links, 0u) << step;
                       });
    EXPECT_GT(counted.all, 0u) << "links";
  }
}

/// The first code letter that is too small: below its font size in a lesson's text, below 11 px
/// elsewhere; empty if there is none. Adds the checked letters of the text to `seen`.
std::string small_code(const PaintedFrame& frame, const ImFont* mono, std::size_t& seen) {
  constexpr float least_code_line = 14.4f;
  for (const PaintedLetter& letter : frame.letters()) {
    if (letter.font != mono) continue;
    const bool in_text = is_of_the_text(letter);
    seen += in_text;
    if (letter.size < (in_text ? letter.font->FontSize - 0.2f : least_code_line))
      return frame.words_around(letter) + ": " + std::to_string(letter.size);
  }
  return "";
}

// Regression: code shrank to 7 pixels in a narrow panel.
TEST(LessonText, CodeIsAsLargeAsItsFontAtEachStepThatHasSome) {
  const auto& all = lessons(Language::english);
  const auto has_code = [](const LessonStep& step) {
    return std::any_of(step.text.begin(), step.text.end(),
                       [](const Block& block) { return block.kind == BlockKind::code; });
  };
  for (const bool presenting : {false, true}) {
    std::size_t steps = 0;
    std::size_t letters = 0;
    test::ClassRoomScreen window(in_lesson(0, Language::english, presenting), {1280, 720});
    test::at_each_step(ThemeName::dark, Language::english, presenting,
                       [&](const Model& model, const std::string& name) {
                         if (!has_code(all[model.lesson->lesson].steps[model.lesson->step])) return;
                         ++steps;
                         const PaintedFrame frame = painted_frame(window, model);
                         EXPECT_EQ(small_code(frame, window.fonts().mono, letters), "") << name;
                       });
    EXPECT_GE(steps, 3u);
    EXPECT_GT(letters, 200u);
  }
}

}  // namespace
}  // namespace locklab::app
