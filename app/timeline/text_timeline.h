// A trace as text: a timeline with a lane for each client and node, then the verdicts. Made to be
// read in a terminal of 100 columns, and the same to the byte for the same trace.
#pragma once

#include <string>
#include <vector>

#include "app/timeline/layout.h"
#include "sim/trace/whole_file.h"

namespace locklab::app {

struct TextOptions {
  bool colour = false;
  std::size_t width = 100;  ///< columns; at least 30, and 60 for lanes
  bool all = false;         ///< every event a row
  Language language = Language::english;
  std::size_t most_events = LayoutOptions().most_events;  ///< laid out at once
};

/// Title, timeline, legend and verdicts, piece by piece: a run may be longer than its text would
/// fit into memory.
void write_text_timeline(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                         const TextOptions& options, const sim::ByteSink& sink);

/// The same at once.
std::string text_timeline(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options);

/// The parts of it.
std::string title_text(const Trace& trace, const TextOptions& options);
std::string rows_text(const Timeline& timeline, const TextOptions& options);
std::string verdicts_text(const Trace& trace, const std::vector<sim::Verdict>& verdicts,
                          const TextOptions& options);

}  // namespace locklab::app
