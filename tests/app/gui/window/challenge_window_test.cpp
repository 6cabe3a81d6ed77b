// Challenges in the real window, with real mouse and keys.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/challenges/position.h"
#include "tests/support/class_room.h"
#include "tests/support/lab_window.h"

namespace locklab::app {
namespace {

using test::LabWindow;

/// The widgets to click for the shortest solution.
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

void wait_for_decisions(LabWindow& window, std::size_t count) {
  window.wait_for(fmt::format("challenge decisions {}", count));
}

void open_level(LabWindow& window, const std::string& id) {
  window.click("level " + id);
  wait_for_decisions(window, 0);
}

void back_to_the_levels(LabWindow& window) {
  window.click("challenge levels");
  window.wait_until_says("challenge levels", "");
}

void click_all(LabWindow& window, const std::vector<std::string>& names) {
  std::size_t done = 0;
  for (const std::string& name : names) {
    window.click(name);
    wait_for_decisions(window, ++done);
  }
}

void expect_each_part_to_fit(LabWindow& window) {
  open_level(window, "clock_of_one");
  for (int i = 0; i < 3; ++i) window.key("space");
  wait_for_decisions(window, 3);
  for (const char* language : {"en", "zh"}) {
    for (const char* part : {"timeline", "taken", "code"}) {
      window.click(fmt::format("challenge part {}", part));
      EXPECT_EQ(window.misplaced(), "") << part << " " << language;
    }
    window.key("l");
  }
  back_to_the_levels(window);
}

TEST(ChallengeWindow, LevelsAreWonByMouseAndByTheExplorersProofAndStayWonAfterARestart) {
  std::string kept;
  {
    LabWindow window({}, 1280, 720);
    window.click("screen challenges");
    open_level(window, "crash_and_wait");
    click_all(window, clicks_for("crash_and_wait"));
    window.wait_for("challenge won");
    window.wait_for("challenge stars 3");
    back_to_the_levels(window);
    window.wait_for("challenge progress 1");
    open_level(window, "fenced");
    window.click("challenge claim");
    window.wait_for("challenge thinking");
    window.click("challenge cancel");
    window.wait_until_says("challenge thinking", "");
    window.click("challenge claim");
    window.wait_for("challenge thinking");
    // The window handles keys while the explorer searches.
    window.key("l");
    window.wait_for("challenge thinking");
    window.wait_long_for("challenge right");
    back_to_the_levels(window);
    window.wait_for("challenge progress 2");
    EXPECT_EQ(window.close(), 0);
    kept = window.settings();
  }
  LabWindow window({}, 1280, 720, {}, kept);
  window.click("screen challenges");
  window.wait_for("challenge progress 2");
}

TEST(ChallengeWindow, ALevelIsWonByTheKeyboardAndEnterLeadsToTheNext) {
  LabWindow window({}, 1440, 900);
  window.click("screen challenges");
  expect_each_part_to_fit(window);
  open_level(window, "no_lock");
  window.wait_for("challenge goal open");
  std::size_t done = 0;
  for (const std::string& name : clicks_for("no_lock")) {
    const int down = std::stoi(name.substr(5)) - 1;
    for (int i = 0; i < down; ++i) window.key("Down");
    window.key("Return");
    wait_for_decisions(window, ++done);
  }
  window.wait_for("challenge won");
  window.wait_for("challenge stars 3");
  EXPECT_EQ(window.misplaced(), "");
  window.key("Return");
  wait_for_decisions(window, 0);
  window.wait_for("challenge goal open");
}

/// Drops a message outside every receiver, which does nothing; then makes a move at alice's place,
/// and undoes it.
void expect_only_a_receiver_to_take(LabWindow& window, const std::string& card, std::size_t done) {
  window.drag(card, 0.5, 0.5, "challenge below", 0.5, 0.8);
  window.wait_for(card);
  wait_for_decisions(window, done);
  window.click("cluster alice");
  window.click("place move 1");
  wait_for_decisions(window, done + 1);
  window.key("ctrl+z");
  wait_for_decisions(window, done);
}

TEST(ChallengeWindow, ALevelIsWonByDraggingMessagesWhichStayWhereTheyAreIfLetGoElsewhere) {
  LabWindow window({}, 1280, 720);
  window.click("screen challenges");
  expect_each_part_to_fit(window);
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
      const std::string card = fmt::format("card {}", move + 1);
      if (dragged++ == 0) expect_only_a_receiver_to_take(window, card, decisions.size());
      const std::uint16_t to = flight->reply ? flight->client : flight->node;
      window.drag(card, 0.5, 0.5, "cluster " + here->board->scene.lanes[to].name, 0.5, 0.5);
    }
    decisions.push_back(move);
    wait_for_decisions(window, decisions.size());
  }
  EXPECT_GE(dragged, 2u);
  window.wait_for("challenge won");
  window.click("challenge next");
  wait_for_decisions(window, 0);
}

TEST(ChallengeWindow, AWrongClaimUndoAndHintLeadToTheGoalWhichOpensInTheLab) {
  LabWindow window({}, 1280, 720);
  window.click("screen challenges");
  open_level(window, "late_release");
  window.click("challenge claim");
  window.wait_for("challenge wrong");
  window.click("challenge solution");
  window.wait_for("challenge watched");
  window.click("challenge play");
  wait_for_decisions(window, 0);
  back_to_the_levels(window);
  open_level(window, "not_yours");
  const std::vector<std::string> way = clicks_for("not_yours");
  click_all(window, {"move 1", "move 1"});
  window.click("challenge undo");
  wait_for_decisions(window, 1);
  window.key("ctrl+z");
  wait_for_decisions(window, 0);
  window.key("h");
  window.wait_for("challenge hinted");
  click_all(window, way);
  window.wait_for("challenge stars 2");  // two stars, because of the hint
  window.click("challenge lab");
  window.wait_for("verdict owner_only_release");
  EXPECT_THAT(window.says("@run"), testing::HasSubstr("foreign_release"));
}

// Regression: where nothing had been decided yet, the hint was to undo.
TEST(ChallengeHint, ThatFindsNothingSaysUndoOnlyAfterADecision) {
  Model model = test::set_for();
  update(model, intent::InChallenge{challenge::OpenLevel{levels().size() - 1}});
  for (const char* said : {"challenge unwinnable", "challenge hopeless"}) {
    model.play->hint.emplace();
    EXPECT_TRUE(test::ScreenAtRest(model).has(said));
    update(model, intent::InChallenge{challenge::Decide{0}});
  }
}

}  // namespace
}  // namespace locklab::app
