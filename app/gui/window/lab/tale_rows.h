// A row of a list of events: its time, its client's colour, its sentence. A click moves to it.
#pragma once

#include <cstdint>

#include "app/gui/window/view.h"
#include "app/timeline/causes/why.h"

namespace locklab::app {

struct TaleRow {
  std::uint32_t event = 0;
  bool marked = false;  ///< whether it is at the cursor
  float indent = 0;     ///< in pixels; if > 0, it is a cause of the row above it, marked by a line
  /// Adds the promise that the event broke, if its own words do not show it: at the end of an
  /// allowed time.
  bool names_promise = false;
  const WhyStep* why = nullptr;  ///< a line of an explanation, in plainer words than the list's
};

float tale_row_height(const View& view);
void tale_row(const View& view, const TaleRow& row);

/// The list of events, in the rest of the panel.
void happened_list(const View& view);
/// The chain of causes, in the rest of the panel.
void why_list(const View& view);

}  // namespace locklab::app
