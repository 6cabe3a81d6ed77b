// The panels next to the timeline: replies of Redis, the line that acquired the lock, causes and
// remedies; and the cursor's step count.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/gui/update/navigation.h"
#include "app/gui/window/lab/cursor_painter.h"
#include "app/timeline/scene/source_state.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using testing::HasSubstr;
using testing::Not;

using test::in_looks;
using test::ScreenAtRest;
using test::story;

// Regression: only "n1 nil" of five replies was visible, the one that does not matter.
TEST(RedisPanel, FirstSaysInOneLineWhatEachNodeAnswered) {
  in_looks({.themes = {ThemeName::dark, ThemeName::projector},
            .sizes = {{1280, 720}, {1920, 1080}, {3840, 2160}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             const ScreenAtRest seen(story("F12", theme, language), size);
             const auto area = seen.widget("redis words");
             const auto sums = seen.all("redis replies");
             ASSERT_TRUE(area);
             ASSERT_GE(sums.size(), 2u) << "nil, and OK";
             // The two summary lines of the last command.
             for (std::size_t i = sums.size() - 2; i < sums.size(); ++i) {
               EXPECT_GE(sums[i].from.y, area->from.y - 1);
               EXPECT_LE(sums[i].to.y, area->to.y + 1);
             }
           });
}

TEST(RedisPanel, ShortensKeysAndTokensAndHasThemWholeToCopy) {
  const Model model = story("F12");
  const sim::Trace& trace = model.run->trace();
  std::size_t tokens = 0;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    if (event.kind != sim::EventKind::sent || event.purpose != Purpose::claim) continue;
    const std::string brief = brief_command(trace, event);
    EXPECT_THAT(brief, HasSubstr("SET lock "));
    EXPECT_THAT(brief, HasSubstr("… NX PX 500"));
    EXPECT_LT(brief.size(), 36u);
    EXPECT_THAT(as_typed(trace.words(event)), HasSubstr("SET locklab:lock "));
    ++tokens;
  }
  EXPECT_GT(tokens, 5u);
  Model copying = model;
  const auto job = update(copying, intent::CopyWords{"SET locklab:lock"});
  ASSERT_TRUE(job);
  EXPECT_EQ(job->work.get<work::Copy>().text, "SET locklab:lock");
}

// Regression: the program around the locks was shown, not the lock's own file.
TEST(RealCode, AtAViolationIsTheLocksOwnFileAtTheLineThatTookIt) {
  for (const auto& [name, file] : {std::pair{"F06", "lock/strategies/set_px_lua.cpp"},
                                   std::pair{"F12", "lock/strategies/redlock.cpp"},
                                   std::pair{"F11", "lock/strategies/set_px_lua.cpp"}}) {
    Model model = story(name);
    update(model, intent::ShowRealSource{true});
    const ScreenAtRest seen(model);
    EXPECT_TRUE(seen.has(std::string("real code of ") + file)) << name;
    EXPECT_TRUE(seen.has("source line")) << name << ": the line is marked";
  }
}

