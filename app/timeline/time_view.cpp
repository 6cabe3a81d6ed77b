#include "app/timeline/time_view.h"

#include <algorithm>
#include <cmath>

namespace locklab::app {

namespace {

constexpr double least_span_us = 10;

double most_span(std::int64_t end_us) {
  return 4 * std::max(static_cast<double>(end_us), least_span_us);
}

/// Moves a view so that at least a quarter of it shows the run.
TimeView kept_in_sight(TimeView view, std::int64_t end_us) {
  const double span = view.span();
  const double least = -0.75 * span;
  const double most = static_cast<double>(end_us) - 0.25 * span;
  const double from = std::clamp(view.from_us, least, std::max(least, most));
  return {from, from + span};
}

}  // namespace

TimeView fit(std::int64_t end_us) {
  const double length = std::max(static_cast<double>(end_us), least_span_us);
  return {-0.02 * length, 1.02 * length};
}

TimeView zoomed(const TimeView& view, double factor, double anchor, std::int64_t end_us) {
  const double span = std::clamp(view.span() / factor, least_span_us, most_span(end_us));
  const double at = view.from_us + anchor * view.span();
  const double from = at - anchor * span;
  return kept_in_sight({from, from + span}, end_us);
}

TimeView panned(const TimeView& view, double by, std::int64_t end_us) {
  const double shift = by * view.span();
  return kept_in_sight({view.from_us + shift, view.to_us + shift}, end_us);
}

TimeView showing(const TimeView& view, double at_us, std::int64_t end_us) {
  const double beside = 0.1 * view.span();
  double shift = 0;
  if (at_us < view.from_us) shift = at_us - beside - view.from_us;
  if (at_us > view.to_us) shift = at_us + beside - view.to_us;
  return kept_in_sight({view.from_us + shift, view.to_us + shift}, end_us);
}

TimeView around(double from_us, double to_us, std::int64_t end_us) {
  const TimeView whole = fit(end_us);
  const double margin = std::max(0.2 * (to_us - from_us), least_span_us);
  return {std::max(from_us - margin, whole.from_us), std::min(to_us + margin, whole.to_us)};
}

TimeView with_end(const TimeView& view, std::int64_t old_us, std::int64_t new_us) {
  if (view == fit(old_us)) return fit(new_us);
  const bool seen = view.to_us >= static_cast<double>(old_us);
  if (!seen || view.to_us >= static_cast<double>(new_us)) return view;
  return {view.from_us, fit(new_us).to_us};
}

TimeView between(const TimeView& from, const TimeView& to, double part) {
  const double eased = part >= 1 ? 1 : 1 - (1 - part) * (1 - part);
  return {from.from_us + (to.from_us - from.from_us) * eased,
          from.to_us + (to.to_us - from.to_us) * eased};
}

double ruler_step_us(const TimeView& view, double width, double least_px) {
  const double least = view.span() / std::max(width, 1.0) * least_px;
  double step = std::pow(10, std::floor(std::log10(std::max(least, 1e-9))));
  for (const double times : {1.0, 2.0, 5.0, 10.0})
    if (step * times >= least) return step * times;
  return step * 10;
}

}  // namespace locklab::app
