// The tool that moves a slot: where it fits, and what its form writes and reads again.
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "app/changes/fault_form.h"
#include "app/changes/fault_tools.h"
#include "tests/support/opened_run.h"

namespace locklab::app {
namespace {

const BreakingTool& tool() { return breaking_tools()[breaking_tool("migrate")]; }

TEST(MigrateTool, FitsTheNodesOfAClusterAndNobodyElse) {
  const ShownRunPtr cluster = test::opened("F39");
  EXPECT_TRUE(applies(tool(), *cluster));
  for (std::size_t lane = 0; lane < cluster->scene.lanes.size(); ++lane)
    EXPECT_EQ(applies(tool(), *cluster, Spot{SpotKind::lane, static_cast<std::uint16_t>(lane)}),
              cluster->scene.lanes[lane].kind == LaneKind::node)
        << lane;
  EXPECT_FALSE(applies(tool(), *test::opened("F12")));
}

TEST(MigrateForm, WritesWhereTheSlotGoes) {
  const ShownRunPtr run = test::opened("F39");
  const auto lane = static_cast<std::uint16_t>(run->scene.clients);  // n1
  FaultForm form = form_for(*run, tool(), Spot{SpotKind::lane, lane}, std::nullopt, 4'999);
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

}  // namespace
}  // namespace locklab::app
