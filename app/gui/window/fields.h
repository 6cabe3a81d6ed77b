// Text fields that keep what was typed, and the keyboard, until it can be.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/gui/window/view.h"

namespace locklab::app {

/// A field for a number, whose current text is `now`. Returns what was entered once Enter is
/// pressed or the field is left; what is not a number stays in the field with the reason below it.
std::optional<double> number_field(const View& view, const std::string& name, std::string now);
/// The same without the reason: the caller says it below the whole row, by tell_reason.
std::optional<double> number_in_row(const View& view, const std::string& name, std::string now);
void tell_reason(const View& view, const std::string& name);

/// The sliders of the run, each with a field for an exact value. Returns their keys.
std::vector<std::string> slider_rows(const View& view);

/// Marks the last widget as wrong, with the reason below it; nothing if it is not the wrong one.
void tell_wrong(const View& view, const std::string& name);

/// Gives the next field, which has that label, the keyboard once after its input was found wrong.
void focus_if_wrong(bool wrong, const std::string& label);

}  // namespace locklab::app
