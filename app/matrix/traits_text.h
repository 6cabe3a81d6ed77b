// For teachers: the locks against the traits that textbooks name (互斥性, 锁超时释放 ...), each
// judged by the cells that decide it, with a scenario that shows it.
#pragma once

#include <string>

#include "app/matrix/matrix.h"
#include "app/words/language.h"

namespace locklab::app {

/// A table for a terminal.
std::string traits_as_text(const Matrix& matrix, Language language, bool colour);
/// The table of assets/docs/matrix.md, in both languages. Links start at the project's root.
std::string traits_as_markdown(const Matrix& matrix);
/// A page by itself.
std::string traits_as_html(const Matrix& matrix, Language language);
std::string traits_as_json(const Matrix& matrix);

}  // namespace locklab::app
