// The span of time on the screen, and the position of a moment in it. An immutable value: every
// movement gives a new one.
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

/// The whole run with a margin on both sides.
TimeView fit(std::int64_t end_us);

/// Zooms in for `factor` > 1 around the pointer, whose position in the view is `anchor`, 0..1. The
/// span is at least ten microseconds and at most four times the run.
TimeView zoomed(const TimeView& view, double factor, double anchor, std::int64_t end_us);

/// Moves by a part of the span, `by` > 0 to later times. The run stays in sight.
TimeView panned(const TimeView& view, double by, std::int64_t end_us);

/// The least movement that shows a moment with a margin of a tenth of the view.
TimeView showing(const TimeView& view, double at_us, std::int64_t end_us);

/// The view of a span of time with a fifth of it as a margin on both sides, within fit(end_us).
TimeView around(double from_us, double to_us, std::int64_t end_us);

/// The view for a run that ends elsewhere: if the old end was visible, the new end is.
TimeView with_end(const TimeView& view, std::int64_t old_us, std::int64_t new_us);

/// An intermediate view for an animation; `part` is 0..1.
TimeView between(const TimeView& from, const TimeView& to, double part);

/// The step between marks of the ruler: 1, 2 or 5 times a power of ten us, with marks at least
/// `least_px` apart.
double ruler_step_us(const TimeView& view, double width, double least_px);

}  // namespace locklab::app
