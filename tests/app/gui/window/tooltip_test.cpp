// A tooltip can be read whatever it belongs to, and what scrolling can show is not cut off.
#include <gtest/gtest.h>
#include <imgui/imgui.h>
#include <imgui/imgui_internal.h>

#include <algorithm>
#include <memory>

#include "app/gui/update/update.h"
#include "app/gui/window/unseen_window.h"
#include "app/stress/stress_result.h"

namespace locklab::app {
namespace {

const NamedRectangle* place_of(const UnseenWindow& window, const char* name) {
  const auto& all = window.named();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const NamedRectangle& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

struct Loading {
  Model model;
  std::uint64_t job = 0;
  ShownLoad load;
};

/// The Stress screen while a load runs.
Loading loading() {
  Loading now;
  now.model.settings.welcomed = true;
  update(now.model, intent::ShowScreen{Screen::stress});
  now.job = update(now.model, intent::StartLoad{})->job;
  now.load.label = "set_px_lua";
  update(now.model, intent::LoadBegins{now.job, now.load});
  return now;
}

TEST(Tooltip, OfAButtonThatIsSwitchedOffIsAsSolidAsAnyOther) {
  UnseenWindow window(1280, 720);
  Model model;
  model.settings.welcomed = true;
  update(model, intent::ShowScreen{Screen::stress});
  for (int i = 0; i < 4; ++i) window.draw(model);
  const NamedRectangle* kill = place_of(window, "load fault kill");
  ASSERT_NE(kill, nullptr);
  EXPECT_EQ(kill->id, 0u) << "it is switched off while nothing runs";
  ImGui::GetIO().MousePos =
      ImVec2((kill->from.x + kill->to.x) / 2, (kill->from.y + kill->to.y) / 2);
  for (int i = 0; i < 4; ++i) window.draw(model);
  ASSERT_NE(place_of(window, "tooltip"), nullptr);
  const ImGuiWindow* tooltip = nullptr;
  for (const ImGuiWindow* one : ImGui::GetCurrentContext()->Windows)
    if (one->Active && one->Flags & ImGuiWindowFlags_Tooltip) tooltip = one;
  ASSERT_NE(tooltip, nullptr);
  unsigned opaque = 0;
  for (const ImDrawVert& vertex : tooltip->DrawList->VtxBuffer)
    opaque += vertex.col >> IM_COL32_A_SHIFT == 0xff;
  // Rounded corners have a clear edge; letters have none.
  EXPECT_GT(opaque, static_cast<unsigned>(tooltip->DrawList->VtxBuffer.Size) / 2);
}

/// The tooltip of a widget, once the mouse rests on it.
NamedRectangle tooltip_of(UnseenWindow& window, const Model& model, const char* name) {
  const NamedRectangle widget = *place_of(window, name);
  ImGui::GetIO().MousePos =
      ImVec2((widget.from.x + widget.to.x) / 2, (widget.from.y + widget.to.y) / 2);
  for (int i = 0; i < 4; ++i) window.draw(model);
  const NamedRectangle* tooltip = place_of(window, "tooltip");
  return tooltip ? *tooltip : NamedRectangle{};
}

bool overlap(const NamedRectangle& a, const NamedRectangle& b) {
  return a.from.x < b.to.x && b.from.x < a.to.x && a.from.y < b.to.y && b.from.y < a.to.y;
}

// Whoever rests on Stop is about to freeze or kill a server.
TEST(Tooltip, OfStopLeavesTheFaultsBelowItInSight) {
  UnseenWindow window(1280, 720);
  const Model model = loading().model;
  for (int i = 0; i < 4; ++i) window.draw(model);
  const NamedRectangle tooltip = tooltip_of(window, model, "load stop");
  ASSERT_EQ(tooltip.name, "tooltip");
  for (const NamedRectangle& one : window.named())
    EXPECT_FALSE(one.name.starts_with("load fault") && overlap(tooltip, one)) << one.name;
}

TEST(Tooltip, NeverCoversItsOwnWidgetNorLeavesTheScreen) {
  UnseenWindow window(1280, 720);
  Model model;
  model.settings.welcomed = true;
  for (const Screen screen : {Screen::lab, Screen::stress}) {
    update(model, intent::ShowScreen{screen});
    for (int i = 0; i < 4; ++i) window.draw(model);
    const std::vector<NamedRectangle> widgets = window.named();
    for (const NamedRectangle& widget : widgets) {
      if (!widget.button || widget.from.x < 0) continue;
      const NamedRectangle tooltip = tooltip_of(window, model, widget.name.c_str());
      if (tooltip.name.empty()) continue;
      EXPECT_FALSE(overlap(tooltip, widget)) << widget.name;
      EXPECT_GE(tooltip.from.y, 0) << widget.name;
      EXPECT_LE(tooltip.to.y, 720) << widget.name;
      EXPECT_GE(tooltip.from.x, 0) << widget.name;
      EXPECT_LE(tooltip.to.x, 1280) << widget.name;
    }
  }
}

TEST(CutOff, APartOfAWindowThatScrollingCanShowIsNot) {
  UnseenWindow window(800, 400);
  auto [model, job, load] = loading();
  load.result = std::make_shared<const StressResult>();
  update(model, intent::LoadEnds{job, load});
  for (int i = 0; i < 4; ++i) window.draw(model);
  const NamedRectangle* below = place_of(window, "violations none");
  ASSERT_NE(below, nullptr);
  EXPECT_GT(below->from.y, 400) << "it is below what the window shows";
  EXPECT_FALSE(below->cut);
}

}  // namespace
}  // namespace locklab::app
