// Messages that come and go move nothing under the mouse; laid out without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/gui/update/update.h"
#include "sim/trace/sentence.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::ClassRoomScreen;

constexpr std::array said_in_front = {"problem", "warning", "done"};

/// All named rectangles but those of the messages, which lie in front.
std::vector<NamedRectangle> places_in(ClassRoomScreen& window, const Model& model) {
  window.show(model);
  std::vector<NamedRectangle> all = window.named();
  std::erase_if(all, [](const NamedRectangle& one) {
    return std::any_of(said_in_front.begin(), said_in_front.end(),
                       [&](const char* name) { return one.name.starts_with(name); });
  });
  return all;
}

/// The rectangles that moved, one per line, up to the first one that came or went; empty if nothing
/// changed.
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

// Regression: an error moved everything down by 24 pixels, so the pointer over "crash" was over
// "power off".
TEST(StillPlaces, AProblemAWarningOrGoodNewsMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1280, 720}, {1440, 900}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   Model model = test::opened_story("F12", theme, language);
                   ClassRoomScreen window(model, size);
                   const std::vector<NamedRectangle> before = places_in(window, model);
                   ASSERT_GT(before.size(), 50u);
                   const auto news =
                       say("cannot write {}", "/a/file/somewhere/that/has/a/long/path.toml");
                   for (auto said : {&Model::problem, &Model::warning, &Model::done}) {
                     model.*said = news;
                     EXPECT_EQ(moved(before, places_in(window, model)), "");
                     EXPECT_TRUE(window.has("problem close"));
                   }
                   model.problem = model.warning = model.done = {};
                   EXPECT_EQ(moved(before, places_in(window, model)), "");
                 });
}

// Regression: "Pause" is longer than "Play" and shifted everything right of it by 12 pixels.
TEST(StillPlaces, PlayBecomesPauseAndMovesNothing) {
  test::in_looks({.themes = {ThemeName::dark}, .sizes = {{1024, 720}, {1280, 720}, {1440, 720}}},
                 [](ThemeName theme, Language language, ImVec2 size) {
                   Model model = test::opened_story("F06", theme, language);
                   ClassRoomScreen window(model, size);
                   const std::vector<NamedRectangle> before = places_in(window, model);
                   update(model, intent::PlayOrPause{});
                   ASSERT_TRUE(model.playing);
                   EXPECT_EQ(moved(before, places_in(window, model)), "");
                 });
}

}  // namespace
}  // namespace locklab::app
