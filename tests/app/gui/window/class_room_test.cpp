// The screens in class rooms, from 1024x640 to 1920x1080, in all themes.
#include <gtest/gtest.h>
#include <imgui/imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <string>

#include "app/gui/update/class_votes.h"
#include "app/gui/update/lesson_steps.h"
#include "tests/support/class_room.h"
#include "tests/support/forged_matrix.h"
#include "tests/support/painted_frame.h"

namespace locklab::app {
namespace {

using test::all_themes;
using test::at_each_step;
using test::at_each_vote;
using test::both_languages;
using test::ClassRoomScreen;
using test::in_looks;
using test::opened_story;
using test::presented;
using test::ScreenAtRest;
using test::set_for;
using test::story;

// ---- the top bar

// Regression: at 1024x640 screens were missing, and in the projector theme *Present* was inside ».
TEST(ClassRoom, TheScreensAndPresentStayInTheBar) {
  in_looks({.themes = {ThemeName::projector}, .sizes = {{1024, 640}, {1280, 720}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             ClassRoomScreen room(set_for(theme, language), size);
             at_each_step(theme, language, false, [&](const Model& model, const std::string& step) {
               room.show(model, 2);
               for (const char* part : {"screen lab", "screen matrix", "screen challenges",
                                        "screen stress", "present", "scenario", "lessons"})
                 EXPECT_TRUE(room.has(part)) << part << ", " << step;
             });
           });
}

// ---- presenting

// Regression: in the projector theme no step had a cluster.
TEST(ClassRoom, AStoryOfFewLanesHasItsClusterBeforeAClass) {
  for (const ThemeName theme : all_themes) {
    ClassRoomScreen room(presented(theme), {1280, 720});
    for (const Language language : both_languages)
      at_each_step(theme, language, true, [&](const Model& model, const std::string& step) {
        if (!model.run || model.run->scene.lanes.size() > 4) return;
        room.show(model, 3);
        EXPECT_TRUE(room.widget("cluster")) << step;
        const auto lanes = room.all("lane ");
        ASSERT_FALSE(lanes.empty()) << step;
        EXPECT_GE(lanes[0].to.y - lanes[0].from.y, 26) << step;
      });
  }
}

TEST(ClassRoom, FiveNodesHaveTheirClusterBeforeAClass) {
  for (const ThemeName theme : all_themes) {
    ClassRoomScreen room(presented(theme), {1280, 720});
    for (const Language language : both_languages)
      for (const char* name : {"F06", "F11", "F12"}) {
        Model model = story(name, theme, language);
        model.presenting = true;
        room.show(model);
        EXPECT_TRUE(room.widget("cluster")) << name;
        EXPECT_FALSE(room.widget("timeline more")) << name;
        const auto lanes = room.all("lane ");
        ASSERT_FALSE(lanes.empty());
        EXPECT_GE(lanes[0].to.y - lanes[0].from.y, 24) << name;
      }
  }
}

// Regression: after a vote the explanation was below the edge.
TEST(ClassRoom, WhatExplainsAnAnswerIsWhollyInSight) {
  std::size_t seen = 0;
  for (const ThemeName theme : all_themes) {
    ClassRoomScreen room(presented(theme), {1280, 720});
    for (const Language language : both_languages)
      at_each_vote(theme, language,
                   [&](const Model& voting, const LessonQuestion&, const std::string& step) {
                     Model answered = voting;
                     update(answered, intent::Vote{0, +1});
                     room.show(answered);
                     update(answered, intent::ShowTruth{});
                     room.show(answered, 6);
                     const auto words = room.widget("lesson words");
                     const auto why = room.widget("lesson explanation");
                     ASSERT_TRUE(words && why) << step;
                     EXPECT_GE(why->from.y, words->from.y - 1) << step;
                     EXPECT_LE(why->to.y, words->to.y + 2) << step;
                     ++seen;
                   });
  }
  EXPECT_GE(seen, 6 * 40u);
}

/// The number of letters in scrolling lesson texts that are cut off above or below.
std::size_t sliced_letters() {
  std::size_t sliced = 0;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    const std::string owner = list._OwnerName ? list._OwnerName : "";
    if (owner.find("/words ") == owner.npos) continue;
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned at = 0; at + 6 <= command.ElemCount; at += 3) {
        const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset + at;
        const ImDrawVert& from = list.VtxBuffer[static_cast<int>(index[0])];
        const ImDrawVert& to = list.VtxBuffer[static_cast<int>(index[2])];
        const bool letter = index[3] == index[0] && from.uv.x < to.uv.x && from.uv.y < to.uv.y &&
                            to.pos.x - from.pos.x < 60;
        if (!letter) continue;
        for (const float edge : {command.ClipRect.y, command.ClipRect.w})
          sliced += from.pos.y < edge - 2 && to.pos.y > edge + 2;
      }
  }
  return sliced;
}

TEST(ClassRoom, NoLineOfALessonIsSliced) {
  for (const ThemeName theme : all_themes) {
    ClassRoomScreen room(presented(theme), {1280, 720});
    for (const Language language : both_languages)
      at_each_step(theme, language, true, [&](const Model& model, const std::string& step) {
        room.show(model, 3);
        EXPECT_EQ(sliced_letters(), 0u) << step;
      });
  }
}

// ---- small screens

TEST(ClassRoom, FiveNodesAreWholeOnAProjector) {
  for (const Language language : both_languages) {
    const ScreenAtRest room(story("F12", ThemeName::projector, language));
    const auto area = room.widget("timeline area");
    ASSERT_TRUE(area);
    for (const char* part : {"lane n4", "lane n5", "lane stock", "holding believes",
                             "holding servers", "holding resource"}) {
      const auto found = room.widget(part);
      ASSERT_TRUE(found) << part;
      EXPECT_LE(found->to.y, area->to.y + 1) << part;
    }
    EXPECT_FALSE(room.widget("timeline more"));
    EXPECT_TRUE(room.widget("cluster"));
    EXPECT_TRUE(room.widget("palette crash"));
  }
}

// Regression: clients touched the nodes while 200 pixels on their other side were empty.
TEST(ClassRoom, ClientsStandMidwayBetweenNodesAndStock) {
  in_looks({.themes = {ThemeName::projector}}, [](ThemeName theme, Language language, ImVec2 size) {
    const ScreenAtRest room(story("F06", theme, language), size);
    const auto node = room.widget("cluster n1");
    const auto stock = room.widget("cluster stock");
    const auto alice = room.widget("cluster alice");
    ASSERT_TRUE(node && stock && alice);
    const float before = alice->from.x - node->to.x;
    EXPECT_GE(before, 60 * room.scale());
    EXPECT_GE(before, 0.5f * (stock->from.x - alice->to.x));
  });
}

// ---- the headline

// Regression: the headline was 16 pixels high in F12 and 20 in other stories.
TEST(ClassRoom, TheHeadlineHasOneSizeInAllStories) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1920, 1080}})
    for (const ThemeName theme : all_themes)
      for (const bool presenting : {false, true}) {
        Model like = opened_story("F06", theme);
        like.presenting = presenting;
        ClassRoomScreen room(like, size);
        std::set<float> sizes;
        for (const char* name : {"F01", "F06", "F07", "F11", "F12", "F13", "F15", "F11/sentinel"})
          for (const Language language : both_languages) {
            Model model = story(name, theme, language);
            model.presenting = presenting;
            room.show(model, 2);
            const auto letters = room.widget("headline letters");
            ASSERT_TRUE(letters) << name;
            sizes.insert(letters->to.y - letters->from.y);
          }
        EXPECT_EQ(sizes.size(), 1u) << size.x << (presenting ? ", presenting" : "");
      }
}

