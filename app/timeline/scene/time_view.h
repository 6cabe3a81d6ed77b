// The visible part of the axis, in positions of the axis (axis.h): microseconds, or steps. A view
// is an immutable value: every movement returns a new one. `end` is the position where the run
// ends.
#pragma once

#include <cstdint>

namespace locklab::app {

struct TimeView {
  double from = 0;
  double to = 1;

  bool operator==(const TimeView&) const = default;
  double span() const { return to - from; }
  /// Pixels from the left edge of a view that is `width` pixels wide.
  double x_of(double at, double width) const { return (at - from) / span() * width; }
  double at_of(double x, double width) const { return from + x / width * span(); }
};

/// The whole run with a margin on both sides.
TimeView fit(std::int64_t end);

/// Zooms in for `factor` > 1 around the pointer, whose position in the view is `anchor`, 0..1. The
/// span is at least ten units (microseconds or steps), and at most four times the run, or 40.
TimeView zoomed(const TimeView& view, double factor, double anchor, std::int64_t end);

/// Moves the view by `by` spans, later for `by` > 0. A run of at least ten units keeps filling at
/// least a quarter of the view.
TimeView panned(const TimeView& view, double by, std::int64_t end);

/// Moves the view only if `at` is outside it, just enough to show it with a margin of a tenth of
/// the view.
TimeView showing(const TimeView& view, double at, std::int64_t end);

/// The view of a part of the axis with a margin of a fifth of the part, but at least ten units, on
/// both sides, within fit(end).
TimeView around(double from, double to, std::int64_t end);

/// The view of exactly a part of the axis, within the limits on the span (see zoomed).
TimeView spanning(double from, double to, std::int64_t end);

/// The view for a run with a new end: if the old end was visible, the new one is too.
TimeView with_end(const TimeView& view, std::int64_t old_end, std::int64_t new_end);

/// An intermediate view for an animation; `part` is 0..1.
TimeView between(const TimeView& from, const TimeView& to, double part);

/// The step between marks of the ruler: 1, 2 or 5 times a power of ten, with marks at least
/// `least_px` apart.
double ruler_step(const TimeView& view, double width, double least_px);

}  // namespace locklab::app
