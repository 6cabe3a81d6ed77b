#include "app/export/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/export/markup.h"
#include "app/runs/judged_run.h"
#include "tests/support/opened_run.h"
#include "tests/support/stranger_run.h"
#include "tests/support/well_formed.h"

namespace locklab::app {
namespace {

using test::opened;
using test::xml_problem;
using testing::HasSubstr;
using testing::Not;

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string_view::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

TEST(Svg, EveryShippedRunGivesAWellFormedPictureWithAllItsLanes) {
  for (const std::string& name : library_runs(sim::Library()).names) {
    const ShownRunPtr shown = opened(name);
    const std::string picture = write_svg(*shown, Language::chinese);
    EXPECT_EQ(xml_problem(picture), "") << name;
    EXPECT_EQ(xml_problem(svg_for_page(*shown, Language::english)), "") << name;
    for (const Lane& lane : shown->scene.lanes)
      EXPECT_THAT(picture, HasSubstr(">" + lane.name + "</text>")) << name;
    EXPECT_EQ(count(picture, "class=\"lane\""), shown->scene.lanes.size());
  }
}

TEST(Svg, BrokenPromisesAreMarkedAndToldInTheReadersLanguage) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const std::string english = write_svg(*shown);
  const std::string chinese = write_svg(*shown, Language::chinese);
  EXPECT_THAT(english, HasSubstr("✗ mutual exclusion: bob entered while alice was inside"));
  EXPECT_THAT(chinese, HasSubstr("✗ 互斥性"));
  EXPECT_THAT(chinese, HasSubstr("服务器记录"));
  EXPECT_EQ(count(english, "class=\"clash\""), shown->scene.clashes.size());
  EXPECT_GE(count(english, "class=\"alarm\""), 2u);
}

TEST(Svg, AnArrowIsDrawnForEveryMessageAndItsReply) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const std::string picture = write_svg(*shown);
  EXPECT_EQ(count(picture, "class=\"message\""), 2 * shown->scene.messages.size());
  EXPECT_EQ(count(picture, "marker-end"), 2 * shown->scene.messages.size()) << "none is lost";
}

TEST(Svg, TheSameRunGivesTheSameBytes) {
  EXPECT_EQ(write_svg(*opened("F12_redlock_clock_jump")),
            write_svg(*opened("F12_redlock_clock_jump")));
}

TEST(Svg, ALongRunIsFoldedAndStaysSmall) {
  const ShownRunPtr shown = opened("F27_lost_update set={rounds=2000}");
  ASSERT_GT(shown->trace().size(), 20'000u);
  const std::string picture = write_svg(*shown);
  EXPECT_LT(picture.size(), 2'000'000u);
  EXPECT_EQ(xml_problem(picture), "");
}

TEST(Svg, InAPageNothingFoldsAndEveryElementSaysWhenItIs) {
  const ShownRunPtr shown = opened("F27_lost_update set={rounds=200}");
  const std::string part = svg_for_page(*shown, Language::english);
  EXPECT_EQ(count(part, "class=\"message\""), 2 * shown->scene.messages.size());
  EXPECT_GE(count(part, "data-a="), 2 * shown->scene.messages.size());
  EXPECT_EQ(count(write_svg(*shown), "data-a="), 0u) << "a picture needs none of it";
}

TEST(Svg, WhatStrangersWroteIsText) {
  const ShownRunPtr shown = test::strangers_run();
  const std::string picture = write_svg(*shown);
  EXPECT_EQ(xml_problem(picture), "");
  EXPECT_THAT(picture, Not(HasSubstr("<script")));
  EXPECT_THAT(picture, Not(HasSubstr("<img")));
  EXPECT_THAT(picture, HasSubstr("&lt;script&gt;"));
}

TEST(Markup, JsonNeitherEndsItsScriptNorBeginsAComment) {
  EXPECT_EQ(json_in_script(R"({"a":"</script><!--&"})"),
            R"({"a":"\u003c/script\u003e\u003c!--\u0026"})");
}

}  // namespace
}  // namespace locklab::app
