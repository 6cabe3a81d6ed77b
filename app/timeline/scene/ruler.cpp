#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/timeline/scene/shapes.h"

namespace locklab::app {

namespace {

std::string round_time(double at_us, double step_us) {
  if (step_us >= 1e6) return fmt::format("{:g} s", at_us / 1e6);
  const int digits = step_us >= 1000 ? 0 : step_us >= 100 ? 1 : step_us >= 10 ? 2 : 3;
  return fmt::format("{:.{}f} ms", at_us / 1e3, digits);
}

/// Formats the time of a step, which may be at any microsecond: three decimals, or one from ten
/// seconds on to save space.
std::string step_time(double at_us) {
  return fmt::format("{:.{}f} ms", at_us / 1e3, at_us < 1e7 ? 3 : 1);
}

}  // namespace

std::vector<RulerMark> ruler_marks(const AxisView& on, double apart) {
  const bool steps = on.axis.kind() == AxisKind::events;
  const double step = std::max(ruler_step(on.view, on.width, apart), steps ? 1.0 : 0.0);
  const double first = std::ceil(std::max(on.view.from, 0.0) / step) * step;
  const double last = steps ? std::min(on.view.to, static_cast<double>(on.axis.end())) : on.view.to;
  std::vector<RulerMark> marks;
  for (double at = first; at <= last; at += step)
    marks.push_back({static_cast<float>(on.view.x_of(at, on.width)),
                     steps ? step_time(on.axis.time(at)) : round_time(at, step)});
  return marks;
}

}  // namespace locklab::app
