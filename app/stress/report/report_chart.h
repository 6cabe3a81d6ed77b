// SVG charts of loads: values by second, with several loads overlaid. Each load has the same colour
// and dashes in every chart by second.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/load/stress_result.h"

namespace locklab::app {

/// A line of a chart with one value per second; nullopt leaves a gap.
struct PageSeries {
  std::vector<std::optional<double>> values;
  std::size_t load = 0;  ///< index that selects colour and dashes
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
  std::vector<std::pair<std::size_t, double>> limits;  ///< index of the load, and its limit
  std::vector<PageMark> marks;
  std::vector<std::string> names;  ///< of the loads
  double last_s = 0;               ///< longest measured time of a load
  std::function<std::string(double)> unit;
};

/// Draws a chart; empty if there is no second to show.
std::string chart_svg(const PageChart& chart);
/// Draws a bar per client for the locks it acquired; empty for fewer than 2 clients or more than
/// 1,024.
std::string shares_svg(const StressResult& result, const std::string& title, std::size_t load);

}  // namespace locklab::app
