// Breaks the lines of code in a lesson or in the source so that they fit at full size. A comment is
// never broken where it fits into a line of its own, which then stands above its statement.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace locklab::app {

/// The columns that a text takes; a Chinese character takes two.
std::size_t columns_of(std::string_view text);
/// The code with no line longer than `columns`, as far as its words allow it.
std::string code_in_columns(std::string_view code, std::size_t columns);

}  // namespace locklab::app
