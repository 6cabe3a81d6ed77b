// Tools in use: dragged from the palette or picked up by a click, and dropped on a target.
#pragma once

#include <optional>
#include <string>

#include "app/changes/spot.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// Makes the last widget draggable as a tool.
void drag_tool(const View& view, std::uint16_t tool, std::string_view label);

/// A tool dragged over the last widget. `dropped`: it was released there.
struct ToolOver {
  std::uint16_t tool = 0;
  bool dropped = false;
};
/// The tool dragged over the last widget; nullopt if there is none.
std::optional<ToolOver> tool_over();

/// Makes the last widget a target: a dropped tool is applied to `spot` at `at_us`, or at the
/// cursor's time if that is nullopt.
void drop_on(const View& view, const Spot& spot, std::optional<double> at_us);

/// Handles a click on a target: applies the picked-up tool or, without one, sends `otherwise`.
void click_on(const View& view, const Spot& spot, std::optional<double> at_us, Intent otherwise);

/// Describes at the pointer what a tool would do, and when: at `at_us`, or at the cursor's time if
/// that is nullopt.
void say_drop(const View& view, std::uint16_t tool, const Spot& spot, std::optional<double> at_us);

/// A target in words: "alice", "alice – n1", "alice's request to n1". Empty for a message if no
/// fault can be added to the run.
std::string spot_words(const View& view, const Spot& spot);

/// Opens the context menu of a target, in the next frame.
void open_spot_menu(const View& view, const Spot& spot, double at_us);
/// Draws the menu items of the tools that apply to a target.
void tool_items(const View& view, const Pointed& pointed);
/// Draws the context menu. Must be called once for each view, in the window that opened it.
void spot_menu(const View& view);

}  // namespace locklab::app
