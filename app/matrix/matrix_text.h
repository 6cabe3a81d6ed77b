// The matrix as text for a terminal, a Markdown file, a page or JSON.
#pragma once

#include <string>

#include "app/matrix/matrix.h"
#include "app/words/language.h"

namespace locklab::app {

/// A table for a terminal of `columns`.
std::string as_text(const Matrix& matrix, Language language, std::size_t columns, bool colour);
/// The table in assets/docs/matrix.md with its legend. Contains no times, so it is the same on
/// every machine.
std::string as_markdown(const Matrix& matrix, Language language);
/// A complete page. A click on a cell with broken properties shows their runs.
std::string as_html(const Matrix& matrix, Language language);
std::string as_json(const Matrix& matrix);
/// The grounds of the cells, with the options of `locklab explore` that select each. The options
/// are not wrapped, so that they can be copied.
std::string grounds_as_text(Language language, std::size_t columns);

// Parts shared with other tables of the matrix:
/// A notice that the matrix is incomplete; empty if it is complete.
std::string missing_words(const Matrix& matrix, Language language);
/// The beginning of a page, including its heading.
std::string page_begin(const std::string& title, Language language);

}  // namespace locklab::app
