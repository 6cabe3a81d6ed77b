// The table for teachers: the locks against the traits that textbooks list (互斥性, 锁超时释放
// ...). Traits are decided as in traits.h, and shown by scenarios.
#pragma once

#include <string>

#include "app/matrix/matrix.h"
#include "app/words/language.h"

namespace locklab::app {

/// A table for a terminal of `columns`.
std::string traits_as_text(const Matrix& matrix, Language language, std::size_t columns,
                           bool colour);
/// The table in assets/docs/matrix.md, in both languages. Links are relative to the project's root.
std::string traits_as_markdown(const Matrix& matrix);
/// A complete page.
std::string traits_as_html(const Matrix& matrix, Language language);
std::string traits_as_json(const Matrix& matrix);

}  // namespace locklab::app
