// The layout of the window: nothing is cut, no label covers another, and a click moves nothing; in
// all themes, both languages and the sizes of class rooms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include "app/gui/update/navigation.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/class_room.h"
#include "tests/support/painted_frame.h"
#include "tests/support/scratch_folder.h"

namespace locklab::app {
namespace {

using test::all_themes;
using test::both_languages;
using test::ClassRoomScreen;
using test::in_looks;
using test::lead;
using test::opened_story;
using test::overlap;
using test::ScreenAtRest;
using test::story;
using test::strike;

/// True if the frame's edge cuts off a part of the rectangle above or below.
bool is_sliced(const NamedRectangle& one, const NamedRectangle& frame) {
  const float top = std::max(one.from.y, frame.from.y);
  const float bottom = std::min(one.to.y, frame.to.y);
  return bottom - top > 2 && bottom - top < one.to.y - one.from.y - 1;
}

// Regression: "++votes;" was cut at the top, and the code began with "OK)".
TEST(Source, ShowsWholeLinesAndBeginsWithAStatement) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    for (const char* name : {"F06", "F11", "F12", "F06/fenced"}) {
      Model model = opened_story(name, theme, language);
      ScreenAtRest window(model, size);
      const std::size_t events = model.run->trace().size();
      for (std::size_t part = 0; part <= 8; ++part) {
        const std::size_t at = events * part / 8;
        stand_after(model, at);
        window.show(model);
        const auto frame = window.widget("code window");
        if (!frame) continue;  // too low a window for the code
        const NamedRectangle* first = nullptr;
        const std::vector<NamedRectangle> rows = window.all("code row");
        for (const NamedRectangle& row : rows) {
          EXPECT_FALSE(is_sliced(row, *frame)) << name << " at event " << at;
          if (!first && row.from.y >= frame->from.y) first = &row;
        }
        ASSERT_TRUE(first);
        bool begins = false;
        for (const NamedRectangle& line : window.all("code line"))
          begins |= std::abs(line.from.y - first->from.y) < 1;
        EXPECT_TRUE(begins) << name << " at event " << at;
      }
    }
  });
}

TEST(Source, LeavesRedisTwoLines) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    const Model model = story("F06", theme, language);
    ScreenAtRest window(model, size);
    const auto said = window.widget("redis words");
    const auto line = window.widget("code row");
    if (!said || !line) return;
    EXPECT_GE(said->to.y - said->from.y, 2 * (line->to.y - line->from.y) - 4);
  });
}

// Regression: rows of F12 and F11 were cut at the lower edge.
TEST(Timeline, ShowsWholeRowsAlsoWhereItIsScrolled) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    for (const char* name : {"F06", "F11", "F12"}) {
      const Model model = story(name, theme, language);
      ScreenAtRest window(model, size);
      const auto frame = window.widget("timeline rows");
      ASSERT_TRUE(frame);
      for (const char* kind : {"lane ", "holding "})
        for (const NamedRectangle& row : window.all(kind))
          EXPECT_FALSE(is_sliced(row, *frame)) << name << ": " << row.name;
    }
  });
}

/// Checks that the nodes share one column. In two columns they would hide each other's links,
/// without space for the rest of their leases.
void expect_one_column(const std::vector<NamedRectangle>& nodes, std::size_t step) {
  for (const NamedRectangle& node : nodes)
    EXPECT_NEAR(node.from.x + node.to.x, nodes[0].from.x + nodes[0].to.x, 1)
        << node.name << ", step " << step + 1;
}

// Regression: in front of a class, lessons 11, 13 and 14 had no cluster next to lanes twice as high
// as necessary.
TEST(ProjectorLessons, KeepTheirCluster) {
  for (const Language language : both_languages) {
    Model model = test::set_for(ThemeName::projector, language);
    for (const std::size_t lesson : {10u, 12u, 13u}) {
      lead(model, intent::OpenLesson{lesson});
      const auto& steps = lessons(language)[lesson].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        const ScreenAtRest window(model);
        EXPECT_TRUE(window.widget("cluster")) << "lesson " << lesson + 1 << ", step " << step + 1;
        const auto said = window.widget("no room");
        EXPECT_FALSE(said) << "lesson " << lesson + 1 << ", step " << step + 1;
        expect_one_column(window.all("cluster n"), step);
        lead(model, intent::GoToStep{+1});
      }
    }
  }
}

