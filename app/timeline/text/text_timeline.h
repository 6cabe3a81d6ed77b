// A trace as text: a title, a timeline with a lane for each client, each node and the resource, a
// legend, and the verdicts with the longest lock-outs. By default it is 100 columns wide. The same
// trace and options always give the same bytes.
#pragma once

#include <string>
#include <vector>

#include "app/timeline/scene/layout.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

struct TextOptions {
  bool colour = false;
  std::size_t width = 100;  ///< columns; at least 30, and 60 for lanes
  bool all = false;         ///< as in LayoutOptions
  Language language = Language::english;
  std::size_t most_events = LayoutOptions().most_events;  ///< maximum to lay out at once
};

/// Writes title, timeline, legend and verdicts piece by piece, since the text of a long run may not
/// fit into memory.
void write_text_timeline(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                         const TextOptions& options, const sim::ByteSink& sink);

/// The whole text as one string.
std::string text_timeline(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options);

/// The text's parts, except for the legend.
std::string title_text(const sim::Trace& trace, const TextOptions& options);
std::string rows_text(const Timeline& timeline, const TextOptions& options);
std::string verdicts_text(const sim::Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options);

}  // namespace locklab::app
