// Paints the shapes of a timeline as SVG elements on a light background. In a page, elements that
// move on zoom carry their time or time span (data-a, data-b, in us), and those of an event its
// index (data-event), for the page's script.
#pragma once

#include <string>

#include "app/timeline/scene/shapes.h"
#include "app/timeline/shown_run.h"
#include "app/words/words.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

struct SvgPaint {
  const ShownRun& run;
  const Words& say;
  TimelineOptions options;  ///< the options used for the layout
  bool page = false;        ///< for a page rather than a picture
};

/// The <defs> element with the shared definitions.
std::string svg_definitions();

/// The elements of the whole timeline.
std::string svg_timeline(const SvgPaint& paint, const TimelineShapes& shapes);

/// Estimated width of `text` in pixels, at 12 px.
float svg_text_width(std::string_view text);

}  // namespace locklab::app
