// Challenges in the real window, with real mouse and keys.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "app/challenges/level.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

std::string settings_of(const LabWindow& window) {
  std::ifstream in(window.folder() / "config/locklab/settings.json");
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

/// The shortest way, as the names of what is clicked.
std::vector<std::string> clicks_for(std::string_view id) {
  for (const Level& level : levels()) {
    if (level.id != id) continue;
    const auto solution = sim::solve(level.spec.run.scenario, level.spec.budget, level.goal, {});
    std::vector<std::string> names;
    for (const std::uint32_t move : *solution.moves)
      names.push_back(fmt::format("move {}", move + 1));
    return names;
  }
  ADD_FAILURE() << "no level " << id;
  return {};
}

void open_level(LabWindow& window, const std::string& id) {
  window.wait_for("timeline");
  window.click("screen challenges");
  window.click("level " + id);
  window.wait_for("challenge decisions 0");
}

/// Clicks its way through; `done` decisions have been made before.
void click_all(LabWindow& window, const std::vector<std::string>& names, std::size_t done = 0) {
  for (const std::string& name : names) {
    window.click(name);
    window.wait_for(fmt::format("challenge decisions {}", ++done));
  }
}

TEST(ChallengeWindow, ALevelIsWonByMouseAndStaysWonAfterARestart) {
  std::string kept;
  {
    LabWindow window({}, 1280, 720);
    open_level(window, "crash_and_wait");
    click_all(window, clicks_for("crash_and_wait"));
    window.wait_for("challenge won");
    window.wait_for("challenge stars 3");
    window.click("challenge levels");
    window.wait_for("challenge progress 1");
    EXPECT_EQ(window.close(), 0);
    kept = settings_of(window);
  }
  LabWindow window({}, 1280, 720, {}, kept);
  window.wait_for("timeline");
  window.click("screen challenges");
  window.wait_for("challenge progress 1");
}

TEST(ChallengeWindow, UndoAndHintLeadToTheGoalWhichOpensInTheLab) {
  LabWindow window({}, 1280, 720);
  open_level(window, "not_yours");
  const std::vector<std::string> way = clicks_for("not_yours");
  click_all(window, {"move 1", "move 1"});
  window.click("challenge undo");
  window.wait_for("challenge decisions 1");
  window.key("ctrl+z");
  window.wait_for("challenge decisions 0");
  window.key("h");
  window.wait_for("challenge hinted");
  click_all(window, way);
  window.wait_for("challenge stars 2");  // with help
  window.click("challenge lab");
  window.wait_for("verdict owner_only_release");
  EXPECT_THAT(window.says("@run"), testing::HasSubstr("foreign_release"));
}

TEST(ChallengeWindow, WhoSaysThatItCannotBeWonIsToldThatItCan) {
  LabWindow window({}, 1280, 720);
  open_level(window, "late_release");
  window.click("challenge claim");
  window.wait_for("challenge wrong");
  window.click("challenge solution");
  window.wait_for("challenge watched");
  window.click("challenge play");
  window.wait_for("challenge decisions 0");
}

TEST(ChallengeWindow, OfTheLastLevelTheExplorerProvesThatItCannotBeWon) {
  LabWindow window({}, 1280, 720);
  open_level(window, "fenced");
  window.click("challenge claim");
  window.wait_for("challenge thinking");
  window.click("challenge cancel");
  window.wait_until_says("challenge thinking", "");
  window.click("challenge claim");
  window.wait_for("challenge thinking");
  // The frames go on while it looks: the key is obeyed at once.
  window.key("l");
  window.wait_for("challenge thinking");
  window.wait_long_for("challenge right");
  window.click("challenge levels");
  window.wait_for("challenge progress 1");
}

}  // namespace
}  // namespace locklab::app
