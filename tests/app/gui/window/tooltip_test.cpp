// Tooltips are readable whatever widget they belong to, and scrolled content is not cut for good.
#include <gtest/gtest.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include <memory>

#include "app/load/stress_result.h"
#include "tests/support/class_room.h"

namespace locklab::app {
namespace {

using test::ClassRoomScreen;
using test::overlap;

struct Loading {
  Model model;
  std::uint64_t job = 0;
  ShownLoad load;
};

/// The Stress screen while a load runs.
Loading loading() {
  Loading now{test::set_for()};
  update(now.model, intent::ShowScreen{Screen::stress});
  now.job = update(now.model, intent::StartLoad{})->job;
  now.load.work.strategy = find_strategy("set_px_lua");
  update(now.model, intent::LoadBegins{now.job, now.load});
  return now;
}

TEST(Tooltip, OfAButtonThatIsSwitchedOffIsAsSolidAsAnyOther) {
  ClassRoomScreen window;
  Model model = test::set_for();
  update(model, intent::ShowScreen{Screen::stress});
  window.show(model);
  const auto kill = window.widget("load fault kill");
  ASSERT_TRUE(kill);
  EXPECT_EQ(kill->id, 0u) << "it is switched off while nothing runs";
  ASSERT_TRUE(window.tooltip_of(model, *kill));
  const ImGuiWindow* tooltip = nullptr;
  for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
    if (one->Active && one->Flags & ImGuiWindowFlags_Tooltip) tooltip = one;
  ASSERT_NE(tooltip, nullptr);
  unsigned opaque = 0;
  for (const ImDrawVert& vertex : tooltip->DrawList->VtxBuffer)
    opaque += vertex.col >> IM_COL32_A_SHIFT == 0xff;
  // Rounded corners have transparent vertices; letters have none.
  EXPECT_GT(opaque, static_cast<unsigned>(tooltip->DrawList->VtxBuffer.Size) / 2);
}

// A user whose mouse rests on Stop may click a fault below it next.
TEST(Tooltip, OfStopLeavesTheFaultsBelowItInSight) {
  ClassRoomScreen window;
  const Model model = loading().model;
  window.show(model);
  const auto tooltip = window.tooltip_of(model, window.widget("load stop").value());
  ASSERT_TRUE(tooltip);
  for (const NamedRectangle& one : window.all("load fault"))
    EXPECT_FALSE(overlap(*tooltip, one)) << one.name;
}

TEST(Tooltip, NeverCoversItsOwnWidgetNorLeavesTheScreen) {
  ClassRoomScreen window;
  Model model = test::set_for();
  for (const Screen screen : {Screen::lab, Screen::stress}) {
    update(model, intent::ShowScreen{screen});
    window.show(model);
    const std::vector<NamedRectangle> widgets = window.named();
    for (const NamedRectangle& widget : widgets) {
      if (!widget.button || widget.from.x < 0) continue;
      const auto tooltip = window.tooltip_of(model, widget);
      if (!tooltip) continue;
      EXPECT_FALSE(overlap(*tooltip, widget)) << widget.name;
      EXPECT_GE(tooltip->from.y, 0) << widget.name;
      EXPECT_LE(tooltip->to.y, 720) << widget.name;
      EXPECT_GE(tooltip->from.x, 0) << widget.name;
      EXPECT_LE(tooltip->to.x, 1280) << widget.name;
    }
  }
}

TEST(CutOff, APartOfAWindowThatScrollingCanShowIsNot) {
  ClassRoomScreen window({800, 400});
  auto [model, job, load] = loading();
  load.result = std::make_shared<const StressResult>(StressResult{.work = load.work});
  update(model, intent::LoadEnds{job, load});
  window.show(model);
  const auto below = window.widget("violations none");
  ASSERT_TRUE(below);
  EXPECT_GT(below->from.y, 400) << "it is below what the window shows";
  EXPECT_FALSE(below->cut);
}

}  // namespace
}  // namespace locklab::app
