// Where things stand: nothing is sliced, no label lies over another, and a click moves nothing; in
// all themes, both languages and the sizes of class rooms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "app/gui/update/lesson_steps.h"
#include "app/gui/update/look.h"
#include "app/gui/update/navigation.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "tests/support/named_widgets.h"
#include "tests/support/painted_frame.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

constexpr ThemeName each_theme[] = {ThemeName::dark, ThemeName::light, ThemeName::projector};
constexpr Language each_language[] = {Language::english, Language::chinese};
const ImVec2 each_size[] = {{1280, 720}, {1024, 640}, {1920, 1080}};

Model reader_of(const char* story, ThemeName theme, Language language) {
  Model model;
  model.settings.theme = theme;
  model.settings.language = language;
  model.settings.welcomed = true;
  work_on(model, update(model, intent::Open{story}));
  return model;
}

/// A window that has come to rest.
class AtRest {
 public:
  AtRest(const Model& model, ImVec2 size)
      : window_(size.x, size.y, {}, drawn_scale(model, 1, size.x, size.y)) {
    draw(model);
  }
  void draw(const Model& model) {
    for (int i = 0; i < 5; ++i) window_.draw(model);
  }
  std::vector<NamedRectangle> all(std::string_view beginning) const {
    return test::widgets_named(window_, beginning);
  }
  const NamedRectangle* find(std::string_view name) const {
    for (const NamedRectangle& one : window_.named())
      if (one.name == name) return &one;
    return nullptr;
  }

 private:
  UnseenWindow window_;
};

void in_every_look(const std::function<void(ThemeName, Language, ImVec2)>& test) {
  for (const ThemeName theme : each_theme)
    for (const Language language : each_language)
      for (const ImVec2 size : each_size) {
        SCOPED_TRACE(std::to_string(static_cast<int>(theme)) +
                     (language == Language::chinese ? " zh " : " en ") +
                     std::to_string(static_cast<int>(size.x)));
        test(theme, language, size);
      }
}

/// Whether a part of it is in the frame, and a part is not.
bool is_sliced(const NamedRectangle& one, const NamedRectangle& frame) {
  const float top = std::max(one.from.y, frame.from.y);
  const float bottom = std::min(one.to.y, frame.to.y);
  return bottom - top > 2 && bottom - top < one.to.y - one.from.y - 1;
}

bool lie_over(const NamedRectangle& a, const NamedRectangle& b) {
  return a.from.x + 1 < b.to.x && b.from.x + 1 < a.to.x && a.from.y + 1 < b.to.y &&
         b.from.y + 1 < a.to.y;
}

// "++votes;" was sliced at the top, and "OK)" began the code.
TEST(Source, ShowsWholeLinesAndBeginsWithAStatement) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    for (const char* story : {"F06", "F11", "F12", "F06/fenced"}) {
      Model model = reader_of(story, theme, language);
      AtRest window(model, size);
      const std::size_t events = model.run->trace().size();
      for (std::size_t part = 0; part <= 8; ++part) {
        const std::size_t at = events * part / 8;
        stand_after(model, at);
        window.draw(model);
        const NamedRectangle* frame = window.find("code window");
        if (!frame) continue;  // no room for it: that is said elsewhere
        const NamedRectangle* first = nullptr;
        const std::vector<NamedRectangle> rows = window.all("code row");
        for (const NamedRectangle& row : rows) {
          EXPECT_FALSE(is_sliced(row, *frame)) << story << " at event " << at;
          if (!first && row.from.y >= frame->from.y) first = &row;
        }
        ASSERT_TRUE(first);
        bool begins = false;
        for (const NamedRectangle& line : window.all("code line"))
          begins |= std::abs(line.from.y - first->from.y) < 1;
        EXPECT_TRUE(begins) << story << " at event " << at;
      }
    }
  });
}

TEST(Source, LeavesRedisTwoLines) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    Model model = reader_of("F06", theme, language);
    update(model, intent::RunUntil{Until::violation});
    AtRest window(model, size);
    const NamedRectangle* said = window.find("redis words");
    const NamedRectangle* line = window.find("code row");
    if (!said || !line) return;
    EXPECT_GE(said->to.y - said->from.y, 2 * (line->to.y - line->from.y) - 4);
  });
}

