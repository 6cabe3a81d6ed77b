// Fits the palette into one row: each tool as an icon, with its name, or with its name and size.
// Numbers only.
#pragma once

#include <cstdint>
#include <vector>

namespace locklab::app {

enum class ToolLook : std::uint8_t { icon, named, sized };

/// Widths in pixels of the three looks, and a rank for the tool's fit to the selection.
struct ToolWidths {
  float icon = 0, named = 0, sized = 0;
  int rank = 0;  ///< higher ranks get names first; 0 or less: always an icon
};

/// Lowest rank at which a tool always shows its name; the others may be reduced to icons.
inline constexpr int always_named = 2;

/// The look of each tool. All names of a rank come before those of a lower one; sizes come last.
/// Tools of equal rank look alike, so that the row is even.
std::vector<ToolLook> tool_looks(const std::vector<ToolWidths>& tools, float gap, float room);

}  // namespace locklab::app
