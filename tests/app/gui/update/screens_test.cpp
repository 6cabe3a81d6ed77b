#include <gtest/gtest.h>

#include "app/gui/update/keys.h"
#include "app/gui/update/screens.h"
#include "app/gui/update/update.h"
#include "app/words/words.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

void press_key(Model& model, KeyPress key) {
  if (const auto wanted = intent_of(key, model)) update(model, *wanted);
}

void type(Model& model, char32_t character) {
  KeyPress key;
  key.character = character;
  press_key(model, key);
}

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
  Model model;
  work_on(model, update(model, intent::Open{"F06"}));
  update(model, intent::ShowScreen{Screen::matrix});
  KeyPress right;
  right.key = Key::right;
  press_key(model, right);
  KeyPress undo;
  undo.control = true;
  undo.character = 'z';
  press_key(model, undo);
  type(model, 'v');
  EXPECT_EQ(model.cursor.events, 0u);
}

TEST(ScreenTabs, AStoryOrALessonThatIsOpenedTakesTheReaderToTheLab) {
  Model model;
  update(model, intent::ShowScreen{Screen::matrix});
  work_on(model, update(model, intent::Open{"F06"}));
  EXPECT_EQ(model.screen, Screen::lab);
  update(model, intent::ShowScreen{Screen::matrix});
  update(model, intent::OpenLesson{});
  EXPECT_EQ(model.screen, Screen::lab);
}

TEST(ScreenTabs, LeavingTheLabStopsPlaying) {
  Model model;
  work_on(model, update(model, intent::Open{"F06"}));
  update(model, intent::PlayOrPause{});
  update(model, intent::ShowScreen{Screen::matrix});
  EXPECT_FALSE(model.playing);
}

}  // namespace
}  // namespace locklab::app
