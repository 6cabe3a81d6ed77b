// Breaks long lines of displayed code at spaces, so that they fit without a smaller font. The
// trailing comment of a line that is too long is first moved above it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace locklab::app {

/// The columns that a text takes: two for a character of three bytes or more, as Chinese ones are.
std::size_t columns_of(std::string_view text);
/// The code with no line longer than `columns`, as far as its words permit.
std::string code_in_columns(std::string_view code, std::size_t columns);

}  // namespace locklab::app
