// The shapes of a timeline as SVG elements, on a light background. In a page each element also says
// when it begins and ends (data-a, data-b, in us), so that a script can move it when the reader
// zooms, and which event it stands for (data-event).
#pragma once

#include <string>

#include "app/timeline/shapes.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"

namespace locklab::app {

struct SvgPaint {
  const ShownRun& run;
  const Words& say;
  TimelineOptions options;  ///< with which the shapes were laid out
  bool page = false;        ///< for a page, not for a picture
};

/// What the elements refer to: a <defs> element.
std::string svg_definitions();

/// Everything between the first and the last pixel of the timeline.
std::string svg_timeline(const SvgPaint& paint, const TimelineShapes& shapes);

/// So many pixels `text` takes about, at 12 px.
float svg_text_width(std::string_view text);

}  // namespace locklab::app
