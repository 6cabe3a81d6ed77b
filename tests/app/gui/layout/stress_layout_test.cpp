// The Stress screen has room for everything, whatever the window's size and the size of its text.
#include "app/gui/layout/stress_layout.h"

#include <gtest/gtest.h>

namespace locklab::app {
namespace {

StressNeeds needs_at(float width, float height, float scale) {
  StressNeeds needs;
  needs.width = width - 30;
  needs.height = height - 70;
  needs.scale = scale;
  needs.gap = 8 * scale;
  needs.head = 70 * scale;
  return needs;
}

TEST(StressLayout, WithoutViolationsNothingIsBelowTheWindowWithTheTextOfAProjector) {
  for (const auto& [width, height] : {std::pair{1280.0f, 720.0f}, {1920.0f, 1080.0f}})
    for (const float scale : {1.0f, 1.25f}) {
      const StressNeeds needs = needs_at(width, height, scale);
      EXPECT_LE(stress_places(needs).height, needs.height + 1) << width << " " << scale;
    }
}

TEST(StressLayout, NoPlaceLiesOverAnother) {
  for (const float scale : {1.0f, 1.25f, 2.0f})
    for (const bool violations : {false, true}) {
      StressNeeds needs = needs_at(1280, 720, scale);
      needs.violations = violations;
      const StressPlaces to = stress_places(needs);
      std::vector<PlaceOnScreen> all(to.charts.begin(), to.charts.end());
      for (const PlaceOnScreen& one : {to.head, to.loads, to.violations}) all.push_back(one);
      for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_GT(all[i].height, 0);
        EXPECT_LE(all[i].y + all[i].height, to.height + 0.01f);
        for (std::size_t k = 0; k < i; ++k)
          EXPECT_FALSE(all[i].x < all[k].x + all[k].width - 0.01f &&
                       all[k].x < all[i].x + all[i].width - 0.01f &&
                       all[i].y < all[k].y + all[k].height - 0.01f &&
                       all[k].y < all[i].y + all[i].height - 0.01f)
              << i << " lies over " << k << " at " << scale;
      }
    }
}

}  // namespace
}  // namespace locklab::app
