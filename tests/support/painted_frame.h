// A frame of the window, rasterised without a display: the background of every letter, and the
// final colours of both, since later shapes may dim them.
#pragma once

#include <imgui/imgui.h>

#include <string>
#include <vector>

namespace locklab::test {

struct Rgb {
  float red = 0, green = 0, blue = 0;  ///< 0 .. 1
};

/// The contrast of two colours as WCAG 2 defines it: 1 .. 21.
float contrast(const Rgb& a, const Rgb& b);

/// A letter that is visible at least in part.
struct PaintedLetter {
  ImVec2 from, to;
  float start = 0;  ///< left edge of its cell, from which the font's advance counts
  const ImFont* font = nullptr;
  float size = 0;      ///< of its font, in pixels
  float contrast = 0;  ///< of three quarters of its pixels at least
  bool faded = false;  ///< its widget is disabled
  unsigned character = 0;
  ImU32 ink = 0;
  std::string window;  ///< ImGui's name of the window
};

class PaintedFrame {
 public:
  PaintedFrame(const ImDrawData& data, ImU32 background);

  const std::vector<PaintedLetter>& letters() const { return letters_; }
  /// The background colour at a point.
  Rgb at(float x, float y) const;
  /// The letters around one, for messages.
  std::string words_around(const PaintedLetter& letter) const;

 private:
  struct Pixel {
    Rgb behind, ink;
    float seen = 0;  ///< part of the ink that later shapes leave
  };

  void triangle(const ImDrawVert* corners[3], const ImVec4& clip);
  void letter(const ImDrawList& list, const ImDrawVert& from, const ImDrawVert& to,
              const ImVec4& clip);
  void measure(PaintedLetter& letter) const;
  Pixel& pixel(int x, int y) { return pixels_[static_cast<std::size_t>(y * width_ + x)]; }
  const Pixel& pixel(int x, int y) const {
    return pixels_[static_cast<std::size_t>(y * width_ + x)];
  }

  int width_, height_;
  std::vector<Pixel> pixels_;
  std::vector<PaintedLetter> letters_;
};

}  // namespace locklab::test