// Regression: "2 insi" lay under "crashed", and "bob" over "carol".
TEST(Timeline, NoLabelLiesOverAnother) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    for (const char* name : {"F06", "F11", "F12", "F02", "F08", "F10", "F20"}) {
      const Model model = story(name, theme, language);
      ScreenAtRest window(model, size);
      const std::vector<NamedRectangle> names = window.all("name on a lane");
      const std::vector<NamedRectangle> counts = window.all("two inside");
      const std::vector<NamedRectangle> struck = window.all("struck ");
      for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(overlap(names[i], names[k], 1)) << name;
      for (const NamedRectangle& count : counts)
        for (const NamedRectangle& other : struck)
          EXPECT_FALSE(overlap(count, other, 1)) << name << ": " << other.name;
    }
  });
}

// Regression: on a screen of 3840 pixels, where everything is larger, numbers lay over each other.
TEST(Timeline, NoNumberOfTheRulerLiesOverAnother) {
  in_looks({.themes = {ThemeName::dark, ThemeName::projector},
            .sizes = {{1024, 640}, {1280, 720}, {1920, 1080}, {3840, 2160}}},
           [](ThemeName theme, Language language, ImVec2 size) {
             for (const char* name : {"F06", "F12", "F19"})
               for (const AxisKind axis : {AxisKind::time, AxisKind::events}) {
                 Model model = opened_story(name, theme, language);
                 update(model, intent::SetAxis{axis});
                 ClassRoomScreen window(model, size);
                 for (int zoom = 0; zoom < 12; ++zoom) {
                   window.show(model, 2);
                   const std::vector<NamedRectangle> numbers = window.all("ruler number");
                   for (std::size_t i = 1; i < numbers.size(); ++i)
                     EXPECT_FALSE(overlap(numbers[i - 1], numbers[i])) << name << ", " << zoom;
                   update(model, intent::Zoom{1.7, 0.3});
                 }
               }
           });
}

/// The letters of lane names and their states that are cut at the edge of the timeline.
std::size_t cut_letters(const test::PaintedFrame& frame, const NamedRectangle& lane) {
  std::size_t cut = 0;
  for (const test::PaintedLetter& letter : frame.letters())
    cut += letter.from.y >= lane.from.y - 2 && letter.to.y <= lane.to.y + 2 &&
           letter.from.x < lane.to.x - 1 && letter.to.x > lane.to.x + 1;
  return cut;
}

// Regression: a long name ended in the middle of a letter.
TEST(Timeline, ALongNameEndsWithAnEllipsis) {
  const test::ScratchFolder folder;
  const std::string path = folder / "long.toml";
  in_looks({}, [&](ThemeName theme, Language language, ImVec2 size) {
    for (const int others : {1, 9}) {  // high lanes, and low ones
      std::ofstream file(path);
      file << "title = \"a test\"\nstrategy = \"set_px_lua\"\nttl_ms = 300\n"
              "[[client]]\nname = \"thenightshiftofthewarehouse\"\n";
      for (int i = 0; i < others; ++i) file << "[[client]]\nname = \"c" << i << "\"\n";
      file.close();
      const Model model = opened_story(path.c_str(), theme, language);
      ASSERT_TRUE(model.run);
      const ScreenAtRest window(model, size);
      const auto lane = window.widget("lane thenightshiftofthewarehouse");
      ASSERT_TRUE(lane);
      const test::PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(theme).ground());
      EXPECT_EQ(cut_letters(frame, *lane), 0u) << others;
      constexpr unsigned ellipsis = 0x2026;
      EXPECT_TRUE(std::any_of(frame.letters().begin(), frame.letters().end(),
                              [&](const test::PaintedLetter& letter) {
                                return letter.character == ellipsis &&
                                       letter.from.y >= lane->from.y - 2 &&
                                       letter.to.y <= lane->to.y + 2;
                              }))
          << others;
    }
  });
}

