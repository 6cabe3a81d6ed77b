// The label of a tool carried over the timeline: its target and its time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "app/changes/fault_tools.h"
#include "tests/support/class_room.h"
#include "tests/support/painted_frame.h"

namespace locklab::app {
namespace {

/// The text of the tooltip with the mouse there: its ASCII characters, without spaces.
std::string carried_words(test::ClassRoomScreen& window, const Model& model, ImVec2 mouse) {
  ImGui::GetIO().MousePos = mouse;
  window.show(model);
  const test::PaintedFrame frame(*ImGui::GetDrawData(), Theme::of(ThemeName::dark).ground());
  std::string words;
  for (const test::PaintedLetter& letter : frame.letters())
    if (letter.window.find("Tooltip") != std::string::npos && letter.character < 0x80)
      words += static_cast<char>(letter.character);
  return words;
}

/// The last number of milliseconds in the text; -1 if there is none.
double said_ms(const std::string& words) {
  const std::size_t unit = words.rfind("ms");
  if (unit == std::string::npos) return -1;
  std::size_t from = unit;
  while (from > 0 && (words[from - 1] == '.' || (words[from - 1] >= '0' && words[from - 1] <= '9')))
    --from;
  return from == unit ? -1 : std::atof(words.substr(from, unit - from).c_str());
}

TEST(CarriedTool, SaysWhomItStrikesAndAtWhichTime) {
  test::ClassRoomScreen window;
  Model model = test::opened_story("F06");
  const auto tools = breaking_tools();
  for (std::size_t i = 0; i < tools.size(); ++i)
    if (std::string_view(tools[i].id) == "kill")
      update(model, intent::PickUp{static_cast<std::uint16_t>(i)});
  ASSERT_TRUE(model.tool);
  window.show(model);
  const auto lane = window.widget("lane n1");
  const auto timeline = window.widget("timeline");
  ASSERT_TRUE(lane && timeline);
  const float y = (lane->from.y + lane->to.y) / 2;
  const auto x = [&](float part) { return lane->to.x + part * (timeline->to.x - lane->to.x); };
  const std::string early = carried_words(window, model, {x(0.3f), y});
  EXPECT_THAT(early, testing::HasSubstr("n1"));
  EXPECT_GT(said_ms(early), 0) << early;
  const std::string late = carried_words(window, model, {x(0.8f), y});
  EXPECT_GT(said_ms(late), said_ms(early) + 100) << late;
}

}  // namespace
}  // namespace locklab::app
