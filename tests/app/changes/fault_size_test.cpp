// Sizes of faults as users type and slide them.
#include <gtest/gtest.h>

#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "tests/support/shown_model.h"

namespace locklab::app {
namespace {

TEST(FaultSize, APaceIsTypedInPerCent) {
  EXPECT_EQ(typed_of_size(SizeKind::drift, 100'000), 10);
  EXPECT_EQ(size_of_typed(SizeKind::drift, -12.5), -125'000);
  EXPECT_EQ(size_of_typed(SizeKind::shift, 450), 450);

  const Model model = test::showing("F06");
  const BreakingTool& drift = breaking_tools()[breaking_tool("drift")];
  FaultForm form = form_for(*model.run, drift, Spot{SpotKind::lane, 0}, 100'000, 0);
  EXPECT_EQ(form.size, "10");
  const auto written = fault_text(form, *model.run);
  ASSERT_TRUE(std::holds_alternative<std::string>(written));
  EXPECT_NE(std::get<std::string>(written).find("ppm=100000"), std::string::npos);
  form.size = "60";
  EXPECT_TRUE(std::holds_alternative<BadField>(fault_text(form, *model.run)));
}

TEST(FaultForm, NamesTheOnlyCommandThatIsMeantInWhateverCase) {
  const Model model = test::showing("F06");
  FaultForm form =
      form_for(*model.run, breaking_tools()[breaking_tool("drop")], Spot{SpotKind::lane, 0}, {}, 0);
  form.command = " set ";
  const auto written = fault_text(form, *model.run);
  ASSERT_TRUE(std::holds_alternative<std::string>(written));
  EXPECT_NE(std::get<std::string>(written).find("command=\"SET\""), std::string::npos);
  form.command = "set px";
  const auto wrong = fault_text(form, *model.run);
  ASSERT_TRUE(std::holds_alternative<BadField>(wrong));
  EXPECT_EQ(std::get<BadField>(wrong).field, "command");
}

TEST(FaultForm, OfASlowLinkSaysByHowMuchItsMessagesVary) {
  const Model model = test::showing("F06");
  const BreakingTool& slow = breaking_tools()[breaking_tool("slow")];
  FaultForm form = form_for(*model.run, slow, Spot{SpotKind::lane, 0}, 20, 4'999);
  form.jitter_ms = "2.5";
  const auto written = fault_text(form, *model.run);
  ASSERT_TRUE(std::holds_alternative<std::string>(written));
  EXPECT_NE(std::get<std::string>(written).find("jitter_ms=2.5"), std::string::npos);
  form.jitter_ms = "a little";
  const auto wrong = fault_text(form, *model.run);
  ASSERT_TRUE(std::holds_alternative<BadField>(wrong));
  EXPECT_EQ(std::get<BadField>(wrong).field, "jitter");
}

TEST(FaultSize, EverySizeWithAUsualOneHasASliderThatHoldsIt) {
  const Model model = test::showing("F06");
  std::size_t seen = 0;
  for (const BreakingTool& tool : breaking_tools()) {
    const auto usual = usual_size(tool, *model.run);
    if (!usual) continue;
    ++seen;
    const SlidRange range = slid_range(tool.size, *usual);
    EXPECT_LT(range.least, typed_of_size(tool.size, *usual)) << tool.id;
    EXPECT_GT(range.most, typed_of_size(tool.size, *usual)) << tool.id;
    EXPECT_TRUE(is_size(tool.size, size_of_typed(tool.size, range.least))) << tool.id;
    EXPECT_TRUE(is_size(tool.size, size_of_typed(tool.size, range.most))) << tool.id;
    const bool both_ways = tool.size == SizeKind::drift || tool.size == SizeKind::shift;
    EXPECT_EQ(range.least < 0, both_ways) << tool.id;
  }
  EXPECT_GE(seen, 3u);
}

}  // namespace
}  // namespace locklab::app
