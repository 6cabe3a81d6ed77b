// A row of a list of events: the event's time, its client's colour, and its sentence. A click moves
// the cursor to the event.
#pragma once

#include <cstdint>

#include "app/gui/window/view.h"
#include "app/timeline/causes/why.h"

namespace locklab::app {

struct TaleRow {
  std::uint32_t event = 0;
  bool marked = false;  ///< highlighted: the event at the cursor, or the explained one
  float indent = 0;     ///< in pixels; if > 0, a line marks the row as a cause of a row above it
  /// Shows the broken promise instead of the event's words if the promise is about waiting, since
  /// no event's words name it.
  bool names_promise = false;
  const WhyStep* why = nullptr;  ///< a step of an explanation; null in the list of events
};

float tale_row_height(const View& view);
void tale_row(const View& view, const TaleRow& row);

/// Draws the list of events in the rest of the panel.
void happened_list(const View& view);
/// Draws the chain of causes and the remedies in the rest of the panel.
void why_list(const View& view);

}  // namespace locklab::app
