// Strokes shared by the pictures of the window, so that lost messages, replies and pauses look the
// same everywhere.
#pragma once

#include <imgui/imgui.h>

#include <string_view>

namespace locklab::app {

/// Draws on a canvas in pixels of the screen; sizes grow with `scale`.
class Strokes {
 public:
  Strokes(ImDrawList& canvas, float scale) : canvas_(canvas), scale_(scale) {}

  void text(ImVec2 at, ImU32 colour, std::string_view words, ImFont* font) const;
  static float text_width(std::string_view words, ImFont* font);
  void dashed(ImVec2 from, ImVec2 to, ImU32 colour, float width) const;
  /// An arrow's head that ends at `to`.
  void head(ImVec2 from, ImVec2 to, ImU32 colour) const;
  void cross(ImVec2 at, float size, ImU32 colour) const;
  /// Slanted lines across a rectangle.
  void hatch(ImVec2 from, ImVec2 to, ImU32 colour) const;
  /// Slanted lines across a disc.
  void hatch_disc(ImVec2 at, float radius, ImU32 colour) const;

 private:
  float px(float at_100_percent) const { return at_100_percent * scale_; }

  ImDrawList& canvas_;
  float scale_;
};

}  // namespace locklab::app
