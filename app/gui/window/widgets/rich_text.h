// Wrapped text in several styles, with tables and code; and plain wrapped text.
#pragma once

#include <string>
#include <vector>

#include "app/gui/window/shortened.h"
#include "app/gui/window/view.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// Draws a block across the window, and moves the cursor below it.
void rich_text(const View& view, const Block& block);
/// Draws a text; a table has columns or, if the window is too narrow, a line for each cell.
void rich_text(const View& view, const std::vector<Block>& blocks);

inline constexpr float usual_gap = 5;  ///< between lines of text, in pixels at 100 %

/// Draws plain text, wrapped at `width` pixels. ImGui alone would break Chinese only at spaces.
void wrapped_text(const View& view, std::string_view text, float width, float gap = usual_gap);
/// Draws less important text across the window.
void second_text(const View& view, std::string_view text);

/// The height of as many whole rows as fit into the rest of the window; all of it if none fits.
float whole_rows(float row);

}  // namespace locklab::app
