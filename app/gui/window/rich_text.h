// Text in several manners, wrapped: what a lesson says.
#pragma once

#include "app/gui/window/view.h"
#include "app/lessons/lesson.h"

namespace locklab::app {

/// Draws the block at the cursor, as wide as the window has room, and moves on below it.
void rich_text(const View& view, const Block& block);

/// The same for plain text, at most so wide. ImGui itself would break Chinese at spaces alone.
void wrapped_text(const View& view, std::string_view text, float width);
/// The same as wide as there is room, for what is less important.
void second_text(const View& view, std::string_view text);

}  // namespace locklab::app
