// Input fields that keep an invalid text, and the focus, until the text is corrected. The reason is
// shown in front of the form, so that no other field moves from under the pointer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

/// A field for a number of 0 or more, whose current text is `now`. Returns the number once the user
/// has edited it and pressed Enter or left the field, otherwise nullopt. Invalid input stays in the
/// field, which is marked.
std::optional<double> number_field(const View& view, const std::string& name, std::string now);

/// Draws the sliders of the run, each with a field for an exact value. Returns their keys:
/// "ttl_ms", "work alice".
std::vector<std::string> slider_rows(const View& view);

/// Shows `words` about the last widget in a box below it, unless the user types elsewhere. `name`
/// is that of the box.
void tell_reason(const View& view, const std::string& name, const std::string& words, ImU32 colour);
/// Draws a frame around the last widget, whose input is invalid.
void frame_wrong(const View& view);
/// Frames the last widget, and shows `words` about it in a box that is named `name`.
void tell_wrong(const View& view, const std::string& name, const std::string& words);
/// Marks the last widget, which is named `name`, if it is the model's wrong_field.
void tell_wrong(const View& view, const std::string& name);

/// Focuses the next field, whose label is `label`, after its input was found invalid. The user can
/// then leave it.
void focus_if_wrong(bool wrong, const std::string& label);

}  // namespace locklab::app
