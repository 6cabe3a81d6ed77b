// The parts of the source panel.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "app/gui/window/view.h"
#include "app/timeline/source_state.h"

namespace locklab::app {

/// The real code of a file around the client's current line, with the other clients in this file.
/// It fills at most `size`, with whole lines.
void real_code(const View& view, std::uint16_t client, const SourceState& state,
               std::string_view file, ImVec2 size);

/// The lock in short, with the part that the client is in, in whole lines within `size`.
void outline_code(const View& view, std::uint16_t client, ImVec2 size);

/// A line of code from `at` on: Redis commands, keywords and comments in their colours. `quoted`:
/// it begins within a string, and afterwards whether it ends in one.
void coloured_code(const View& view, ImVec2 at, std::string_view code, bool& quoted);

/// What the client has said to Redis so far, as in redis-cli; the script of its last command below.
/// Where it is scrolled to: the last command, which begins and is answered there, is whole in the
/// window's `height`, and so is its script, if there is room; the first line comes before the last.
float dialogue_scroll(float begin, float answered, float end, float height);
void redis_dialogue(const View& view, std::uint16_t client, const SourceState& state);

}  // namespace locklab::app
