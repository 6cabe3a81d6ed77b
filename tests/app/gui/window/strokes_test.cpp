// Strokes drawn over the colours of clients.
#include "app/gui/window/widgets/strokes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>

#include "app/gui/window/shell/unseen_window.h"

namespace locklab::app {
namespace {

class StrokesTest : public testing::Test {
 protected:
  StrokesTest() {
    canvas_._ResetForNewFrame();
    canvas_.PushTextureID(ImGui::GetIO().Fonts->TexID);
    canvas_.PushClipRect({0, 0}, {1000, 1000});
  }

  UnseenWindow window_{640, 360};
  ImDrawList canvas_{ImGui::GetDrawListSharedData()};
  Strokes strokes_{canvas_, 1};
};

TEST_F(StrokesTest, TheHatchingOfADiscStaysInside) {
  for (const float radius : {6.0f, 13.0f, 40.0f}) {
    canvas_.VtxBuffer.resize(0);
    strokes_.hatch_disc({500, 500}, radius, IM_COL32_WHITE);
    EXPECT_GT(canvas_.VtxBuffer.Size, 0);
    for (const ImDrawVert& corner : canvas_.VtxBuffer)
      EXPECT_LE(std::hypot(corner.pos.x - 500, corner.pos.y - 500), radius + 2) << radius;
  }
}

TEST_F(StrokesTest, ThePatternOfADiscStaysInside) {
  for (const std::uint16_t client : {8, 16, 24}) {
    canvas_.VtxBuffer.resize(0);
    strokes_.pattern_disc({500, 500}, 20, client, IM_COL32_WHITE);
    EXPECT_GT(canvas_.VtxBuffer.Size, 0) << client;
    for (const ImDrawVert& corner : canvas_.VtxBuffer)
      EXPECT_LE(std::hypot(corner.pos.x - 500, corner.pos.y - 500), 22) << client;
  }
}

TEST_F(StrokesTest, TheFirstEightClientsArePlainAndTheNextHaveAPattern) {
  for (std::uint16_t client = 0; client < 16; ++client) {
    canvas_.VtxBuffer.resize(0);
    strokes_.pattern({0, 0}, {100, 20}, client, IM_COL32_WHITE);
    strokes_.pattern_disc({50, 50}, 20, client, IM_COL32_WHITE);
    strokes_.pattern_ring({50, 50}, 20, 5, 1, client, IM_COL32_WHITE);
    EXPECT_EQ(canvas_.VtxBuffer.Size > 0, client >= 8) << client;
  }
}

TEST(ClientColours, NoTwoOfThirtyTwoClientsLookTheSame) {
  std::set<std::pair<ImU32, ClientPattern>> looks;
  for (std::uint16_t client = 0; client < 32; ++client)
    looks.insert({Theme::of(ThemeName::dark).client(client), client_pattern(client)});
  EXPECT_EQ(looks.size(), 32u);
}

}  // namespace
}  // namespace locklab::app
