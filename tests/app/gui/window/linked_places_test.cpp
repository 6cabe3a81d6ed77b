// Links of the cluster in the real fonts: each end is at the outline of its place, or right of a
// label drawn there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/runs/judged_run.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::ClassRoomScreen;
using test::lead;

constexpr float touches = 6;  // pixels, also in the projector theme

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

/// The first end of a link that touches neither its place nor its label; empty if there is none.
/// Adds the number of checked ends to `counted`.
std::string hanging(const ClassRoomScreen& window, std::size_t& counted) {
  for (const NamedRectangle& end : window.all("end of link ")) {
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

/// Calls `test(model, window)` in every theme and language, with and without presenting.
template <class Test>
void in_link_looks(Test test) {
  test::in_looks({.sizes = {{1280, 720}}}, [&](ThemeName theme, Language language, ImVec2 size) {
    Model model = test::set_for(theme, language);
    for (const bool presenting : {false, true}) {
      model.presenting = presenting;
      ClassRoomScreen window(model, size);
      test(model, window);
    }
  });
}

// Regression: two ticks stuck out of the stock, and "READ stock" moved where no link was.
TEST(LinkedPlaces, LinksEndWhereSomethingIsInEveryStepOfEveryLesson) {
  std::size_t counted = 0;
  in_link_looks([&](const Model& like, ClassRoomScreen& window) {
    test::at_each_step(like.settings.theme, like.settings.language, like.presenting,
                       [&](const Model& model, const std::string& step) {
                         window.show(model, 3);
                         EXPECT_EQ(hanging(window, counted), "") << step;
                       });
  });
  EXPECT_GT(counted, 1000u);
}

TEST(LinkedPlaces, LinksEndWhereSomethingIsInEveryStory) {
  std::size_t counted = 0;
  in_link_looks([&](Model& model, ClassRoomScreen& window) {
    for (const std::string& name : library_runs(sim::Library()).names) {
      lead(model, intent::Open{name});
      update(model, intent::RunUntil{Until::violation});
      window.show(model, 3);
      EXPECT_EQ(hanging(window, counted), "") << name;
    }
  });
  EXPECT_GT(counted, 1000u);
}

}  // namespace
}  // namespace locklab::app
