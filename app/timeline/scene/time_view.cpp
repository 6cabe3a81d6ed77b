#include "app/timeline/scene/time_view.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

namespace {

constexpr double least_span = 10;

double most_span(std::int64_t end) { return 4 * std::max(static_cast<double>(end), least_span); }

/// Moves a view so that the run fills at least a quarter of it, if it is at least ten units long.
TimeView kept_in_sight(TimeView view, std::int64_t end) {
  const double span = view.span();
  const double least = -0.75 * span;
  const double most = static_cast<double>(end) - 0.25 * span;
  const double from = std::clamp(view.from, least, std::max(least, most));
  return {from, from + span};
}

}  // namespace

TimeView fit(std::int64_t end) {
  const double length = std::max(static_cast<double>(end), least_span);
  return {-0.02 * length, 1.02 * length};
}

TimeView zoomed(const TimeView& view, double factor, double anchor, std::int64_t end) {
  const double span = std::clamp(view.span() / factor, least_span, most_span(end));
  const double at = view.from + anchor * view.span();
  const double from = at - anchor * span;
  return kept_in_sight({from, from + span}, end);
}

TimeView panned(const TimeView& view, double by, std::int64_t end) {
  const double shift = by * view.span();
  return kept_in_sight({view.from + shift, view.to + shift}, end);
}

TimeView showing(const TimeView& view, double at, std::int64_t end) {
  const double beside = 0.1 * view.span();
  double shift = 0;
  if (at < view.from) shift = at - beside - view.from;
  if (at > view.to) shift = at + beside - view.to;
  return kept_in_sight({view.from + shift, view.to + shift}, end);
}

TimeView around(double from, double to, std::int64_t end) {
  const TimeView whole = fit(end);
  const double margin = std::max(0.2 * (to - from), least_span);
  return {std::max(from - margin, whole.from), std::min(to + margin, whole.to)};
}

TimeView spanning(double from, double to, std::int64_t end) {
  return zoomed({from, std::max(to, from + 1e-3)}, 1, 0.5, end);
}

TimeView with_end(const TimeView& view, std::int64_t old_end, std::int64_t new_end) {
  if (view == fit(old_end)) return fit(new_end);
  const bool seen = view.to >= static_cast<double>(old_end);
  if (!seen || view.to >= static_cast<double>(new_end)) return view;
  return {view.from, fit(new_end).to};
}

TimeView between(const TimeView& from, const TimeView& to, double part) {
  const double eased = part >= 1 ? 1 : 1 - (1 - part) * (1 - part);
  return {from.from + (to.from - from.from) * eased, from.to + (to.to - from.to) * eased};
}

double ruler_step(const TimeView& view, double width, double least_px) {
  const double least = view.span() / std::max(width, 1.0) * least_px;
  double step = std::pow(10, std::floor(std::log10(std::max(least, 1e-9))));
  for (const double times : {1.0, 2.0, 5.0, 10.0})
    if (step * times >= least) return step * times;
  return step * 10;
}

}  // namespace locklab::app