/// The painted vertices of a colour within a rectangle that is grown by `reach`.
std::size_t painted_in(ImU32 colour, const NamedRectangle& area, float reach) {
  std::size_t found = 0;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i)
    for (const ImDrawVert& one : data.CmdLists[i]->VtxBuffer)
      found += one.col == colour && one.pos.x > area.from.x - reach &&
               one.pos.x < area.to.x + reach && one.pos.y > area.from.y - reach &&
               one.pos.y < area.to.y + reach;
  return found;
}

// Regression: a selected message had the accent's blue, which is Bob's, too; and the label of a
// message on another client's lane did not say whose it was.
TEST(Timeline, AMessageAndItsLabelHaveTheColourOfItsClientAlsoWhenItIsSelected) {
  constexpr double around = 20'000;  // microseconds; an arrow is long enough for its label
  std::size_t labels = 0;
  for (const ThemeName theme : all_themes) {
    Model model = story("F06", theme);
    const Scene& scene = model.run->scene;
    for (std::size_t i = 0; i < scene.messages.size(); ++i) {
      const Message& message = scene.messages[i];
      update(model, intent::SeekEvent{message.sent});
      update(model, intent::OnlyMessage{true});
      const double at = cursor_position(model);
      stand_after(model, model.run->trace().size());
      model.view = {std::max(at - around, 0.0), at + around};
      const ScreenAtRest window(model);
      const auto arrow = window.widget("request " + std::to_string(i));
      if (!arrow) continue;
      const ImU32 own = Theme::of(theme).client(message.client);
      EXPECT_GT(painted_in(faded(own, 0.3f), *arrow, 4), 0u)
          << i << ": no halo of its own in theme " << static_cast<int>(theme);
      for (const NamedRectangle& label : window.all("words ")) {
        if (label.name == "words of the speed") continue;
        ++labels;
        // The arrow itself leads through the middle, not through a corner.
        const NamedRectangle corner{label.name, label.from, label.from};
        EXPECT_GT(painted_in(own, corner, 4), 0u) << label.name;
      }
    }
  }
  EXPECT_GT(labels, 0u);
}

test::Rgb painted(const test::PaintedFrame& frame, ImVec2 at) { return frame.at(at.x, at.y); }

TEST(Timeline, TheCursorsLineGoesThroughNoWord) {
  for (const ThemeName theme : all_themes)
    for (const char* name : {"F06", "F12"}) {
      Model model = story(name, theme);
      ScreenAtRest window(model);
      std::vector<NamedRectangle> labels = window.all("name on a lane");
      for (const char* kind : {"holder name", "words ", "struck "})
        for (const NamedRectangle& one : window.all(kind)) labels.push_back(one);
      const NamedRectangle area = *window.widget("timeline");
      std::size_t crossed = 0;
      for (const NamedRectangle& label : labels) {
        // Puts the cursor at the middle of the label.
        const double part = ((label.from.x + label.to.x) / 2 - area.from.x) /
                            static_cast<double>(area.to.x - area.from.x);
        if (part <= 0.01 || part >= 0.99) continue;
        stand_at(model, model.view.from + part * model.view.span());
        window.show(model);
        const auto still = window.all(label.name);
        const auto same = std::find_if(still.begin(), still.end(), [&](const auto& one) {
          return one.from.x == label.from.x && one.from.y == label.from.y;
        });
        if (same == still.end()) continue;
        const float x =
            area.from.x + axis_on_screen(model, area.to.x - area.from.x).x_of(model.cursor.at_us);
        const test::PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(theme).ground());
        const test::Rgb on = painted(frame, {x, (label.from.y + label.to.y) / 2});
        const ImVec4 line = ImGui::ColorConvertU32ToFloat4(Theme::of(theme).accent);
        const float far =
            std::abs(on.red - line.x) + std::abs(on.green - line.y) + std::abs(on.blue - line.z);
        EXPECT_GT(far, 0.1f) << label.name << " of " << name;
        ++crossed;
      }
      EXPECT_GT(crossed, 1u) << name;
    }
}

