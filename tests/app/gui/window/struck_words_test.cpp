// The words of faults and states on the lanes: they hide nothing that they explain. A sweep over
// every step of every lesson, and over the shipped stories.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "app/runs/judged_run.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

void wish(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (job) update(model, intent::Opened{job->job, test::opened(job->work.get<work::Run>().name)});
}

std::vector<NamedRectangle> all_of(const UnseenWindow& window, std::string_view beginning) {
  std::vector<NamedRectangle> found;
  for (const NamedRectangle& one : window.named())
    if (one.name.starts_with(beginning)) found.push_back(one);
  return found;
}

bool is_over(const NamedRectangle& a, const NamedRectangle& b) {
  return a.from.x < b.to.x && b.from.x < a.to.x && a.from.y < b.to.y && b.from.y < a.to.y;
}

struct Counted {
  std::size_t struck = 0, keys = 0, blocks = 0, doubts = 0;
};

/// Whether the words leave a half of this key, or are at a fault that struck it and leave a good
/// part of it.
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

/// Whether words stand at or after their mark, or at the death of somebody whose life ended there.
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

/// Both rules at once: no name and no clash is covered, and no key but a part of the one struck.
void expect_nothing_hidden(const UnseenWindow& window, const std::string& where, Counted& counted) {
  const auto areas = all_of(window, "timeline area");
  if (areas.empty()) return;
  const auto names = all_of(window, "name on a lane");
  const auto holders = all_of(window, "holder name");
  const auto blocks = all_of(window, "clash block");
  const auto keys = all_of(window, "key on a lane");
  const auto marks = all_of(window, "mark ");
  const auto struck = all_of(window, "struck ");
  const auto doubts = all_of(window, "doubt words");
  for (const NamedRectangle& words : struck) {
    EXPECT_TRUE(begins_at_its_mark(words, marks)) << words.name << where;
    for (const NamedRectangle& name : names)
      EXPECT_FALSE(is_over(words, name)) << words.name << where;
    for (const NamedRectangle& block : blocks)
      EXPECT_FALSE(is_over(words, block)) << words.name << " over the clash" << where;
    for (const NamedRectangle& key : keys)
      if (is_over(words, key)) {
        EXPECT_TRUE(hides_little(words, key, areas[0], marks))
            << words.name << " over a key from " << key.from.x << " to " << key.to.x << where;
      }
  }
  // The number of those inside stands nowhere but where they are; a lone figure is a little wider.
  for (const NamedRectangle& count : all_of(window, "two inside")) {
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
      EXPECT_FALSE(is_over(words, block)) << "the reason over the clash" << where;
    for (const NamedRectangle& name : holders) EXPECT_FALSE(is_over(words, name)) << where;
  }
  counted.struck += struck.size();
  counted.keys += keys.size();
  counted.blocks += blocks.size();
  counted.doubts += doubts.size();
}

struct Look {
  ImVec2 size;
  ThemeName theme = ThemeName::dark;
  bool presenting = false;
};

const Look looks[] = {{{1280, 720}},
                      {{1280, 720}, ThemeName::projector},
                      {{1280, 720}, ThemeName::dark, true},
                      {{1280, 720}, ThemeName::projector, true},
                      {{1920, 1080}, ThemeName::light},
                      {{3840, 2160}}};

Model in_look(const Look& look, Language language) {
  Model model;
  model.settings.language = language;
  model.settings.theme = look.theme;
  model.settings.welcomed = true;
  model.presenting = look.presenting;
  return model;
}

std::string named(const Look& look) {
  return ", at " + std::to_string(look.size.x) + (look.presenting ? " presenting" : "");
}

TEST(StruckWords, HideNoNameNoClashAndNoKeyInAnyStepOfAnyLesson) {
  Counted counted;
  for (const Look& look : looks)
    for (const Language language : {Language::english, Language::chinese}) {
      Model model = in_look(look, language);
      UnseenWindow window(look.size.x, look.size.y, {},
                          drawn_scale(model, 1, look.size.x, look.size.y));
      wish(model, intent::OpenLesson{0});
      const auto& all = lessons(language);
      std::size_t steps = 0;
      for (const Lesson& lesson : all) steps += lesson.steps.size();
      for (std::size_t i = 0; i < steps; ++i, wish(model, intent::GoToStep{+1})) {
        for (int frame = 0; frame < 3; ++frame) window.draw(model);
        expect_nothing_hidden(window,
                              ", lesson " + all[model.lesson->lesson].id + " step " +
                                  std::to_string(model.lesson->step + 1) + named(look),
                              counted);
      }
    }
  EXPECT_GT(counted.struck, 300u);
  EXPECT_GT(counted.keys, 1000u);
  EXPECT_GT(counted.blocks, 300u);
  EXPECT_GT(counted.doubts, 50u);
}

TEST(StruckWords, HideNoNameNoClashAndNoKeyInAnyStory) {
  Counted counted;
  const sim::Library library;
  for (const Look& look : looks)
    for (const Language language : {Language::english, Language::chinese}) {
      Model model = in_look(look, language);
      UnseenWindow window(look.size.x, look.size.y, {},
                          drawn_scale(model, 1, look.size.x, look.size.y));
      for (const std::string& name : library_runs(library).names) {
        wish(model, intent::Open{name});
        for (const bool at_the_end : {false, true}) {
          if (at_the_end) {
            update(model, intent::GoToEnd{});
            update(model, intent::Fit{});
          } else {
            update(model, intent::RunUntil{Until::violation});
          }
          for (int frame = 0; frame < 3; ++frame) window.draw(model);
          expect_nothing_hidden(window, ", " + name + named(look), counted);
        }
      }
    }
  EXPECT_GT(counted.struck, 300u);
  EXPECT_GT(counted.keys, 1000u);
  EXPECT_GT(counted.blocks, 300u);
}

// Projector and presenter dropped "now the master" and the clock's jump, and printed "no AOF" five
// times.
TEST(StruckWords, WhatTheStoryTurnsOnIsNeverDropped) {
  const struct {
    const char* story;
    const char* english;
    const char* chinese;
  } turns[] = {
      {"F11", "master", "主节点"}, {"F12", "+450 ms", "+450 ms"}, {"F13", "power", "断电"}};
  for (const Look& look : looks)
    for (const Language language : {Language::english, Language::chinese}) {
      Model model = in_look(look, language);
      UnseenWindow window(look.size.x, look.size.y, {},
                          drawn_scale(model, 1, look.size.x, look.size.y));
      for (const auto& turn : turns) {
        wish(model, intent::Open{turn.story});
        update(model, intent::RunUntil{Until::violation});
        for (int frame = 0; frame < 3; ++frame) window.draw(model);
        const char* const wanted = language == Language::english ? turn.english : turn.chinese;
        const auto struck = all_of(window, "struck ");
        EXPECT_TRUE(std::any_of(struck.begin(), struck.end(),
                                [&](const NamedRectangle& words) {
                                  return words.name.find(wanted) != std::string::npos;
                                }))
            << turn.story << named(look) << ": " << wanted;
      }
    }
}

}  // namespace
}  // namespace locklab::app
