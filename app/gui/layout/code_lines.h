// Breaks the lines of code in a lesson or in the source so that they fit at full size. A comment
// that fits on its own line is not broken but moved above its statement.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace locklab::app {

/// The columns that a text takes; a Chinese character takes two.
std::size_t columns_of(std::string_view text);
/// The code with no line longer than `columns`, as far as its words permit.
std::string code_in_columns(std::string_view code, std::size_t columns);

}  // namespace locklab::app
