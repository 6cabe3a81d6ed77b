#include "app/stress/report/report_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/words/figures.h"
#include "app/words/markup_text.h"

namespace locklab::app {

namespace {

constexpr double chart_width = 720;
constexpr double chart_height = 190;
constexpr double left_edge = 70;
constexpr double right_edge = chart_width - 10;
constexpr double floor_y = chart_height - 24;
constexpr double label_height = 13;
constexpr std::size_t most_mark_rows = 4;
constexpr double letter_width = 6.2;
/// Maximum ratio of a limit to the largest value; a higher one would flatten the values, so that it
/// is off the scale.
constexpr double most_above = 5;

/// Colours safe for colour-blind readers; the dashes tell the first four apart without colour.
struct Stroke {
  const char* colour;
  const char* dashes;
};
constexpr std::array<Stroke, 7> strokes{{{"#0072B2", ""},
                                         {"#D55E00", "6 3"},
                                         {"#009E73", "2 3"},
                                         {"#CC79A7", "10 3 2 3"},
                                         {"#56B4E9", "6 3"},
                                         {"#E69F00", ""},
                                         {"#14171C", "2 3"}}};
const Stroke& stroke_of(std::size_t load) { return strokes[load % strokes.size()]; }

/// Rounds up to 1, 2 or 5 times a power of ten, at least to 1.
double round_up(double value) {
  if (value <= 1) return 1;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= value) return times * power;
  return 10 * power;
}

class Drawing {
 public:
  explicit Drawing(const PageChart& chart) : chart_(chart) {
    std::size_t seconds = 0;
    double most = 0;
    for (const PageSeries& series : chart.series) {
      seconds = std::max(seconds, series.values.size());
      for (const auto& value : series.values) most = std::max(most, value.value_or(0));
    }
    const double reach = most > 0 ? most * most_above : HUGE_VAL;
    for (const auto& [load, value] : chart.limits)
      if (value <= reach) most = std::max(most, value);
    top_ = round_up(most);
    seconds_ = std::max({chart.last_s, static_cast<double>(seconds) - 1, 0.001});
    shown_ = seconds;
    place_marks();
  }

  std::string svg() {
    if (shown_ == 0) return {};
    std::string out =
        fmt::format("<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\">",
                    escaped(chart_.title), chart_width, chart_height);
    out += axes();
    for (std::size_t i = 0; i < chart_.marks.size(); ++i) out += mark(i);
    for (const auto& [load, value] : chart_.limits) out += limit(load, value);
    for (const PageSeries& series : chart_.series) out += line(series);
    return out + "</svg>" + key() + "</figure>";
  }

 private:
  /// Places each label next to its line, in the first row with space for it, if there is one.
  void place_marks() {
    std::vector<double> free_from(most_mark_rows, left_edge);
    std::size_t used = 0;
    for (const PageMark& mark : chart_.marks) {
      const double x = x_of(mark.at_s);
      const double width = letter_width * static_cast<double>(mark.label.size());
      MarkLabel& label = labels_.emplace_back();
      label.ends = x + 4 + width > chart_width;
      const double from = label.ends ? x - 4 - width : x + 4;
      for (std::size_t row = 0; row < most_mark_rows && !label.row; ++row) {
        if (from < free_from[row]) continue;
        label.row = row;
        free_from[row] = from + width + letter_width;
        used = std::max(used, row + 1);
      }
    }
    ceiling_y_ = 4 + label_height * static_cast<double>(std::max<std::size_t>(used, 1));
  }

  double x_of(double at_s) const {
    return left_edge + (right_edge - left_edge) * std::clamp(at_s / seconds_, 0.0, 1.0);
  }
  double y_of(double value) const {
    return floor_y - (floor_y - ceiling_y_) * std::clamp(value / top_, 0.0, 1.0);
  }

