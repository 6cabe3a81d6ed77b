// Input fields that keep an invalid text, and the focus, until the text is corrected.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

/// A field for a number of 0 or more, whose current text is `now`. Returns the number once the user
/// has edited it and pressed Enter or left the field, otherwise nullopt. Invalid input stays in the
/// field, with the reason below it.
std::optional<double> number_field(const View& view, const std::string& name, std::string now);
/// Like number_field, but without the reason, which the caller shows below the whole row with
/// tell_reason.
std::optional<double> number_in_row(const View& view, const std::string& name, std::string now);
void tell_reason(const View& view, const std::string& name);

/// Draws the sliders of the run, each with a field for an exact value. Returns their keys:
/// "ttl_ms", "work alice".
std::vector<std::string> slider_rows(const View& view);

/// Marks the last widget as invalid, with the reason below it, if it is the model's wrong_field.
void tell_wrong(const View& view, const std::string& name);

/// Focuses the next field, whose label is `label`, after its input was found invalid. The user can
/// then leave it.
void focus_if_wrong(bool wrong, const std::string& label);

}  // namespace locklab::app
