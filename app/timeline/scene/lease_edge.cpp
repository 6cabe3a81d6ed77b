#include <algorithm>
#include <cmath>

#include "app/timeline/scene/shapes.h"

namespace locklab::app {

namespace {

constexpr double least_px = 3;  ///< closer points would be indistinguishable

}  // namespace

float lease_left(const Span& span, double at_us) {
  if (span.lease_us <= 0) return 1;
  const double left =
      (static_cast<double>(span.lease_end) - at_us) / static_cast<double>(span.lease_us);
  return static_cast<float>(std::clamp(left, 0.0, 1.0));
}

std::vector<LeasePoint> lease_edge(const BarShape& bar, const Span& span, const AxisView& on) {
  std::vector<LeasePoint> edge{{bar.x0, bar.left}};
  if (on.axis.kind() == AxisKind::events && span.lease_us > 0) {
    const double by = std::max(std::ceil(least_px * on.view.span() / on.width), 1.0);
    double step = std::floor(on.view.at_of(bar.x0, on.width) + 0.01) + by;
    for (; on.view.x_of(step, on.width) < bar.x1 - 0.1; step += by)
      edge.push_back(
          {static_cast<float>(on.view.x_of(step, on.width)), lease_left(span, on.axis.time(step))});
  }
  edge.push_back({bar.x1, bar.right});
  return edge;
}

}  // namespace locklab::app
