// Notices of success cover nothing that is read or clicked next, and vanish after a while.
#include <gtest/gtest.h>

#include <string>

#include "app/gui/window/shell/toast_time.h"
#include "app/workshop/search_work.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::all_themes;
using test::both_languages;
using test::ClassRoomScreen;

/// A run to which its first remedy was just applied.
Model saved_run(const char* name, Language language) {
  Model model = test::opened_story(name, ThemeName::dark, language);
  const auto search = update(model, intent::RunUntil{Until::violation});
  const std::atomic<bool> stopped{false};
  auto found = remedies_of(sim::Library(), *model.run, stopped);
  update(model, intent::RemediesFound{search->job, std::move(found)});
  test::lead(model, intent::TryRemedy{0});
  return model;
}

// Regression: the notice covered "✓ stock refuses alice's late write: token 1 is older than [...]".
TEST(Toasts, GoodNewsNeverLiesOnTheSentenceOfTheHeadline) {
  std::size_t seen = 0;
  for (const char* name : {"F06", "F12", "F13"})
    for (const Language language : both_languages) {
      Model model = saved_run(name, language);
      ASSERT_FALSE(model.done.empty()) << name;
      for (const ThemeName theme : all_themes)
        for (const bool presenting : {false, true})
          for (const ImVec2 size : {ImVec2{1024, 640}, ImVec2{1280, 720}, ImVec2{1920, 1080}}) {
            model.settings.theme = theme;
            model.presenting = presenting;
            ClassRoomScreen room(model, size);
            room.show(model, 4);
            const auto toast = room.widget("done");
            const auto headline = room.widget("headline");
            ASSERT_TRUE(toast) << name;
            if (!headline) continue;  // small windows have no headline
            EXPECT_LE(toast->to.y, headline->from.y)
                << name << " at " << size.x << " in theme " << static_cast<int>(theme)
                << (presenting ? ", presenting" : "");
            EXPECT_GE(toast->from.x, 0) << name << " at " << size.x;
            EXPECT_LE(toast->to.x, size.x) << name << " at " << size.x;
            ++seen;
          }
    }
  EXPECT_GE(seen, 60u);
}

TEST(Toasts, GoodNewsGoesByItselfOrWithTheNextKeyOrClick) {
  ToastTime time;
  const Sentence news = say("saved as {}", "mine.toml");
  time.follow({}, 1);
  EXPECT_FALSE(time.is_over(100));
  EXPECT_EQ(time.due(100, 0), 0);
  time.follow(news, 100);
  time.follow(news, 103);
  EXPECT_FALSE(time.is_over(100 + ToastTime::shown_s - 0.5));
  EXPECT_TRUE(time.is_over(100 + ToastTime::shown_s));
  EXPECT_EQ(time.due(100, 0), ToastTime::shown_s);
  EXPECT_EQ(time.due(100, 0.5), 0.5) << "a pointer rests earlier";
  EXPECT_TRUE(time.is_ended_by(input::Key{65, 0, 1, 0}));
  EXPECT_FALSE(time.is_ended_by(input::Key{65, 0, 0, 0})) << "a key that goes up";
  EXPECT_TRUE(time.is_ended_by(input::Button{0, true}));
  EXPECT_FALSE(time.is_ended_by(input::Moved{3, 4}));
  time.follow({}, 104);
  EXPECT_FALSE(time.is_ended_by(input::Button{0, true}));
}

}  // namespace
}  // namespace locklab::app
