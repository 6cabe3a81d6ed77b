#include "app/gui/layout/chart_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "app/words/figures.h"

namespace locklab::app {

namespace {

/// Maximum number of rows of fault labels above the values.
constexpr std::size_t most_mark_rows = 2;
/// The smallest range of a time chart, in us; shorter waits do not matter.
constexpr double least_time_us = 10;
/// A load of more seconds has no room for a step per tenth.
constexpr std::size_t most_seconds_by_tenth = 60;
/// A limit more than this many times higher than the values would flatten them.
constexpr double most_above = 5;

ChartLabel label_at(float x, float y, std::string text, const ChartOptions& options) {
  ChartLabel label{x, y, options.text_width(text), std::move(text)};
  return label;
}

class Chart {
 public:
  Chart(const std::vector<ChartSeries>& series, const std::vector<ChartLimit>& limits,
        const std::vector<ChartMark>& marks, const ChartOptions& options,
        const std::vector<ChartStem>& stems)
      : series_(series), limits_(limits), marks_(marks), options_(options), stems_(stems) {}

  ChartShapes shapes() && {
    measure();
    value_axis();
    time_axis();
    for (const ChartSeries& one : series_) line(one);
    for (const ChartStem& one : stems_)
      shapes_.stems.push_back(
          {{{x_of(one.at_s), shapes_.bottom}, {x_of(one.at_s), y_of(one.value)}},
           {},
           one.load,
           true});
    for (const ChartLimit& one : limits_) limit(one);
    faults();
    return std::move(shapes_);
  }

 private:
  void measure() {
    double most = 0;
    double seconds = 1;
    for (const ChartSeries& one : series_) {
      const auto count = static_cast<double>(one.values.size());
      seconds = std::max(seconds, count > 0 ? (count - 1) * one.step_s + one.last_s : 0);
      for (const auto& value : one.values) most = std::max(most, value.value_or(0));
    }
    for (const ChartStem& one : stems_) most = std::max(most, one.value);
    // A limit belongs to its own load: compared with a slow load, the limit of a fast one means
    // nothing.
    for (const ChartLimit& one : limits_)
      if (one.value <= most_of(one.load) * most_above || most == 0)
        shapes_.most = std::max(shapes_.most, one.value);
    most = std::max(most, shapes_.most);
    shapes_.most = round_up(std::max(most, options_.unit == ChartUnit::time ? least_time_us : 1.0));
    shapes_.seconds = std::max({options_.seconds, seconds, 1.0});
    float wide = 0;
    for (const double part : parts_) wide = std::max(wide, options_.text_width(text_of(part)));
    shapes_.left = wide + options_.gap;
    shapes_.right = std::max(options_.width - options_.gap, shapes_.left + 1);
    shapes_.bottom = std::max(options_.height - options_.line - options_.gap, 2.0f);
    shapes_.top = std::min(options_.line * std::max(mark_rows(), 0.5f), shapes_.bottom - 1);
  }

  /// The largest value in the lines of a load; 0 if there is none.
  double most_of(std::size_t load) const {
    double most = 0;
    for (const ChartSeries& one : series_)
      for (const auto& value : one.values)
        if (one.load == load) most = std::max(most, value.value_or(0));
    return most;
  }

  /// The number of rows reserved for the labels of faults above the values.
  float mark_rows() const {
    const auto labelled = static_cast<std::size_t>(std::count_if(
        marks_.begin(), marks_.end(), [](const ChartMark& mark) { return !mark.label.empty(); }));
    const bool low = options_.height < 7 * options_.line;
    return static_cast<float>(std::min(low ? 1 : most_mark_rows, labelled));
  }

  std::string text_of(double part) const {
    return part == 0 ? "0" : chart_value(shapes_.most * part, options_.unit);
  }
  float y_of(double value) const {
    const double part = std::clamp(value / shapes_.most, 0.0, 1.0);
    return shapes_.bottom - (shapes_.bottom - shapes_.top) * static_cast<float>(part);
  }
  float x_of(double at_s) const {
    const double part = std::clamp(at_s / shapes_.seconds, 0.0, 1.0);
    return shapes_.left + (shapes_.right - shapes_.left) * static_cast<float>(part);
  }

  void value_axis() {
    const bool low = shapes_.bottom - shapes_.top < 3 * (options_.line + options_.gap);
    const bool halves = shapes_.most > 1;  // there is no half lock
    for (const double part : parts_) {
      if (part == 0.5 && (low || !halves)) continue;
      const float y = y_of(shapes_.most * part);
      shapes_.grid.push_back(y);
      ChartLabel label = label_at(0, y - options_.line / 2, text_of(part), options_);
      label.x = shapes_.left - options_.gap - label.width;
      label.y = std::clamp(label.y, 0.0f, std::max(shapes_.bottom - options_.line / 2, 0.0f));
      shapes_.labels.push_back(std::move(label));
    }
  }

