#include "app/gui/layout/stress_layout.h"

#include <algorithm>

namespace locklab::app {

StressPlaces stress_places(const StressNeeds& needs) {
  StressPlaces places;
  const float unit = needs.scale;
  places.form = std::min(std::clamp(needs.width * 0.24f, 270 * unit, 360 * unit), needs.width / 2);
  const float width = std::max(needs.width - places.form - needs.gap, 1.0f);
  places.head = {0, 0, width, needs.head};
  const bool none = needs.hints > 0;  // no loads, so no violations
  const float least_row = (none ? 100.0f : 110.0f) * unit;
  const float least_charts = 2 * least_row;
  const float least_tables = 130 * unit;
  const float least_violations = 400 * unit;
  const float beside = width - needs.gap - least_violations;
  const bool one_row = beside >= 420 * unit;
  const float rest = needs.height - needs.head - 2 * needs.gap;
  const float tables =
      none ? needs.hints : std::max(least_tables, std::min(rest * 0.34f, 300 * unit));
  const float violations = none ? 0 : needs.violations ? tables : 56 * unit;
  const float below_loads = one_row || none ? 0 : violations + needs.gap;
  const float charts = std::max(least_charts, rest - tables - below_loads);

  // Two columns if three would be too narrow for their axes.
  const std::size_t columns = width >= 690 * unit ? 3 : 2;
  const std::size_t rows = columns == 3 ? 2 : 3;
  const auto count = static_cast<float>(columns);
  const float wide = (width - needs.gap * (count - 1)) / count;
  const float high = (std::max(charts, static_cast<float>(rows) * least_row) -
                      needs.gap * static_cast<float>(rows - 1)) /
                     static_cast<float>(rows);
  const float top = needs.head + needs.gap;
  std::size_t cell = 0;
  for (std::size_t i = 0; i < stress_chart_count; ++i) {
    const bool first = i == 0;  // the most important one spans two columns
    const std::size_t row = cell / columns;
    places.charts[i] = {static_cast<float>(cell % columns) * (wide + needs.gap),
                        top + static_cast<float>(row) * (high + needs.gap),
                        first ? 2 * wide + needs.gap : wide, high};
    cell += first ? 2 : 1;
  }
  const float below = top + static_cast<float>(rows) * (high + needs.gap);
  if (one_row) {
    const float loads = std::max(beside, width * 0.5f);
    places.loads = {0, below, loads, tables};
    places.violations = {loads + needs.gap, below, width - loads - needs.gap, tables};
  } else {
    places.loads = {0, below, width, tables};
    places.violations = {0, below + tables + needs.gap, width, violations};
  }
  places.height =
      none ? places.loads.y + places.loads.height : places.violations.y + places.violations.height;
  return places;
}

}  // namespace locklab::app
