// Charts of loads as SVG: values by the second, of several loads laid over each other. A load has
// its colour and its dashes in all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/load/stress_result.h"

namespace locklab::app {

/// A line of a chart: a value for each second; none: a gap.
struct PageSeries {
  std::vector<std::optional<double>> values;
  std::size_t load = 0;  ///< whose colour and dashes it has
  bool thin = false;
};

struct PageMark {
  double at_s = 0;
  double lasts_s = 0;
  std::string label;
};

struct PageChart {
  std::string title;
  std::vector<PageSeries> series;
  std::vector<std::pair<std::size_t, double>> limits;  ///< of a load
  std::vector<PageMark> marks;
  std::vector<std::string> names;  ///< of the loads
  double last_s = 0;               ///< how long the longest was measured
  std::function<std::string(double)> unit;
};

/// Empty if there is no second to show.
std::string chart_svg(const PageChart& chart);
/// A bar for each client, by the locks that it had; empty for very many clients.
std::string shares_svg(const StressResult& result, const std::string& title, std::size_t load);

}  // namespace locklab::app
