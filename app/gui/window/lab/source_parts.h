// The parts of the source panel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/gui/window/view.h"
#include "app/timeline/scene/source_state.h"

namespace locklab::app {

/// Draws the real code of a file around the client's current line, with the other clients in this
/// file. Fills at most `size`, with whole lines.
void real_code(const View& view, std::uint16_t client, const SourceState& state,
               std::string_view file, ImVec2 size);

/// Draws the lock's outline with the client's current part, in whole lines within `size`.
void outline_code(const View& view, std::uint16_t client, ImVec2 size);

/// Draws a line of code at `at`: Redis commands, keywords and comments in their colours. `quoted`:
/// true if the line begins within a string; updated to whether it ends within one.
void coloured_code(const View& view, ImVec2 at, std::string_view code, bool& quoted);

/// The scroll position of redis_dialogue in a window `height` pixels high. The last command, from
/// `begin` to the end of its reply at `answered`, is entirely visible, and so is its script, which
/// ends at `end`, if both fit. If even the command does not fit, its first line is at the top.
float dialogue_scroll(float begin, float answered, float end, float height);
/// Draws the client's last commands up to the cursor with their replies, as in redis-cli, and below
/// them the script of the last command.
void redis_dialogue(const View& view, std::uint16_t client, const SourceState& state);

}  // namespace locklab::app
