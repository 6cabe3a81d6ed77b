// The labels of faults and states on the lanes: they hide nothing that they explain, in every step
// of every lesson and in the shipped stories.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/runs/judged_run.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::ClassRoomScreen;
using test::lead;
using test::overlap;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;

struct Counted {
  std::size_t struck = 0, keys = 0, blocks = 0, doubts = 0;
};

/// True if the label hides at most half of the key, or at most four fifths of it where the mark of
/// a fault lies on the key, level with the label.
bool hides_little(const NamedRectangle& words, const NamedRectangle& key,
                  const NamedRectangle& area, const std::vector<NamedRectangle>& marks) {
  const float from = std::max(key.from.x, area.from.x);
  const float to = std::min(key.to.x, area.to.x);
  const float hidden = std::min(words.to.x, to) - std::max(words.from.x, from);
  if (hidden <= (to - from) * 0.5f + 0.5f) return true;
  if (hidden > (to - from) * 0.8f + 0.5f) return false;
  return std::any_of(marks.begin(), marks.end(), [&](const NamedRectangle& mark) {
    const float x = (mark.from.x + mark.to.x) / 2;
    const float y = (mark.from.y + mark.to.y) / 2;
    return y > words.from.y && y < words.to.y && x >= key.from.x - 2 && x <= key.to.x + 2;
  });
}

/// True if the label begins at its mark or just right of it, or names a death, whose label may be
/// left of its mark.
bool begins_at_its_mark(const NamedRectangle& words, const std::vector<NamedRectangle>& marks) {
  for (const std::string_view death : {"crashed", "killed", "power", "崩溃", "被杀", "断电"})
    if (words.name.find(death) != std::string::npos) return true;
  return std::any_of(marks.begin(), marks.end(), [&](const NamedRectangle& mark) {
    const float x = (mark.from.x + mark.to.x) / 2;
    const float y = (mark.from.y + mark.to.y) / 2;
    const float high = words.to.y - words.from.y;
    return y > words.from.y && y < words.to.y && x <= words.from.x && x >= words.from.x - high;
  });
}

/// Checks that labels cover no name and no clash, and of a key only what hides_little() allows.
void expect_nothing_hidden(const ClassRoomScreen& room, const std::string& where,
                           Counted& counted) {
  const auto areas = room.all("timeline area");
  if (areas.empty()) return;
  const auto names = room.all("name on a lane");
  const auto holders = room.all("holder name");
  const auto blocks = room.all("clash block");
  const auto keys = room.all("key on a lane");
  const auto marks = room.all("mark ");
  const auto struck = room.all("struck ");
  const auto doubts = room.all("doubt words");
  for (const NamedRectangle& words : struck) {
    EXPECT_TRUE(begins_at_its_mark(words, marks)) << words.name << where;
    for (const NamedRectangle& name : names)
      EXPECT_FALSE(overlap(words, name)) << words.name << where;
    for (const NamedRectangle& block : blocks)
      EXPECT_FALSE(overlap(words, block)) << words.name << " over the clash" << where;
    for (const NamedRectangle& key : keys)
      if (overlap(words, key)) {
        EXPECT_TRUE(hides_little(words, key, areas[0], marks))
            << words.name << " over a key from " << key.from.x << " to " << key.to.x << where;
      }
  }
  // The count of clients inside lies over the clash; a single digit may be a little wider.
  for (const NamedRectangle& count : room.all("two inside")) {
    const float beside = count.to.y - count.from.y;
    EXPECT_TRUE(std::any_of(blocks.begin(), blocks.end(),
                            [&](const NamedRectangle& block) {
                              return count.from.x >= block.from.x - beside &&
                                     count.to.x <= block.to.x + beside;
                            }))
        << "two inside, beside the clash" << where;
  }
  for (const NamedRectangle& words : doubts) {
    for (const NamedRectangle& block : blocks)
      EXPECT_FALSE(overlap(words, block)) << "the reason over the clash" << where;
    for (const NamedRectangle& name : holders) EXPECT_FALSE(overlap(words, name)) << where;
  }
  counted.struck += struck.size();
  counted.keys += keys.size();
  counted.blocks += blocks.size();
  counted.doubts += doubts.size();
}

struct StruckLook {
  ImVec2 size;
  ThemeName theme = ThemeName::dark;
  bool presenting = false;
};

/// Calls `test(model, room, where)` for every size, theme and mode in the list, in both languages.
template <class Test>
void in_struck_looks(Test test) {
  for (const StruckLook& look : {StruckLook{{1280, 720}},
                                 {{1280, 720}, ThemeName::projector},
                                 {{1280, 720}, ThemeName::dark, true},
                                 {{1280, 720}, ThemeName::projector, true},
                                 {{1920, 1080}, ThemeName::light},
                                 {{3840, 2160}}})
    for (const Language language : test::both_languages) {
      Model model = test::set_for(look.theme, language);
      model.presenting = look.presenting;
      ClassRoomScreen room(model, look.size);
      test(model, room,
           fmt::format(", at {}{}", look.size.x, look.presenting ? " presenting" : ""));
    }
}

TEST(StruckWords, HideNoNameNoClashAndNoKeyInAnyStepOfAnyLesson) {
  Counted counted;
  in_struck_looks([&](const Model& like, ClassRoomScreen& room, const std::string& look) {
    test::at_each_step(like.settings.theme, like.settings.language, like.presenting,
                       [&](const Model& model, const std::string& step) {
                         room.show(model, 3);
                         expect_nothing_hidden(room, ", " + step + look, counted);
                       });
  });
  EXPECT_GT(counted.struck, 300u);
  EXPECT_GT(counted.keys, 1000u);
  EXPECT_GT(counted.blocks, 300u);
  EXPECT_GT(counted.doubts, 50u);
}

TEST(StruckWords, HideNoNameNoClashAndNoKeyInAnyStory) {
  Counted counted;
  const std::vector<std::string> names = library_runs(sim::Library()).names;
  in_struck_looks([&](Model& model, ClassRoomScreen& room, const std::string& look) {
    for (const std::string& name : names) {
      lead(model, intent::Open{name});
      update(model, intent::RunUntil{Until::violation});
      room.show(model, 3);
      expect_nothing_hidden(room, ", " + name + look, counted);
      update(model, intent::GoToEnd{});
      update(model, intent::Fit{});
      room.show(model, 3);
      expect_nothing_hidden(room, ", at the end of " + name + look, counted);
    }
  });
  EXPECT_GT(counted.struck, 300u);
  EXPECT_GT(counted.keys, 1000u);
  EXPECT_GT(counted.blocks, 300u);
}

// Regression: in the projector theme and presenting, "now the master" and the clock's jump were
// dropped, while "no AOF" appeared five times.
TEST(StruckWords, WhatTheStoryTurnsOnIsNeverDropped) {
  const struct {
    const char* story;
    const char* english;
    const char* chinese;
  } turns[] = {
      {"F11", "master", "主节点"}, {"F12", "+450 ms", "+450 ms"}, {"F13", "power", "断电"}};
  in_struck_looks([&](Model& model, ClassRoomScreen& room, const std::string& look) {
    for (const auto& turn : turns) {
      lead(model, intent::Open{turn.story});
      update(model, intent::RunUntil{Until::violation});
      room.show(model, 3);
      const bool english = model.settings.language == Language::english;
      EXPECT_THAT(
          room.all("struck "),
          Contains(Field(&NamedRectangle::name, HasSubstr(english ? turn.english : turn.chinese))))
          << turn.story << look;
    }
  });
}

}  // namespace
}  // namespace locklab::app
