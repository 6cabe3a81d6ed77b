// Challenges in the real window, with real mouse and keys.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/challenges/position.h"
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

TEST(ChallengeWindow, ALevelIsWonByTheKeyboardAndEnterLeadsToTheNext) {
  LabWindow window({}, 1440, 900);
  open_level(window, "no_lock");
  window.wait_for("challenge goal open");
  std::size_t done = 0;
  for (const std::string& name : clicks_for("no_lock")) {
    const int down = std::stoi(name.substr(5)) - 1;
    for (int i = 0; i < down; ++i) window.key("Down");
    window.key("Return");
    window.wait_for(fmt::format("challenge decisions {}", ++done));
  }
  window.wait_for("challenge won");
  window.wait_for("challenge stars 3");
  EXPECT_EQ(window.misplaced(), "");
  window.key("Return");
  window.wait_for("challenge decisions 0");
  window.wait_for("challenge goal open");
}

TEST(ChallengeWindow, ALevelIsWonByDraggingMessagesToTheirReceivers) {
  LabWindow window({}, 1280, 720);
  open_level(window, "no_lock");
  const Level& level = levels().front();
  sim::Decisions decisions;
  std::size_t dragged = 0;
  for (const std::string& name : clicks_for("no_lock")) {
    const auto move = static_cast<std::uint32_t>(std::stoi(name.substr(5)) - 1);
    const PositionPtr here = position_after(level, decisions);
    const auto flight = std::find_if(here->flights.begin(), here->flights.end(),
                                     [&](const Position::Flight& one) { return one.move == move; });
    if (flight == here->flights.end()) {
      window.click(fmt::format("mark {}", move + 1));
    } else {
      const std::uint16_t to = flight->reply ? flight->client : flight->node;
      window.drag(fmt::format("card {}", move + 1), 0.5, 0.5,
                  "cluster " + here->board->scene.lanes[to].name, 0.5, 0.5);
      ++dragged;
    }
    decisions.push_back(move);
    window.wait_for(fmt::format("challenge decisions {}", decisions.size()));
  }
  EXPECT_GE(dragged, 2u);
  window.wait_for("challenge won");
  window.click("challenge next");
  window.wait_for("challenge decisions 0");
}

TEST(ChallengeWindow, AMessageThatIsLetGoElsewhereOrCannotArriveStaysWhereItIs) {
  LabWindow window({}, 1280, 720);
  open_level(window, "no_lock");
  const Level& level = levels().front();
  sim::Decisions decisions;
  PositionPtr here = position_after(level, decisions);
  while (here->flights.empty()) {
    window.key("space");
    decisions.push_back(0);
    here = position_after(level, decisions);
    window.wait_for(fmt::format("challenge decisions {}", decisions.size()));
  }
  const std::string card = fmt::format("card {}", *here->flights.front().move + 1);
  window.drag(card, 0.5, 0.5, "challenge below", 0.5, 0.8);
  window.wait_for(card);
  window.wait_for(fmt::format("challenge decisions {}", decisions.size()));
  // Clicking a place lists what can be done there.
  window.click("cluster alice");
  window.wait_for("place move 1");
  window.click("place move 1");
  window.wait_for(fmt::format("challenge decisions {}", decisions.size() + 1));
}

TEST(ChallengeWindow, EachPartBelowThePictureFitsAtBothSizesAndInBothLanguages) {
  for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1440, 900)}) {
    LabWindow window({}, width, height);
    open_level(window, "clock_of_one");
    for (int i = 0; i < 3; ++i) window.key("space");
    window.wait_for("challenge decisions 3");
    for (const char* language : {"en", "zh"}) {
      for (const char* part : {"timeline", "taken", "code"}) {
        window.click(fmt::format("challenge part {}", part));
        EXPECT_EQ(window.misplaced(), "") << part << " " << language;
      }
      window.key("l");
    }
  }
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
