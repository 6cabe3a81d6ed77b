// A frame equal to the last one is not drawn again.
#include "app/gui/window/shell/drawn_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/gui/update/update.h"
#include "app/gui/window/shell/unseen_window.h"
#include "tests/support/workshop_by_hand.h"

namespace locklab::app {
namespace {

constexpr ImU32 dark = 1;
constexpr ImU32 light = 2;

TEST(DrawnFrame, IsNewOnlyWhenSomethingOnItHasChanged) {
  UnseenWindow window(1280, 720);
  Model model;
  work_on(model, update(model, intent::Open{"F06_pause_past_ttl"}));
  for (int i = 0; i < 4; ++i) window.draw(model);  // sizes are known one frame later
  DrawnFrame frame;
  EXPECT_TRUE(frame.is_new(*ImGui::GetDrawData(), dark));
  window.draw(model);
  EXPECT_FALSE(frame.is_new(*ImGui::GetDrawData(), dark));
  EXPECT_TRUE(frame.is_new(*ImGui::GetDrawData(), light));

  update(model, intent::Step{1});
  window.draw(model);
  EXPECT_TRUE(frame.is_new(*ImGui::GetDrawData(), light));
  EXPECT_FALSE(frame.is_new(*ImGui::GetDrawData(), light));
  frame.forget();
  EXPECT_TRUE(frame.is_new(*ImGui::GetDrawData(), light));
}

}  // namespace
}  // namespace locklab::app
