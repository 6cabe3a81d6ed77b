#include "app/export/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/export/markup.h"
#include "tests/support/stories.h"
#include "tests/support/stranger_run.h"
#include "tests/support/well_formed.h"

namespace locklab::app {
namespace {

using test::count_of;
using test::opened;
using test::xml_problem;
using testing::HasSubstr;
using testing::Not;

TEST(Svg, EveryShippedRunGivesAWellFormedPictureWithAllItsLanes) {
  for (const ShownRunPtr& shown : test::every_story()) {
    SCOPED_TRACE(shown->judged.name);
    const std::string picture = write_svg(*shown, Language::chinese);
    EXPECT_EQ(xml_problem(picture), "");
    EXPECT_EQ(xml_problem(svg_for_page(*shown, Language::english)), "");
    for (const Lane& lane : shown->scene.lanes)
      EXPECT_THAT(picture, HasSubstr(">" + lane.name + "</text>"));
    EXPECT_EQ(count_of("class=\"lane\"", picture), shown->scene.lanes.size());
  }
}

TEST(Svg, BrokenPromisesAreMarkedAndToldInTheReadersLanguage) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const std::string english = write_svg(*shown);
  const std::string chinese = write_svg(*shown, Language::chinese);
  EXPECT_THAT(english, HasSubstr("✗ mutual exclusion: bob entered while alice was inside"));
  EXPECT_THAT(chinese, HasSubstr("✗ 互斥性"));
  EXPECT_THAT(chinese, HasSubstr("服务器记录"));
  EXPECT_EQ(count_of("class=\"clash\"", english), shown->scene.clashes.size());
  EXPECT_GE(count_of("class=\"alarm\"", english), 2u);
}

TEST(Svg, AnArrowIsDrawnForEveryMessageAndItsReplyAndAlwaysTheSameBytes) {
  const ShownRunPtr shown = opened("F06_pause_past_ttl");
  const std::string picture = write_svg(*shown);
  EXPECT_EQ(count_of("class=\"message\"", picture), 2 * shown->scene.messages.size());
  EXPECT_EQ(count_of("marker-end", picture), 2 * shown->scene.messages.size()) << "none is lost";
  EXPECT_EQ(write_svg(*opened("F06_pause_past_ttl")), picture);
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
  EXPECT_EQ(count_of("class=\"message\"", part), 2 * shown->scene.messages.size());
  EXPECT_GE(count_of("data-a=", part), 2 * shown->scene.messages.size());
  EXPECT_EQ(count_of("data-a=", write_svg(*shown)), 0u) << "a picture needs none of it";
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