  void time_axis() {
    const auto seconds = static_cast<std::size_t>(shapes_.seconds + 1e-6);
    const float widest = options_.text_width(last_second(seconds)) + 3 * options_.gap;
    const float room = shapes_.right - shapes_.left;
    const auto most = std::max(1.0f, room / std::max(widest, 1.0f));
    const auto each = static_cast<std::size_t>(
        round_up(static_cast<double>(seconds) / static_cast<double>(most)));
    const float y = shapes_.bottom + options_.gap;
    float free_from = 0;
    for (std::size_t i = each; i <= seconds; i += each) {
      const bool last = i + each > seconds;
      ChartLabel label = label_at(0, y, last ? last_second(i) : fmt::to_string(i), options_);
      label.x =
          std::min(x_of(static_cast<double>(i)) - label.width / 2, options_.width - label.width);
      if (label.x < free_from) continue;
      free_from = label.x + label.width + options_.gap;
      shapes_.labels.push_back(std::move(label));
    }
  }

  /// The last label of the time axis, which includes the unit.
  static std::string last_second(std::size_t second) { return fmt::format("{} s", second); }

  void line(const ChartSeries& one) {
    ChartLine line{{}, {}, one.load, one.thin};
    const auto end = [&] {
      if (!line.points.empty()) shapes_.lines.push_back(line);
      line.points.clear();
      line.middles.clear();
    };
    for (std::size_t i = 0; i < one.values.size(); ++i) {
      if (!one.values[i]) {
        end();
        continue;
      }
      const double from_s = static_cast<double>(i) * one.step_s;
      const double lasted_s = i + 1 == one.values.size() ? one.last_s : one.step_s;
      const float y = y_of(*one.values[i]);
      if (line.points.empty() || line.points.back().y != y)
        line.points.push_back({x_of(from_s), y});
      else
        line.points.pop_back();  // continues at the same height
      line.points.push_back({x_of(from_s + lasted_s), y});
      line.middles.push_back({x_of(from_s + lasted_s / 2), y});
    }
    end();
  }

  /// Adds a limit. One above the top of the chart has a label at the right, in its own row.
  void limit(const ChartLimit& one) {
    ChartLimitLine line{y_of(one.value), one.load, one.value > shapes_.most, {}};
    if (line.above) {
      const float y = shapes_.top + options_.gap + options_.line * static_cast<float>(above_++);
      line.label = label_at(0, y, "↑ " + chart_value(one.value, options_.unit), options_);
      line.label.x = shapes_.right - line.label.width;
      const bool fits = line.label.x > shapes_.left && y + options_.line < shapes_.bottom;
      if (!fits) line.label = {};
    }
    shapes_.limits.push_back(std::move(line));
  }

  /// Adds the faults. A label is in the first row with room, to the right of its line or, if it
  /// would cross the right edge, to the left.
  void faults() {
    std::vector<float> free_from(static_cast<std::size_t>(mark_rows()), shapes_.left);
    for (const ChartMark& mark : marks_) {
      const float x = x_of(mark.at_s);
      const float end_x = x_of(mark.at_s + mark.lasts_s);
      ChartMarkLine& line = shapes_.marks.emplace_back(ChartMarkLine{x, end_x, false});
      if (mark.label.empty()) continue;
      ChartLabel label = label_at(x + options_.gap, 0, mark.label, options_);
      if (label.x + label.width > options_.width) label.x = x - options_.gap - label.width;
      for (std::size_t row = 0; row < free_from.size() && !line.labelled; ++row) {
        if (label.x < free_from[row]) continue;
        line.labelled = true;
        label.y = static_cast<float>(row) * options_.line;
        free_from[row] = label.x + label.width + options_.gap;
        shapes_.mark_labels.push_back(label);
      }
    }
  }

