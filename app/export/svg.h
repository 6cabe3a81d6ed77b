// A run's timeline as a picture for a paper or a slide, and as the part of a page that a script
// brings to life. Both are the window's own layout on a light background. The same run always gives
// the same bytes.
#pragma once

#include <string>

#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// A whole SVG file: the title, the lanes, who holds in each of the three meanings, and why
/// promises were broken. What is too dense to be told apart is folded and counted.
std::string write_svg(const ShownRun& run, Language language = Language::english);

/// The <svg> element of a page: no title, nothing folded, and every element says which moments and
/// which event it stands for (svg_painter.h).
std::string svg_for_page(const ShownRun& run, Language language);

}  // namespace locklab::app
