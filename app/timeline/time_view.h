// Which stretch of a run is on the screen, and where a moment stands on it. A value: every movement
// gives a new one.
#pragma once

#include <cstdint>

namespace locklab::app {

struct TimeView {
  double from_us = 0;
  double to_us = 1;

  bool operator==(const TimeView&) const = default;
  double span() const { return to_us - from_us; }
  /// Pixels from the left edge of a view that is `width` pixels wide.
  double x_of(double at_us, double width) const { return (at_us - from_us) / span() * width; }
  double at_of(double x, double width) const { return from_us + x / width * span(); }
};

/// The whole run, with a little room on both sides.
TimeView fit(std::int64_t end_us);

/// Closer for `factor` > 1, and what was under the pointer stays under it. `anchor` 0..1: the
/// pointer's place in the view. Never closer than ten microseconds a view, never farther
/// than four times the run.
TimeView zoomed(const TimeView& view, double factor, double anchor, std::int64_t end_us);

/// Moved by a part of its width, `by` > 0 to later times; the run stays in sight.
TimeView panned(const TimeView& view, double by, std::int64_t end_us);

/// The least movement that shows the moment, with a tenth of the view beside it.
TimeView showing(const TimeView& view, double at_us, std::int64_t end_us);

/// The same for a run that ends elsewhere: who saw the old end sees the new one too.
TimeView with_end(const TimeView& view, std::int64_t old_us, std::int64_t new_us);

/// `part` 0..1 of the way from one view to another, as an eye follows it.
TimeView between(const TimeView& from, const TimeView& to, double part);

/// A step between two marks of the ruler: 1, 2 or 5 times a power of ten us, so that marks stand at
/// least `least_px` apart.
double ruler_step_us(const TimeView& view, double width, double least_px);

}  // namespace locklab::app