  static constexpr std::array<double, 3> parts_{0.0, 0.5, 1.0};
  const std::vector<ChartSeries>& series_;
  const std::vector<ChartLimit>& limits_;
  const std::vector<ChartMark>& marks_;
  const ChartOptions& options_;
  const std::vector<ChartStem>& stems_;
  ChartShapes shapes_;
  std::size_t above_ = 0;  ///< number of limits above the top so far
};

}  // namespace

ChartSeries longest_waits(const std::vector<StressSecond>& seconds, std::size_t load) {
  ChartSeries series{{}, load};
  if (seconds.empty()) return series;
  const double lasted_s = seconds.back().lasted_s;
  const bool known = std::any_of(seconds.begin(), seconds.end(), [](const StressSecond& one) {
    return one.longest_wait_us_by_tenth != decltype(one.longest_wait_us_by_tenth){};
  });
  if (!known || seconds.size() > most_seconds_by_tenth) {
    for (const StressSecond& one : seconds)
      series.values.emplace_back(static_cast<double>(one.longest_wait_us));
    series.last_s = lasted_s;
    return series;
  }
  const auto of_last = static_cast<std::size_t>(std::max(std::ceil(lasted_s * 10 - 1e-6), 1.0));
  for (const StressSecond& one : seconds)
    for (std::size_t i = 0; i < (&one == &seconds.back() ? of_last : 10); ++i)
      series.values.emplace_back(static_cast<double>(one.longest_wait_us_by_tenth[i]));
  series.step_s = 0.1;
  series.last_s = lasted_s - static_cast<double>(of_last - 1) / 10;
  return series;
}

double round_up(double value) {
  if (!(value > 1)) return 1;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= value) return times * power;
  return 10 * power;
}

std::string chart_value(double value, ChartUnit unit) {
  const auto whole = static_cast<std::uint64_t>(std::llround(std::max(value, 0.0)));
  if (unit == ChartUnit::time) return short_time(whole);
  if (value < 10 && value != std::floor(value)) return fmt::format("{:.1f}", value);
  return grouped(whole);
}

std::size_t ChartShapes::second_at(float x) const {
  const float part = (x - left) / std::max(right - left, 1.0f);
  return static_cast<std::size_t>(std::clamp(static_cast<double>(part) * seconds, 0.0, seconds));
}

ChartShapes lay_out_chart(const std::vector<ChartSeries>& series,
                          const std::vector<ChartLimit>& limits,
                          const std::vector<ChartMark>& marks, const ChartOptions& options,
                          const std::vector<ChartStem>& stems) {
  return Chart(series, limits, marks, options, stems).shapes();
}

ShareShapes lay_out_shares(const std::vector<std::uint64_t>& shares, const ChartOptions& options,
                           float thin) {
  ShareShapes shapes;
  const std::uint64_t all = std::accumulate(shares.begin(), shares.end(), std::uint64_t{0});
  const double fair =
      shares.empty() ? 0 : static_cast<double>(all) / static_cast<double>(shares.size());
  std::uint64_t tallest = 1;
  for (const std::uint64_t one : shares) tallest = std::max(tallest, one);
  shapes.most = static_cast<double>(tallest);
  const std::string most = grouped(tallest);
  shapes.left = std::max(options.text_width(most), options.text_width("0")) + options.gap;
  shapes.right = std::max(options.width - options.gap, shapes.left + 1);
  shapes.bottom = std::max(options.height - options.line - options.gap, 2.0f);
  shapes.top = std::min(options.line / 2, shapes.bottom - 1);
  const float tall = shapes.bottom - shapes.top;
  shapes.fair_y = shapes.bottom - tall * static_cast<float>(fair / shapes.most);
  const auto value_label = [&](float y, const std::string& text) {
    ChartLabel label = label_at(0, y - options.line / 2, text, options);
    label.x = shapes.left - options.gap - label.width;
    label.y = std::max(label.y, 0.0f);
    shapes.labels.push_back(std::move(label));
  };
  if (tall > options.line + options.gap) value_label(shapes.top, most);
  value_label(shapes.bottom, "0");
  if (shares.empty()) return shapes;

  const float room = shapes.right - shapes.left;
  const auto most_bars = static_cast<std::size_t>(std::max(room / std::max(thin, 1.0f), 1.0f));
  const std::size_t bars = std::min(shares.size(), most_bars);
  for (std::size_t i = 0; i < bars; ++i) {
    ShareBar bar;
    bar.first = i * shares.size() / bars;
    bar.count = (i + 1) * shares.size() / bars - bar.first;
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < bar.count; ++k) sum += shares[bar.first + k];
    bar.mean = static_cast<double>(sum) / static_cast<double>(bar.count);
    // Whole pixels; otherwise gaps would be visible only in some places.
    const float each = room / static_cast<float>(bars);
    const auto edge = [&](std::size_t k) {
      return std::floor(shapes.left + each * static_cast<float>(k));
    };
    const float gap = each >= 4 ? std::max(std::floor(each * 0.2f), 1.0f) : 0;
    bar.x0 = edge(i);
    bar.x1 = std::max(edge(i + 1) - gap, bar.x0 + 1);
    bar.y = shapes.bottom - tall * static_cast<float>(bar.mean / shapes.most);
    shapes.bars.push_back(bar);
  }
  return shapes;
}

}  // namespace locklab::app
