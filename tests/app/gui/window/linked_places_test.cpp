// Links of the cluster in the real fonts: each end is at the outline of what it joins, or right
// behind words that are drawn there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/gui/update/look.h"
#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/lessons/lesson_list.h"
#include "app/runs/judged_run.h"
#include "tests/support/named_widgets.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

void show(Model& model, const Intent& wanted) {
  const auto job = update(model, wanted);
  if (job) update(model, intent::Opened{job->job, test::opened(job->work.get<work::Run>().name)});
}

constexpr float touches = 6;  // pixels, also at the size of a projector

bool is_at_outline(const NamedRectangle& place, ImVec2 at) {
  const float x = (place.from.x + place.to.x) / 2 - at.x;
  const float y = (place.from.y + place.to.y) / 2 - at.y;
  const float radius = (place.to.x - place.from.x) / 2;
  const float square = std::max(std::abs(x), std::abs(y));
  return std::abs(std::hypot(x, y) - radius) < touches || std::abs(square - radius) < touches;
}

bool is_behind(const NamedRectangle& words, ImVec2 at) {
  return at.x >= words.to.x - 1 && at.x <= words.to.x + touches && at.y >= words.from.y - 1 &&
         at.y <= words.to.y + 1;
}

/// Ends of links that hang in the void; counts all.
std::string hanging(const UnseenWindow& window, std::size_t& counted) {
  for (const NamedRectangle& end : test::widgets_named(window, "end of link ")) {
    ++counted;
    const std::string at = end.name.substr(end.name.rfind(' ') + 1);
    bool joined = false;
    for (const NamedRectangle& one : window.named())
      joined = joined || (one.name == "cluster " + at && is_at_outline(one, end.from)) ||
               (one.name == "cluster words of " + at && is_behind(one, end.from));
    if (!joined) return end.name;
  }
  return "";
}

struct LinkLook {
  ThemeName theme = ThemeName::dark;
  bool presenting = false;
  Language language = Language::english;
};

std::vector<LinkLook> link_looks() {
  std::vector<LinkLook> looks;
  for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::projector})
    for (const bool presenting : {false, true})
      for (const Language language : {Language::english, Language::chinese})
        looks.push_back({theme, presenting, language});
  return looks;
}

Model in_link_look(const LinkLook& look) {
  Model model;
  model.settings.theme = look.theme;
  model.settings.language = look.language;
  model.settings.welcomed = true;
  model.presenting = look.presenting;
  return model;
}

// Two ticks stuck out of stock, and "READ stock" flew in the void.
TEST(LinkedPlaces, LinksEndWhereSomethingIsInEveryStepOfEveryLesson) {
  std::size_t counted = 0;
  for (const LinkLook& look : link_looks()) {
    Model model = in_link_look(look);
    UnseenWindow window(1280, 720, {}, drawn_scale(model, 1, 1280, 720));
    show(model, intent::OpenLesson{0});
    const auto& all = lessons(look.language);
    std::size_t steps = 0;
    for (const Lesson& lesson : all) steps += lesson.steps.size();
    for (std::size_t i = 0; i < steps; ++i, show(model, intent::GoToStep{+1})) {
      for (int frame = 0; frame < 3; ++frame) window.draw(model);
      EXPECT_EQ(hanging(window, counted), "")
          << "lesson " << all[model.lesson->lesson].id << " step " << model.lesson->step + 1;
    }
  }
  EXPECT_GT(counted, 1000u);
}

TEST(LinkedPlaces, LinksEndWhereSomethingIsInEveryStory) {
  std::size_t counted = 0;
  for (const LinkLook& look : link_looks()) {
    Model model = in_link_look(look);
    UnseenWindow window(1280, 720, {}, drawn_scale(model, 1, 1280, 720));
    for (const std::string& name : library_runs(sim::Library()).names) {
      show(model, intent::Open{name});
      update(model, intent::RunUntil{Until::violation});
      for (int frame = 0; frame < 3; ++frame) window.draw(model);
      EXPECT_EQ(hanging(window, counted), "") << name;
    }
  }
  EXPECT_GT(counted, 1000u);
}

}  // namespace
}  // namespace locklab::app