// ---- later events stay dim

TEST(ClassRoom, AFlagAfterTheCursorIsDimUntilItIsKnown) {
  for (const ThemeName theme : all_themes) {
    Model model = opened_story("F06", theme);
    ClassRoomScreen room(model, {1280, 720});
    const auto seen = [&] {
      room.show(model);
      const auto flag = room.widget("flag of a broken promise");
      if (!flag) return 0.0f;
      const test::PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(theme).panel);
      // Measures left of the sign in the flag.
      const float y = flag->from.y + 3 * room.scale();
      return test::contrast(frame.at(flag->from.x + 5 * room.scale(), y),
                            frame.at(flag->from.x - 4 * room.scale(), y));
    };
    const float ahead = seen();
    update(model, intent::GoToEnd{});
    update(model, intent::GoToStart{});
    const float known = seen();
    EXPECT_GE(known, 3);
    EXPECT_LT(ahead, 0.7f * known) << "nothing has happened yet";
  }
}

// ---- the other screens

TEST(ClassRoom, StressIsWholeWithoutASecondScrollBar) {
  in_looks({.themes = {ThemeName::dark, ThemeName::projector}, .sizes = {{1024, 640}, {1280, 720}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             Model model = set_for(theme, language);
             model.screen = Screen::stress;
             const ScreenAtRest room(model, size);
             const auto unit = room.widget("load lasts unit");
             ASSERT_TRUE(unit);
             EXPECT_LE(unit->to.x, size.x - 8) << "units are whole";
             for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
               const std::string name = window->Active ? window->Name : "";
               if (name.find("/loads") != name.npos) {
                 EXPECT_LE(window->ScrollMax.y, 0) << "all loads to begin with";
               }
               if (name.find("/stress_") != name.npos && size.x > 1200) {
                 EXPECT_LE(window->ScrollMax.y, 0) << "nothing scrolls";
               }
             }
             for (const NamedRectangle& one : room.all("load try"))
               EXPECT_FALSE(one.cut) << one.name;
           });
}

