// Text for a terminal: measured in columns (Chinese characters take two), cut, padded and wrapped
// by columns, and free of control characters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace locklab::app {

/// The terminal columns of UTF-8 `text`.
std::size_t display_width(std::string_view text);

/// The characters of `text`, each with its combining marks.
std::vector<std::string> characters(std::string_view text);

/// Whether all of `text` is valid UTF-8.
bool is_utf8(std::string_view text);

/// `text` with control characters (also those of the text's direction) and invalid UTF-8 replaced
/// by '?', and '\n' by a space. Names in a trace are untrusted.
std::string printable(std::string_view text);

/// `text` cut to at most `columns`, with "…" for the rest.
std::string fit(std::string_view text, std::size_t columns);

/// `text` with its ASCII letters in lower case, for comparisons.
std::string lowered(std::string_view text);

/// `text` padded with spaces to `columns`.
std::string pad(std::string_view text, std::size_t columns);

/// `text` in lines of at most `columns` (at least 2), broken at spaces if possible. At least one
/// line.
std::vector<std::string> wrap(std::string_view text, std::size_t columns);

/// `text` with each of its lines wrapped to `columns`. Continuation lines are indented by `indent`
/// spaces, at most `columns` - 2. Ends with a line break unless empty.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent = 0);

}  // namespace locklab::app
