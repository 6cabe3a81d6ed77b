// Breaks long lines of displayed code at spaces, so that they fit without a smaller font. The
// trailing comment of a line that is too long is first moved above it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace locklab::app {

/// The columns of a UTF-8 text. A character of three bytes or more, such as a Chinese one, takes
/// two.
std::size_t columns_of(std::string_view text);
/// Breaks the code into lines of at most `columns`, which only a single word with its indent may
/// exceed.
std::string code_in_columns(std::string_view code, std::size_t columns);

}  // namespace locklab::app
