// What was drawn last. A still window is laid out again for each move of the mouse, and mostly
// comes out the same: without a graphics card, to draw the same pixels again is nearly all of the
// work.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>

namespace locklab::app {

class DrawnFrame {
 public:
  /// Whether `data` on `background` differs from what was asked about before; then it is drawn.
  bool is_new(const ImDrawData& data, ImU32 background);
  /// The pixels are gone, or mean something else (another texture of fonts): the next one is new.
  void forget() { last_ = 0; }

 private:
  std::uint64_t last_ = 0;  ///< its fingerprint; 0: none
};

}  // namespace locklab::app