TEST(WhyPage, SaysByWhatDesignAPromiseBrokeWhereNoFaultLedToIt) {
  in_looks({.themes = {ThemeName::dark}, .sizes = {{1280, 720}, {1920, 1080}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             const ScreenAtRest seen(story("F04", theme, language), size);
             const auto design = seen.widget("why design");
             const auto page = seen.widget("told rows");
             ASSERT_TRUE(design && page);
             EXPECT_LE(design->to.x, page->to.x);
             EXPECT_LE(design->to.y, page->to.y);
           });
  EXPECT_FALSE(ScreenAtRest(story("F06")).has("why design")) << "alice was paused";
}

Remedies some_remedies(const Model& model, std::size_t count) {
  Remedies remedies{model.run, std::nullopt, {}};
  const std::string_view locks[] = {"fenced", "redlock", "watchdog", "set_px_lua", "setnx_expire"};
  for (std::size_t i = 0; i < count; ++i) {
    Remedy remedy;
    remedy.run = model.run->judged.name;
    remedy.strategy = locks[i % std::size(locks)];
    remedy.by_luck = true;
    remedies.found.push_back(remedy);
  }
  return remedies;
}

// Regression: the second remedy was cut by the verdicts, without a hint at more.
TEST(Remedies, AreWholeBelowFourReasonsAndMoreAreAnnounced) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    Model model = story("F06", theme, language);
    for (const std::size_t count : {1, 2, 3, 5}) {
      model.remedies = some_remedies(model, count);
      const ScreenAtRest seen(model, size);
      ASSERT_TRUE(seen.has("told rows") && seen.has("event words"));
      const float reasons = seen.height("told rows") / seen.height("event words");
      const auto chip = seen.all("verdict ");
      const float bottom = chip.empty() ? size.y : chip[0].from.y;
      std::size_t whole = 0;
      for (const NamedRectangle& button : seen.all("remedy ")) {
        if (!button.button) continue;
        EXPECT_LE(button.to.y, bottom + 1);
        ++whole;
      }
      EXPECT_EQ(seen.has("remedies more"), whole < count) << count;
      if (size.x == 1280 && theme != ThemeName::projector) {
        EXPECT_GE(reasons, 3.9f) << count;
        EXPECT_GE(whole, std::min<std::size_t>(count, 2)) << count;
      }
    }
  });
}

// Regression: moments were named "F06_pause_past_ttl#191d565d seed=1".
TEST(NotebookWords, NameTheStoryAndTheBranchOfAMoment) {
  for (const Language language : test::both_languages) {
    Model model = story("F06", ThemeName::dark, language);
    update(model, intent::NoteMoment{});
    test::strike(model, 1);
    update(model, intent::NoteMoment{});
    const ScreenAtRest seen(model);
    const auto moments = seen.all("moment of ");
    ASSERT_EQ(moments.size(), 2u);
    const bool english = language == Language::english;
    for (const NamedRectangle& moment : moments) {
      EXPECT_THAT(moment.name,
                  HasSubstr(english ? "A pause longer than the lease" : "暂停超过租约"));
      EXPECT_THAT(moment.name, Not(HasSubstr("#")));
      EXPECT_THAT(moment.name, Not(HasSubstr("seed")));
    }
    EXPECT_THAT(moments[1].name, HasSubstr(english ? "bob crashes" : "bob 崩溃"));
  }
}

// Regression: in a panel of another size the scroll position stayed, and the last line was hidden.
TEST(RedisPanel, EndsWithTheLastAnswerAlsoInAPanelThatHasGrown) {
  Model model = story("F06", ThemeName::projector);
  test::ClassRoomScreen room(model, {1280, 720});
  for (const bool presenting : {false, true, false}) {
    model.presenting = presenting;
    room.show(model, 5);
    const auto area = room.widget("redis words");
    const auto commands = room.all("redis command");
    ASSERT_TRUE(area && !commands.empty());
    EXPECT_GE(commands.back().from.y, area->from.y - 1) << presenting;
    EXPECT_LE(commands.back().to.y, area->to.y + 1) << presenting;
  }
}

// Regression: the key Right, pressed three times, changed no pixel.
TEST(CursorSteps, AtFitAStepThatMovesNothingIsCounted) {
  for (const char* name : {"F12", "F06", "F13"}) {
    Model model = story(name);
    update(model, intent::Fit{});
    for (int i = 0; i < 2; ++i) update(model, intent::Step{-1});
    std::string before;
    float x_before = -1;
    std::size_t counted = 0;
    for (int i = 0; i < 6; ++i) {
      const ScreenAtRest seen(model);
      const auto time = seen.all("cursor time");
      ASSERT_EQ(time.size(), 1u);
      const float width = seen.all("timeline").front().to.x - seen.all("timeline").front().from.x;
      const AxisView on = axis_on_screen(model, width);
      const float x = on.x_after(model.cursor.events, model.cursor.at_us);
      if (std::abs(x - x_before) < 1) {
        EXPECT_NE(time[0].name, before) << name << ": nothing else moved";
      }
      counted += near_steps(*model.run, model.cursor, on) ? 1 : 0;
      before = time[0].name;
      x_before = x;
      update(model, intent::Step{+1});
    }
    EXPECT_GT(counted, 1u) << name;
  }
}

}  // namespace
}  // namespace locklab::app
