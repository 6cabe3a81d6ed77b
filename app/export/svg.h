// A run's timeline as SVG: as a picture for a paper or a slide, and as the part of a page that a
// script animates. Both use the window's layout on a light background. The same run always gives
// the same bytes.
#pragma once

#include <optional>
#include <string>

#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

/// An SVG file with the title, the lanes, the three holder strips, the broken verdicts, and the
/// run's name. Dense parts are folded and counted. `text`: its title is printed; nullopt for the
/// one that applies to the run.
std::string write_svg(const ShownRun& run, Language language = Language::english,
                      const std::optional<sim::StoryText>& text = {});

/// The <svg> element of a page, without a title and without folding. Elements carry their time span
/// and event (svg_painter.h).
std::string svg_for_page(const ShownRun& run, Language language);

}  // namespace locklab::app
