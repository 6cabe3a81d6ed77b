// Fits the palette into one row: which tools are shown as icons, with their names, with their sizes
// too. Numbers only.
#pragma once

#include <cstdint>
#include <vector>

namespace locklab::app {

enum class ToolLook : std::uint8_t { icon, named, sized };

/// Widths in pixels of the three looks, and how much a tool fits what is selected.
struct ToolWidths {
  float icon = 0, named = 0, sized = 0;
  int rank = 0;  ///< the higher is named first; 0: an icon in any case
};

/// The rank from which a tool has its name in any case; others leave the row for it.
inline constexpr int always_named = 2;

/// The look of each tool. Every name of a rank comes before those of a lower one; sizes come last.
/// Tools of equal rank look alike, so that the row is even.
std::vector<ToolLook> tool_looks(const std::vector<ToolWidths>& tools, float gap, float room);

}  // namespace locklab::app