// Regression: letters were 11 pixels high above 30 empty pixels, and in the projector theme three
// columns were cut off.
TEST(ClassRoom, TheMatrixIsInSightInTheLargestLettersThatFit) {
  const auto matrix = std::make_shared<Matrix>(test::forged_matrix("set_px_lua", "pause"));
  in_looks(
      {.themes = {ThemeName::dark, ThemeName::projector}, .sizes = {{1280, 720}, {1920, 1080}}},
      [&](ThemeName theme, Language language, ImVec2 size) {
        Model model = set_for(theme, language);
        model.matrix.matrix = matrix;
        model.screen = Screen::matrix;
        const ScreenAtRest room(model, size);
        const auto cells = room.all("words in a cell");
        const auto pane = room.widget("matrix pane");
        ASSERT_TRUE(pane && !cells.empty());
        EXPECT_GE(cells[0].to.y - cells[0].from.y, 18) << "the line of 13 pixels";
        float lowest = 0;
        for (const NamedRectangle& cell : room.all("cell ")) {
          EXPECT_LE(cell.to.x, size.x) << cell.name;
          EXPECT_LE(cell.to.y, pane->from.y) << cell.name;
          lowest = std::max(lowest, cell.to.y);
        }
        EXPECT_LE(pane->from.y - lowest, 32 * room.scale()) << "rows use the room";
      });
}

TEST(ClassRoom, ChallengesHaveOneLineAboveThemAndOneHeight) {
  in_looks({.sizes = {{1280, 720}, {1920, 1080}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             Model model = set_for(theme, language);
             model.screen = Screen::challenges;
             const ScreenAtRest room(model, size);
             const auto intro = room.widget("challenge intro");
             const auto levels = room.widget("levels");
             ASSERT_TRUE(intro && levels);
             EXPECT_LE(room.height("challenge intro"), 20);
             EXPECT_LE(levels->from.y - intro->to.y, 12 * room.scale()) << "and nothing more";
             std::set<int> heights;
             for (const NamedRectangle& one : room.all("level "))
               heights.insert(static_cast<int>(std::round(one.to.y - one.from.y)));
             EXPECT_EQ(heights.size(), 1u);
             EXPECT_FALSE(room.all("sign of ").empty());
             // In the projector theme, whose letters are a quarter larger, there may be space for
             // the icon only.
             EXPECT_TRUE(theme == ThemeName::projector || room.all("unnamed strike").empty());
           });
}

}  // namespace
}  // namespace locklab::app
