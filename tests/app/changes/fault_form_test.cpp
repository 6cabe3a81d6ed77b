// The fault form: typed values and size sliders as scenario text.
#include <gtest/gtest.h>

#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "tests/support/opened_run.h"
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

const BreakingTool& slot_mover() { return breaking_tools()[breaking_tool("migrate")]; }

TEST(MigrateTool, FitsTheNodesOfAClusterAndNobodyElse) {
  const ShownRunPtr cluster = test::opened("F39");
  EXPECT_TRUE(applies(slot_mover(), *cluster));
  for (std::size_t lane = 0; lane < cluster->scene.lanes.size(); ++lane)
    EXPECT_EQ(
        applies(slot_mover(), *cluster, Spot{SpotKind::lane, static_cast<std::uint16_t>(lane)}),
        cluster->scene.lanes[lane].kind == LaneKind::node)
        << lane;
  EXPECT_FALSE(applies(slot_mover(), *test::opened("F12")));
}

TEST(MigrateForm, WritesWhereTheSlotGoes) {
  const ShownRunPtr run = test::opened("F39");
  const auto lane = static_cast<std::uint16_t>(run->scene.clients);  // n1
  FaultForm form = form_for(*run, slot_mover(), Spot{SpotKind::lane, lane}, std::nullopt, 4'999);
  EXPECT_EQ(std::get<std::string>(fault_text(form, *run)), "{at_ms=5, migrate={node=\"n1\"}}");
  form.to = "n3";
  const std::string text = std::get<std::string>(fault_text(form, *run));
  EXPECT_EQ(text, "{at_ms=5, migrate={node=\"n1\", to=\"n3\"}}");
  form.to = "n1";
  EXPECT_EQ(std::get<BadField>(fault_text(form, *run)).key, "form.bad.to");
}

TEST(MigrateForm, IsReadAgainFromTheRunsName) {
  const ShownRunPtr run = test::opened("F39 fault={at_ms=5, migrate={node=\"n1\", to=\"n3\"}}");
  const FaultForm form = form_of(*run, 0);
  EXPECT_EQ(form.node, "n1");
  EXPECT_EQ(form.to, "n3");
  EXPECT_EQ(std::get<std::string>(fault_text(form, *run)),
            "{at_ms=5, migrate={node=\"n1\", to=\"n3\"}}");
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
