// The matrix as people read it: on a terminal, in a Markdown file, as a page, as JSON.
#pragma once

#include <string>

#include "app/matrix/matrix.h"
#include "app/words/language.h"

namespace locklab::app {

/// A table for a terminal.
std::string as_text(const Matrix& matrix, Language language, bool colour);
/// The table of assets/docs/matrix.md, with its legend. No times in it: the same everywhere.
std::string as_markdown(const Matrix& matrix, Language language);
/// A page by itself: a click on a broken cell shows the runs.
std::string as_html(const Matrix& matrix, Language language);
std::string as_json(const Matrix& matrix);

// Parts of them, for other tables of a matrix:
/// What a reader must know of a matrix that is not all there. Empty: it is.
std::string missing_words(const Matrix& matrix, Language language);
/// A page up to its heading.
std::string page_begin(const std::string& title, Language language);

}  // namespace locklab::app
