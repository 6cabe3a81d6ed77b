// Detects frames equal to the last one. Mouse moves over an unchanged window mostly produce equal
// frames, and without a graphics card drawing the same pixels takes nearly all of a frame's time.
#pragma once

#include <imgui/imgui.h>

#include <cstdint>

namespace locklab::app {

class DrawnFrame {
 public:
  /// Whether `data` on `background` differs from the last call and must be drawn.
  bool is_new(const ImDrawData& data, ImU32 background);
  /// Forgets the last frame, because its pixels are gone or the font texture changed.
  void forget() { last_ = 0; }

 private:
  std::uint64_t last_ = 0;  ///< fingerprint; 0 if none
};

}  // namespace locklab::app
