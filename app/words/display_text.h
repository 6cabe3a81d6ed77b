// Text as a terminal shows it: how many columns it takes (Chinese characters take two), cut, padded
// and wrapped by columns, and free of anything that could command a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

/// Columns that UTF-8 `text` takes in a terminal.
std::size_t display_width(std::string_view text);

/// Its characters one by one, each with the marks that belong to it.
std::vector<std::string> characters(std::string_view text);

/// `text` with control characters and bytes that are no UTF-8 replaced: names in a trace are a
/// stranger's.
std::string printable(std::string_view text);

/// At most `columns` wide; what is cut off is shown as "…".
std::string fit(std::string_view text, std::size_t columns);

/// Filled with spaces up to `columns`.
std::string pad(std::string_view text, std::size_t columns);

/// Lines of at most `columns`, broken at spaces where possible. At least one line.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

}  // namespace locklab::app
