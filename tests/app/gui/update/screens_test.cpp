#include <gtest/gtest.h>

#include "app/gui/update/screens.h"
#include "app/words/words.h"
#include "tests/support/shown_model.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

TEST(ScreenTabs, XGoesThroughAllScreensAndComesBackToTheLab) {
  Model model;
  for (std::size_t i = 0; i < screen_count; ++i) {
    EXPECT_EQ(model.screen, static_cast<Screen>(i));
    type(model, 'x');
  }
  EXPECT_EQ(model.screen, Screen::lab);
}

TEST(ScreenTabs, EachHasItsTextsInBothLanguages) {
  for (const Language language : {Language::english, Language::chinese})
    for (std::size_t i = 0; i < screen_count; ++i) {
      const std::string key = "screen." + std::string(name(static_cast<Screen>(i)));
      EXPECT_NE(Words::in(language)(key), key);
      EXPECT_NE(Words::in(language)(key + ".tip"), key + ".tip");
    }
}

TEST(ScreenTabs, KeysOfTheRunDoNothingWhereTheRunIsNotShown) {
  Model model = test::showing("F06");
  update(model, intent::ShowScreen{Screen::matrix});
  press(model, Key::right);
  press(model, {.character = 'z', .control = true});
  type(model, 'v');
  EXPECT_EQ(model.cursor.events, 0u);
}

TEST(ScreenTabs, AStoryOrALessonThatIsOpenedTakesTheReaderToTheLab) {
  Model model;
  update(model, intent::ShowScreen{Screen::matrix});
  want(model, intent::Open{"F06"});
  EXPECT_EQ(model.screen, Screen::lab);
  update(model, intent::ShowScreen{Screen::matrix});
  update(model, intent::OpenLesson{});
  EXPECT_EQ(model.screen, Screen::lab);
}

TEST(ScreenTabs, LeavingTheLabStopsPlaying) {
  Model model = test::showing("F06");
  update(model, intent::PlayOrPause{});
  update(model, intent::ShowScreen{Screen::matrix});
  EXPECT_FALSE(model.playing);
}

}  // namespace
}  // namespace locklab::app
