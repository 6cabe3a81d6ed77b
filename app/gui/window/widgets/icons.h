// Icons of buttons and tools, drawn as shapes: they need no font, and are sharp at every scale.
#pragma once

#include <imgui/imgui.h>

#include <string_view>

#include "app/gui/window/view.h"

namespace locklab::app {

/// Draws an icon by its name ("play", "crash") in a square of `size` pixels around `middle`. An
/// unknown name draws a ring.
void draw_icon(ImDrawList& canvas, std::string_view icon, ImVec2 middle, float size, ImU32 colour);

/// The width of a button with an icon and, unless `label` is empty, a label.
float icon_button_width(const View& view, std::string_view label);

/// Draws a named button with an icon, `width` pixels wide or, for 0, as wide as its content.
/// Returns true if it was pressed.
bool icon_button(const View& view, std::string_view name, std::string_view icon,
                 std::string_view label, std::string_view tooltip, float width = 0);

}  // namespace locklab::app