  std::string axes() const {
    std::string out;
    for (const double part : {0.0, 0.5, 1.0}) {
      const double y = y_of(top_ * part);
      out += fmt::format(
          "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#D5DAE1\"/>"
          "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
          left_edge, y, right_edge, left_edge - 6, y + 4,
          part == 0 ? "0" : escaped(chart_.unit(top_ * part)));
    }
    const double each = std::max(1.0, round_up(seconds_ / 20));
    for (double at = each; at <= seconds_ + 1e-9; at += each)
      out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.0f}{}</text>",
                         x_of(at), chart_height - 6, at, at + each > seconds_ ? " s" : "");
    return out;
  }

  /// Draws a step as wide as the second of its value, since a slope from one middle to the next
  /// would rise before its cause. The last second may be partial.
  std::string line(const PageSeries& series) const {
    const Stroke& stroke = stroke_of(series.load);
    std::string out;
    std::string points;
    const auto end = [&] {
      if (!points.empty())
        out += fmt::format(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" "
            "stroke-dasharray=\"{}\"/>",
            points, stroke.colour, series.thin ? 1 : 2.5, stroke.dashes);
      points.clear();
    };
    for (std::size_t i = 0; i < series.values.size(); ++i) {
      if (!series.values[i]) {
        end();
        continue;
      }
      const auto begins = static_cast<double>(i);
      const double ends = std::min(begins + 1, std::max(seconds_, begins));
      points += fmt::format("{0:.1f},{2:.1f} {1:.1f},{2:.1f} ", x_of(begins), x_of(ends),
                            y_of(*series.values[i]));
    }
    end();
    return out;
  }

  std::string limit(std::size_t load, double value) {
    const Stroke& stroke = stroke_of(load);
    if (value > top_)
      return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">↑ {}</text>", right_edge,
                         ceiling_y_ + label_height * static_cast<double>(++above_),
                         escaped(chart_.unit(value)));
    return fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
        "stroke-width=\"1.5\" stroke-dasharray=\"1 3\"/>",
        left_edge, y_of(value), right_edge, stroke.colour);
  }

  /// Draws a fault: a line, a band for its duration, and its label above the values.
  std::string mark(std::size_t i) const {
    const PageMark& mark = chart_.marks[i];
    const MarkLabel& label = labels_[i];
    const double x = x_of(mark.at_s);
    const double end = x_of(mark.at_s + mark.lasts_s);
    const double y = label_height * static_cast<double>(label.row.value_or(0) + 1) - 1;
    const double top = label.row ? y - label_height + 4 : ceiling_y_;
    std::string out;
    if (end > x)
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#B00020\" "
          "opacity=\"0.12\"/>",
          x, ceiling_y_, end - x, floor_y - ceiling_y_);
    out += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{0:.1f}\" y2=\"{2}\" stroke=\"#B00020\" "
        "stroke-dasharray=\"3 3\"/>",
        x, top, floor_y);
    if (!label.row) return out;
    return out + fmt::format(
                     "<text class=\"fault\" x=\"{:.1f}\" y=\"{:.1f}\" "
                     "text-anchor=\"{}\">{}</text>",
                     label.ends ? x - 4 : x + 4, y, label.ends ? "end" : "start",
                     escaped(mark.label));
  }

  std::string key() const {
    std::string out = "<p class=\"key\">";
    for (std::size_t i = 0; i < chart_.names.size(); ++i)
      out += fmt::format(
          "<span><svg viewBox=\"0 0 30 8\" class=\"key\"><line x1=\"0\" y1=\"4\" x2=\"30\" "
          "y2=\"4\" stroke=\"{}\" stroke-width=\"2.5\" stroke-dasharray=\"{}\"/></svg> {}</span> ",
          stroke_of(i).colour, stroke_of(i).dashes, escaped(chart_.names[i]));
    return out + "</p>";
  }

  const PageChart& chart_;
  double top_ = 1;
  double seconds_ = 1;
  double ceiling_y_ = 10;
  std::size_t shown_ = 0;
  struct MarkLabel {
    std::optional<std::size_t> row;  ///< nullopt if no row has space: only the line is drawn
    bool ends = false;               ///< the label ends at its line instead of starting there
  };
  std::vector<MarkLabel> labels_;
  std::size_t above_ = 0;
};

}  // namespace

std::string chart_svg(const PageChart& chart) { return Drawing(chart).svg(); }

std::string shares_svg(const StressResult& result, const std::string& title, std::size_t load) {
  constexpr std::size_t most_bars = 1024;
  const std::vector<std::uint64_t>& by_client = result.measures.acquired_by_client;
  if (by_client.size() < 2 || by_client.size() > most_bars) return {};
  const std::uint64_t most =
      std::max<std::uint64_t>(1, *std::max_element(by_client.begin(), by_client.end()));
  const double each = (right_edge - left_edge) / static_cast<double>(by_client.size());
  std::string out = fmt::format(
      "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\">"
      "<text x=\"{}\" y=\"20\" text-anchor=\"end\">{}</text>",
      escaped(title), chart_width, chart_height, left_edge - 6, grouped(most));
  for (std::size_t i = 0; i < by_client.size(); ++i) {
    const double tall =
        (floor_y - 10) * static_cast<double>(by_client[i]) / static_cast<double>(most);
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\"/>",
        left_edge + each * static_cast<double>(i), floor_y - tall, each * 0.8, tall,
        stroke_of(load).colour);
  }
  return out + "</svg></figure>";
}

}  // namespace locklab::app
