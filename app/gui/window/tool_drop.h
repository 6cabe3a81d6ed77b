// Tools of the palette on their way: dragged from the palette, or taken up by a click, and what
// they are dropped on.
#pragma once

#include <optional>
#include <string>

#include "app/changes/spot.h"
#include "app/gui/window/view.h"

namespace locklab::app {

/// The last widget can be dragged, as that tool.
void drag_tool(const View& view, std::uint16_t tool, std::string_view label);

/// The tool that is over the last widget; `dropped`: on it, now.
struct ToolOver {
  std::uint16_t tool = 0;
  bool dropped = false;
};
std::optional<ToolOver> tool_over();

/// A tool can be dropped on the last widget: it strikes `spot` then, or (no time) at the cursor.
void drop_on(const View& view, const Spot& spot, std::optional<double> at_us);

/// A click on it: the tool that was taken up strikes it; without one, `otherwise` is wanted.
void click_on(const View& view, const Spot& spot, std::optional<double> at_us, Intent otherwise);

/// What the tool would do there, at the pointer.
void say_drop(const View& view, std::uint16_t tool, const Spot& spot);

/// "alice", "alice – n1", "alice's 2nd request to n1".
std::string spot_words(const View& view, const Spot& spot);

/// A right click on something of this view: its menu opens.
void open_spot_menu(const View& view, const Spot& spot, double at_us);
/// What that menu offers. Once for each view, in the window that opened it.
void spot_menu(const View& view);

}  // namespace locklab::app