// Rows were cut at the lower edge of F12 and F11.
TEST(Timeline, ShowsWholeRowsAlsoWhereItIsScrolled) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    for (const char* story : {"F06", "F11", "F12"}) {
      Model model = reader_of(story, theme, language);
      update(model, intent::RunUntil{Until::violation});
      AtRest window(model, size);
      const NamedRectangle* frame = window.find("timeline rows");
      ASSERT_TRUE(frame);
      for (const char* kind : {"lane ", "holding "})
        for (const NamedRectangle& row : window.all(kind))
          EXPECT_FALSE(is_sliced(row, *frame)) << story << ": " << row.name;
    }
  });
}

TEST(FirstStart, ItsThreeButtonsAreWhole) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    Model model = reader_of("F06", theme, language);
    model.settings.welcomed = false;
    update(model, intent::RunUntil{Until::violation});
    AtRest window(model, size);
    const NamedRectangle* frame = window.find("panel source");
    ASSERT_TRUE(frame);
    for (const char* name : {"welcome play", "welcome break", "welcome learn"}) {
      const NamedRectangle* button = window.find(name);
      ASSERT_TRUE(button) << name;
      EXPECT_TRUE(button->button) << name << " is in sight";
      EXPECT_LE(button->to.y, frame->to.y + 1) << name;
    }
  });
}

/// Nodes in two columns hide each other's links, and there is no room to say what is left of their
/// leases.
void expect_one_column(const std::vector<NamedRectangle>& nodes, std::size_t step) {
  for (const NamedRectangle& node : nodes)
    EXPECT_NEAR(node.from.x + node.to.x, nodes[0].from.x + nodes[0].to.x, 1)
        << node.name << ", step " << step + 1;
}

// Lessons 11, 13 and 14 had no cluster before a class, beside lanes twice as high as they must be.
TEST(ProjectorLessons, KeepTheirCluster) {
  for (const Language language : each_language) {
    Model model;
    model.settings.theme = ThemeName::projector;
    model.settings.language = language;
    model.settings.welcomed = true;
    for (const std::size_t lesson : {10u, 12u, 13u}) {
      if (const auto job = update(model, intent::OpenLesson{lesson})) work_on(model, job);
      const auto& steps = lessons(language)[lesson].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        const AtRest window(model, {1280, 720});
        EXPECT_TRUE(window.find("cluster")) << "lesson " << lesson + 1 << ", step " << step + 1;
        const NamedRectangle* said = window.find("no room");
        EXPECT_FALSE(said) << "lesson " << lesson + 1 << ", step " << step + 1;
        expect_one_column(window.all("cluster n"), step);
        if (const auto job = update(model, intent::GoToStep{+1})) work_on(model, job);
      }
    }
  }
}

// "2 insi" stood under "crashed", and "bob" over "carol".
TEST(Timeline, NoLabelLiesOverAnother) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    for (const char* story : {"F06", "F11", "F12", "F02", "F08", "F10", "F20"}) {
      Model model = reader_of(story, theme, language);
      update(model, intent::RunUntil{Until::violation});
      AtRest window(model, size);
      const std::vector<NamedRectangle> names = window.all("name on a lane");
      const std::vector<NamedRectangle> counts = window.all("two inside");
      const std::vector<NamedRectangle> struck = window.all("struck ");
      for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(lie_over(names[i], names[k])) << story;
      for (const NamedRectangle& count : counts)
        for (const NamedRectangle& other : struck)
          EXPECT_FALSE(lie_over(count, other)) << story << ": " << other.name;
    }
  });
}

/// The painted colour of what lies behind a point's letters.
test::Rgb painted(const test::PaintedFrame& frame, ImVec2 at) { return frame.at(at.x, at.y); }

TEST(Timeline, TheCursorsLineGoesThroughNoWord) {
  for (const ThemeName theme : each_theme)
    for (const char* story : {"F06", "F12"}) {
      Model model = reader_of(story, theme, Language::english);
      update(model, intent::RunUntil{Until::violation});
      AtRest window(model, {1280, 720});
      std::vector<NamedRectangle> labels = window.all("name on a lane");
      for (const char* kind : {"holder name", "words ", "struck "})
        for (const NamedRectangle& one : window.all(kind)) labels.push_back(one);
      const NamedRectangle area = *window.find("timeline");
      std::size_t crossed = 0;
      for (const NamedRectangle& label : labels) {
        // Puts the cursor into the middle of the word.
        const double part = ((label.from.x + label.to.x) / 2 - area.from.x) /
                            static_cast<double>(area.to.x - area.from.x);
        if (part <= 0.01 || part >= 0.99) continue;
        stand_at(model, model.view.from + part * model.view.span());
        window.draw(model);
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
        EXPECT_GT(far, 0.1f) << label.name << " of " << story;
        ++crossed;
      }
      EXPECT_GT(crossed, 1u) << story;
    }
}

