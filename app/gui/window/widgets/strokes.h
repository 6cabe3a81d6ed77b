// Strokes shared by the pictures of the window, so that lost messages, replies and pauses look the
// same everywhere.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>
#include <string_view>

#include "app/gui/window/view.h"
#include "app/timeline/scene/palette.h"

namespace locklab::app {

/// Draws on a canvas in screen pixels. `scale`, 1 at 100 %, applies to dashes, heads and patterns,
/// but not to arguments.
class Strokes {
 public:
  Strokes(ImDrawList& canvas, float scale) : canvas_(canvas), scale_(scale) {}

  void text(ImVec2 at, ImU32 colour, std::string_view words, ImFont* font) const;
  static float text_width(std::string_view words, ImFont* font);
  void dashed(ImVec2 from, ImVec2 to, ImU32 colour, float width) const;
  /// Draws an arrow's head that ends at `to`.
  void head(ImVec2 from, ImVec2 to, ImU32 colour) const;
  void cross(ImVec2 at, float size, ImU32 colour) const;
  /// Draws slanted lines across a rectangle.
  void hatch(ImVec2 from, ImVec2 to, ImU32 colour) const;
  /// Draws slanted lines across a disc.
  void hatch_disc(ImVec2 at, float radius, ImU32 colour) const;
  /// Draws a client's pattern, if it has one, on a rectangle, a disc or a ring of its colour `own`;
  /// of the ring, only `part` (0 .. 1) from the top.
  void pattern(ImVec2 from, ImVec2 to, std::uint16_t client, ImU32 own) const;
  void pattern_disc(ImVec2 at, float radius, std::uint16_t client, ImU32 own) const;
  void pattern_ring(ImVec2 at, float radius, float width, float part, std::uint16_t client,
                    ImU32 own) const;

 private:
  float px(float at_100_percent) const { return at_100_percent * scale_; }

  ImDrawList& canvas_;
  float scale_;
};

/// Draws a narrow upright bar in a client's colour and pattern, which marks the client's name.
void client_swatch(const View& view, std::uint16_t client, ImVec2 at, float height);

}  // namespace locklab::app