// Regression: the last chip was nine pixels wide, and the first began under Compare.
TEST(Branches, TheOneOnScreenIsWholeAndTheRowBeginsWithAWholeOne) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    Model model = opened_story("F06", theme, language);
    for (const std::uint16_t lane : {0, 1, 0, 1}) strike(model, lane);
    for (const bool set_up : {false, true}) {
      update(model, intent::SetUp{set_up});
      ScreenAtRest window(model, size);
      const auto compare = window.widget("compare");
      const auto chip = window.widget("branch 4");
      if (!compare || !chip) continue;
      const auto row = window.widget("branch row");
      ASSERT_TRUE(row);
      const float left = row->from.x;
      EXPECT_GE(left, compare->to.x);
      EXPECT_GE(chip->from.x, left);
      const auto middle = window.widget("panel breaking");
      ASSERT_TRUE(middle);
      EXPECT_LE(chip->to.x, middle->to.x + 1) << "set up: " << set_up;
      for (const NamedRectangle& one : window.all("branch "))
        EXPECT_FALSE(one.from.x < left - 1 && one.to.x > left + 1) << one.name;
    }
  });
}

TEST(SetUpForm, EndsWithAWholeRow) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    for (const char* name : {"F06", "F12"}) {
      Model model = opened_story(name, theme, language);
      update(model, intent::SetUp{true});
      ScreenAtRest window(model, size);
      const auto form = window.widget("setup form");
      ASSERT_TRUE(form);
      for (const char* kind : {"setting ", "start ", "persistence "})
        for (const NamedRectangle& field : window.all(kind))
          if (field.from.x >= form->from.x && field.to.x <= form->to.x) {
            EXPECT_FALSE(is_sliced(field, *form)) << field.name << " of " << name;
          }
    }
  });
}

TEST(ChallengeList, EachLevelHasAPictureWithinItsRow) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    Model model = opened_story("F06", theme, language);
    model.screen = Screen::challenges;
    ScreenAtRest window(model, size);
    const std::vector<NamedRectangle> rows = window.all("level ");
    ASSERT_FALSE(rows.empty());
    for (const NamedRectangle& row : rows) {
      const auto sign = window.widget("sign of " + row.name.substr(6));
      ASSERT_TRUE(sign) << row.name;
      EXPECT_GT(sign->to.x - sign->from.x, 30);
      EXPECT_LE(sign->to.x, row.to.x) << row.name;
      EXPECT_LE(sign->to.y, row.to.y + 1) << row.name;
    }
  });
}

TEST(ExploreDialog, QuestionsToBeginWithFillInTheForm) {
  Model model = opened_story("F06");
  update(model, intent::ShowExplore{true});
  ScreenAtRest window(model);
  for (const char* id : {"crash", "pause", "jump"}) {
    const auto button = window.widget(std::string("explore try ") + id);
    ASSERT_TRUE(button) << id;
    EXPECT_TRUE(button->button) << id << " is in sight";
  }
}

// Regression: the line from a branch to its child crossed the labels of branches between them.
TEST(Branches, ALineToAChildRunsBelowAllOfThem) {
  in_looks({}, [](ThemeName theme, Language language, ImVec2 size) {
    Model model = opened_story("F06", theme, language);
    const auto branch_from = [&](std::size_t parent, std::uint16_t lane) {
      update(model, intent::ShowBranch{parent});
      strike(model, lane);
    };
    branch_from(0, 0);
    branch_from(0, 1);
    branch_from(1, 1);
    ASSERT_EQ(model.branches.size(), 4u);
    const ScreenAtRest window(model, size);
    const std::vector<NamedRectangle> twigs = window.all("twig");
    const auto row = window.widget("branch row");
    ASSERT_TRUE(row);
    EXPECT_EQ(twigs.size(), 1u) << "2 stands behind 3, which came of 1";
    for (const NamedRectangle& twig : twigs) {
      EXPECT_GT(twig.to.x - twig.from.x, 10);
      EXPECT_LE(twig.to.y, row->to.y);
      for (const NamedRectangle& chip : window.all("branch ")) {
        if (chip.name == "branch row") continue;
        EXPECT_FALSE(overlap(twig, chip, 1)) << chip.name;
      }
    }
  });
}

}  // namespace
}  // namespace locklab::app
