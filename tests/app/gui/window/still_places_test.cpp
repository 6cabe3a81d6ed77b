// What comes and goes in the window moves nothing under the mouse: laid out as it would be drawn,
// without a screen.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "sim/trace/sentence.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

constexpr Language told_in[] = {Language::english, Language::chinese};
constexpr std::array said_in_front = {"problem", "warning", "done"};

/// All that has a name, without what is said in front of it.
std::vector<NamedRectangle> places_in(UnseenWindow& window, const Model& model) {
  for (int i = 0; i < 4; ++i) window.draw(model);
  std::vector<NamedRectangle> all = window.named();
  std::erase_if(all, [](const NamedRectangle& one) {
    return std::any_of(said_in_front.begin(), said_in_front.end(),
                       [&](const char* name) { return one.name.starts_with(name); });
  });
  return all;
}

/// What stands elsewhere than before, or has gone or come, one a line.
std::string moved(const std::vector<NamedRectangle>& before,
                  const std::vector<NamedRectangle>& after) {
  std::string all;
  for (std::size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    if (i >= before.size() || i >= after.size() || before[i].name != after[i].name) {
      const auto& longer = i < after.size() ? after : before;
      return all + longer[i].name + " has come or gone\n";
    }
    const NamedRectangle& one = before[i];
    const NamedRectangle& other = after[i];
    if (std::abs(one.from.x - other.from.x) + std::abs(one.from.y - other.from.y) > 0.5f ||
        std::abs(one.to.x - other.to.x) + std::abs(one.to.y - other.to.y) > 0.5f)
      all += one.name + " has moved\n";
  }
  return all;
}

Model at_rest(const char* name, Language language) {
  Model model;
  model.settings.language = language;
  model.settings.welcomed = true;
  model.settings.motion = false;
  work_on(model, update(model, intent::Open{name}));
  return model;
}

// An error moved everything down by 24 pixels: the pointer that was on "crash" was on "power off".
TEST(StillPlaces, AProblemAWarningOrGoodNewsMovesNothing) {
  for (const ImVec2 size : {ImVec2{1280, 720}, ImVec2{1440, 900}})
    for (const Language language : told_in) {
      UnseenWindow window(size.x, size.y);
      Model model = at_rest("F12", language);
      const std::vector<NamedRectangle> before = places_in(window, model);
      ASSERT_GT(before.size(), 50u);
      model.problem = say("cannot write {}", "/a/file/somewhere/that/has/a/long/path.toml");
      EXPECT_EQ(moved(before, places_in(window, model)), "") << size.x;
      EXPECT_TRUE(std::any_of(window.named().begin(), window.named().end(),
                              [](const auto& one) { return one.name == "problem close"; }));
      model.warning = model.problem;
      EXPECT_EQ(moved(before, places_in(window, model)), "") << size.x;
      model.done = model.problem;
      EXPECT_EQ(moved(before, places_in(window, model)), "") << size.x;
      model.problem = model.warning = model.done = {};
      EXPECT_EQ(moved(before, places_in(window, model)), "") << size.x;
    }
}

// "Pause" is longer than "Play": all that stood to its right jumped by 12 pixels.
TEST(StillPlaces, PlayBecomesPauseAndMovesNothing) {
  for (const float width : {1024.0f, 1280.0f, 1440.0f})
    for (const Language language : told_in) {
      UnseenWindow window(width, 720);
      Model model = at_rest("F06", language);
      const std::vector<NamedRectangle> before = places_in(window, model);
      update(model, intent::PlayOrPause{});
      ASSERT_TRUE(model.playing);
      EXPECT_EQ(moved(before, places_in(window, model)), "") << width;
    }
}

}  // namespace
}  // namespace locklab::app
