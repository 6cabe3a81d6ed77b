// A run compared with its first remedy: both sides show the lanes that differ.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "app/changes/remedies.h"
#include "app/gui/update/comparison.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

/// A story at its violation, compared with the branch of its first remedy.
Model beside_its_remedy(const char* story, ThemeName theme, Language language) {
  Model model = test::opened_story(story, theme, language);
  const auto search = update(model, intent::RunUntil{Until::violation});
  const std::atomic<bool> stopped{false};
  update(model,
         intent::RemediesFound{search->job, find_remedies(sim::Library(), *model.run, stopped)});
  test::lead(model, intent::TryRemedy{0});
  update(model, intent::Compare{0});
  return model;
}

/// True if a lane lies entirely within the visible rows; `side` is "" or "other ".
bool shows_lane(const test::ScreenAtRest& window, const std::string& side,
                const std::string& lane) {
  const auto frames = window.all(side + "timeline rows");
  const auto lanes = window.all(side + "lane " + lane);
  if (frames.size() != 1 || lanes.size() != 1) return false;
  return lanes[0].from.y >= frames[0].from.y - 1 && lanes[0].to.y <= frames[0].to.y + 1;
}

// Regression: in F12 both halves showed only alice; n3, where the runs diverge, was hidden.
TEST(ComparedLanes, ThoseThatDifferAreInSightInBothRuns) {
  const struct {
    const char* story;
    std::vector<std::string> lanes;
  } stories[] = {{"F06", {"alice", "bob", "stock"}},
                 {"F11", {"alice", "bob", "n2"}},
                 {"F12", {"alice", "bob", "n3"}}};
  test::in_looks(
      {.sizes = {{1280, 720}, {1024, 640}}}, [&](ThemeName theme, Language language, ImVec2 size) {
        for (const auto& [story, lanes] : stories) {
          const Model model = beside_its_remedy(story, theme, language);
          ASSERT_TRUE(model.comparison) << story;
          const test::ScreenAtRest window(model, size);
          for (const std::string side : {"", "other "}) {
            EXPECT_EQ(window.all(side + "compared run").size(), 1u) << story;
            EXPECT_TRUE(window.all(side + "timeline title").empty())
                << "under the name of the run, where there is no strip";
            for (const std::string& lane : lanes)
              EXPECT_TRUE(shows_lane(window, side, lane)) << side << lane << " of " << story;
          }
        }
      });
}

}  // namespace
}  // namespace locklab::app
