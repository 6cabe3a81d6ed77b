// Positions in the charts of loads: values per second as lines, single events as stems, limits, and
// the injected faults; and the shares of clients as bars. Plain shapes in pixels, without colours
// or a window. A fault's label that does not fit is omitted, but its line stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/load/stress_progress.h"

namespace locklab::app {

/// The unit of a chart's values: a number, or a time in us.
enum class ChartUnit : std::uint8_t { count, time };

struct ChartOptions {
  float width = 0;  ///< pixels
  float height = 0;
  float line = 16;  ///< height of a label
  float gap = 4;    ///< minimum distance between labels
  ChartUnit unit = ChartUnit::count;
  double seconds = 10;  ///< width of the time axis, at least 1; extended if there are more values
  std::function<float(std::string_view)> text_width;
};

/// A line of a chart: a value for each second, or part of one, drawn as a step as wide as what it
/// was measured in. A slope from one middle to the next would rise before its cause. The third
/// second is from 2 to 3 on the axis.
struct ChartSeries {
  std::vector<std::optional<double>> values;  ///< nullopt for a gap
  std::size_t load = 0;                       ///< determines colour, dashes and points
  bool thin = false;
  double last_s = 1;  ///< measured part of the last step
  double step_s = 1;  ///< width of the other steps
};

/// The longest waits of a load: by tenth of a second, or by second if it is long, or only that is
/// known, as of a load from a file.
ChartSeries longest_waits(const std::vector<StressSecond>& seconds, std::size_t load);

/// An event, drawn as a vertical line from the time axis up to its value.
struct ChartStem {
  double at_s = 0;
  double value = 0;
  std::size_t load = 0;
};

struct ChartLimit {
  double value = 0;
  std::size_t load = 0;
};

struct ChartMark {
  double at_s = 0;
  double lasts_s = 0;  ///< 0 if it has no end, or the end is unknown
  std::string label;   ///< empty for no label
};

struct ChartLabel {
  float x = 0, y = 0;  ///< upper left corner
  float width = 0;
  std::string text;
};

struct ChartPoint {
  float x = 0, y = 0;
};

struct ChartLine {
  std::vector<ChartPoint> points;   ///< the corners of the steps
  std::vector<ChartPoint> middles;  ///< of the steps, for their marks; empty for stems
  std::size_t load = 0;
  bool thin = false;
};

struct ChartMarkLine {
  float x = 0;
  float end_x = 0;  ///< end of the fault; equal to x if it has none, or it is unknown
  bool labelled = false;
};

struct ChartLimitLine {
  float y = 0;
  std::size_t load = 0;
  bool above = false;  ///< above the top of the chart, so it has a label and no line
  ChartLabel label;    ///< empty if it has a line, or there is no room
};

struct ChartShapes {
  float left = 0, top = 0, right = 0, bottom = 0;  ///< the area of the values
  double most = 1;                                 ///< the value at the top
  double seconds = 1;                              ///< from left to right
  std::vector<float> grid;                         ///< horizontal lines
  std::vector<ChartLabel> labels;                  ///< of both axes
  std::vector<ChartLabel> mark_labels;
  std::vector<ChartLine> lines;
  std::vector<ChartLine> stems;
  std::vector<ChartLimitLine> limits;
  std::vector<ChartMarkLine> marks;

  /// The index of the second at `x`, from 0; may be past the last value of every series.
  std::size_t second_at(float x) const;
};

ChartShapes lay_out_chart(const std::vector<ChartSeries>& series,
                          const std::vector<ChartLimit>& limits,
                          const std::vector<ChartMark>& marks, const ChartOptions& options,
                          const std::vector<ChartStem>& stems = {});

struct ShareBar {
  float x0 = 0, x1 = 0, y = 0;  ///< from y to the bottom
  std::size_t first = 0;        ///< index of the first share in it
  std::size_t count = 1;        ///< number of shares
  double mean = 0;              ///< mean of its shares
};

struct ShareShapes {
  float left = 0, top = 0, right = 0, bottom = 0;
  double most = 1;   ///< the value at the top: the largest share, but at least 1
  float fair_y = 0;  ///< where all bars would end if all shares were equal
  std::vector<ShareBar> bars;
  std::vector<ChartLabel> labels;
};

/// Lays out the bars, each at least `thin` pixels wide with its gap; neighbouring shares are merged
/// if there are too many.
ShareShapes lay_out_shares(const std::vector<std::uint64_t>& shares, const ChartOptions& options,
                           float thin = 3);

/// The smallest 1, 2 or 5 times a power of ten that is at least `value` and at least 1.
double round_up(double value);
/// Formats a value for the axis: "20,000", "1.5 ms".
std::string chart_value(double value, ChartUnit unit);

}  // namespace locklab::app