// The last chip was nine pixels wide, and the first began under Compare.
TEST(Branches, TheOneOnScreenIsWholeAndTheRowBeginsWithAWholeOne) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    Model model = reader_of("F06", theme, language);
    for (const std::uint16_t lane : {0, 1, 0, 1})
      work_on(model, update(model, intent::Break{Spot{SpotKind::lane, lane}, 0, {}, {}}));
    for (const bool set_up : {false, true}) {
      update(model, intent::SetUp{set_up});
      AtRest window(model, size);
      const NamedRectangle* compare = window.find("compare");
      const NamedRectangle* chip = window.find("branch 4");
      if (!compare || !chip) continue;
      const NamedRectangle* row = window.find("branch row");
      ASSERT_TRUE(row);
      const float left = row->from.x;
      EXPECT_GE(left, compare->to.x);
      EXPECT_GE(chip->from.x, left);
      const NamedRectangle* middle = window.find("panel breaking");
      ASSERT_TRUE(middle);
      EXPECT_LE(chip->to.x, middle->to.x + 1) << "set up: " << set_up;
      for (const NamedRectangle& one : window.all("branch "))
        EXPECT_FALSE(one.from.x < left - 1 && one.to.x > left + 1) << one.name;
    }
  });
}

TEST(SetUpForm, EndsWithAWholeRow) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    for (const char* story : {"F06", "F12"}) {
      Model model = reader_of(story, theme, language);
      update(model, intent::SetUp{true});
      AtRest window(model, size);
      const NamedRectangle* form = window.find("setup form");
      ASSERT_TRUE(form);
      for (const char* kind : {"setting ", "start ", "persistence "})
        for (const NamedRectangle& field : window.all(kind))
          if (field.from.x >= form->from.x && field.to.x <= form->to.x) {
            EXPECT_FALSE(is_sliced(field, *form)) << field.name << " of " << story;
          }
    }
  });
}

TEST(ChallengeList, EachLevelHasAPictureWithinItsRow) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    Model model = reader_of("F06", theme, language);
    model.screen = Screen::challenges;
    AtRest window(model, size);
    const std::vector<NamedRectangle> rows = window.all("level ");
    ASSERT_FALSE(rows.empty());
    for (const NamedRectangle& row : rows) {
      const NamedRectangle* sign = window.find("sign of " + row.name.substr(6));
      ASSERT_TRUE(sign) << row.name;
      EXPECT_GT(sign->to.x - sign->from.x, 30);
      EXPECT_LE(sign->to.x, row.to.x) << row.name;
      EXPECT_LE(sign->to.y, row.to.y + 1) << row.name;
    }
  });
}

TEST(ExploreDialog, QuestionsToBeginWithFillInTheForm) {
  Model model = reader_of("F06", ThemeName::dark, Language::english);
  update(model, intent::ShowExplore{true});
  AtRest window(model, {1280, 720});
  for (const char* id : {"crash", "pause", "jump"}) {
    const NamedRectangle* button = window.find(std::string("explore try ") + id);
    ASSERT_TRUE(button) << id;
    EXPECT_TRUE(button->button) << id << " is in sight";
  }
}

// The line from a branch to its child ran through the words of the branches between them.
TEST(Branches, ALineToAChildRunsBelowAllOfThem) {
  in_every_look([](ThemeName theme, Language language, ImVec2 size) {
    Model model = reader_of("F06", theme, language);
    const auto branch_from = [&](std::size_t parent, std::uint16_t lane) {
      update(model, intent::ShowBranch{parent});
      work_on(model, update(model, intent::Break{Spot{SpotKind::lane, lane}, 0, {}, {}}));
    };
    branch_from(0, 0);
    branch_from(0, 1);
    branch_from(1, 1);
    ASSERT_EQ(model.branches.size(), 4u);
    const AtRest window(model, size);
    const std::vector<NamedRectangle> twigs = window.all("twig");
    const NamedRectangle* row = window.find("branch row");
    ASSERT_TRUE(row);
    EXPECT_EQ(twigs.size(), 1u) << "2 stands behind 3, which came of 1";
    for (const NamedRectangle& twig : twigs) {
      EXPECT_GT(twig.to.x - twig.from.x, 10);
      EXPECT_LE(twig.to.y, row->to.y);
      for (const NamedRectangle& chip : window.all("branch ")) {
        if (chip.name == "branch row") continue;
        EXPECT_FALSE(lie_over(twig, chip)) << chip.name;
      }
    }
  });
}

}  // namespace
}  // namespace locklab::app
