#include "app/stress/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>

#include "app/stress/report_text.h"
#include "app/words/display_text.h"
#include "app/words/markup_text.h"

namespace locklab::app {

namespace {

constexpr int chart_width = 720;
constexpr int chart_height = 180;
constexpr int left_edge = 70;
constexpr int bottom = 24;

/// Told apart also by the colour-blind; the dashes tell them apart without colour.
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

using Value = std::function<double(const Second&)>;

/// A line of a chart: a value for each second.
struct Series {
  std::string name;
  std::vector<double> values;
};

Series series_of(const StressResult& result, const std::string& name, const Value& value) {
  Series series{name, {}};
  for (const Second& second : result.measures.seconds) series.values.push_back(value(second));
  return series;
}

/// 1, 2 or 5 times a power of ten, at least `value`.
double round_up(double value) {
  if (value <= 1) return 1;
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= value) return times * power;
  return 10 * power;
}

double x_of(std::size_t second, std::size_t seconds) {
  const double room = chart_width - left_edge - 10;
  return left_edge + room * (static_cast<double>(second) + 0.5) /
                         static_cast<double>(std::max<std::size_t>(seconds, 1));
}

std::string polyline(const Series& series, const Stroke& stroke, std::size_t seconds, double top) {
  std::string points;
  for (std::size_t i = 0; i < series.values.size(); ++i)
    points +=
        fmt::format("{:.1f},{:.1f} ", x_of(i, seconds),
                    chart_height - bottom - (chart_height - bottom - 10) * series.values[i] / top);
  return fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
      "stroke-dasharray=\"{}\"/>",
      points, stroke.colour, stroke.dashes);
}

/// Vertical marks where faults began.
std::string fault_marks(const StressResult& result, std::size_t seconds) {
  std::string marks;
  for (const Strike& strike : result.work.strikes) {
    const double at = static_cast<double>(us(strike.at)) / 1e6;
    const double x = left_edge + (chart_width - left_edge - 10) * at /
                                     static_cast<double>(std::max<std::size_t>(seconds, 1));
    marks += fmt::format(
        "<line x1=\"{0:.1f}\" y1=\"10\" x2=\"{0:.1f}\" y2=\"{1}\" stroke=\"#B00020\" "
        "stroke-dasharray=\"3 3\"/><text x=\"{2:.1f}\" y=\"20\" fill=\"#B00020\">{3}</text>",
        x, chart_height - bottom, x + 4, escaped(to_string(strike)));
  }
  return marks;
}

std::string chart(const std::string& title, const std::vector<Series>& all,
                  const std::function<std::string(double)>& unit, const std::string& marks) {
  std::size_t seconds = 0;
  double most = 0;
  for (const Series& series : all) {
    seconds = std::max(seconds, series.values.size());
    for (const double value : series.values) most = std::max(most, value);
  }
  if (seconds == 0) return {};
  const double top = round_up(most);
  std::string out =
      fmt::format("<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\">",
                  escaped(title), chart_width, chart_height);
  for (const double part : {0.0, 0.5, 1.0}) {
    const double y = chart_height - bottom - (chart_height - bottom - 10) * part;
    out += fmt::format(
        "<line x1=\"{0}\" y1=\"{1:.1f}\" x2=\"{2}\" y2=\"{1:.1f}\" stroke=\"#D5DAE1\"/>"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>",
        left_edge, y, chart_width - 10, left_edge - 6, y + 4, escaped(unit(top * part)));
  }
  const std::size_t each = (seconds + 19) / 20;
  for (std::size_t i = 0; i < seconds; i += each)
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                       x_of(i, seconds), chart_height - 6, i + 1);
  for (std::size_t i = 0; i < all.size(); ++i)
    out += polyline(all[i], strokes[i % strokes.size()], seconds, top);
  out += marks + "</svg><p class=\"key\">";
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Stroke& stroke = strokes[i % strokes.size()];
    out += fmt::format(
        "<span><svg viewBox=\"0 0 30 8\" class=\"key\"><line x1=\"0\" y1=\"4\" x2=\"30\" y2=\"4\" "
        "stroke=\"{}\" stroke-width=\"2\" stroke-dasharray=\"{}\"/></svg> {}</span> ",
        stroke.colour, stroke.dashes, escaped(all[i].name));
  }
  return out + "</p></figure>";
}

std::string count_unit(double value) { return grouped(static_cast<std::uint64_t>(value)); }
std::string time_unit(double value) { return short_time(static_cast<std::uint64_t>(value)); }

/// Locks and waiting by the second, of one load or of several laid over each other.
std::string charts(const std::vector<StressResult>& results, Language language) {
  std::vector<Series> rates, waits, failures;
  std::size_t seconds = 0;
  for (const StressResult& result : results) {
    const std::string id = result.work.label();
    seconds = std::max(seconds, result.measures.seconds.size());
    rates.push_back(
        series_of(result, id, [](const Second& one) { return static_cast<double>(one.acquired); }));
    for (const std::uint64_t part : {50u, 99u})
      waits.push_back(series_of(result, fmt::format("{} p{}", id, part), [part](const Second& one) {
        return static_cast<double>(one.acquire.quantile(part, 100));
      }));
    failures.push_back(series_of(result, id, [](const Second& one) {
      return static_cast<double>(one.failures + one.violations);
    }));
  }
  const std::string marks = fault_marks(results.front(), seconds);
  std::string out = chart(told(say("Locks a second"), language), rates, count_unit, marks) +
                    chart(told(say("Time to be let in"), language), waits, time_unit, marks);
  const bool any = std::any_of(failures.begin(), failures.end(), [](const Series& series) {
    return std::any_of(series.values.begin(), series.values.end(),
                       [](double value) { return value > 0; });
  });
  if (any)
    out += chart(told(say("Failures and violations"), language), failures, count_unit, marks);
  return out;
}

/// A bar for each client, by the locks that it had.
std::string shares(const StressResult& result, Language language) {
  constexpr std::size_t most_bars = 1024;
  const std::vector<std::uint64_t>& by_client = result.measures.acquired_by_client;
  if (by_client.size() < 2 || by_client.size() > most_bars) return {};
  const std::uint64_t most =
      std::max<std::uint64_t>(1, *std::max_element(by_client.begin(), by_client.end()));
  const double each =
      static_cast<double>(chart_width - left_edge - 10) / static_cast<double>(by_client.size());
  std::string out = fmt::format(
      "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {} {}\" role=\"img\">"
      "<text x=\"{}\" y=\"20\" text-anchor=\"end\">{}</text>",
      escaped(told(say("Locks of each client"), language)), chart_width, chart_height,
      left_edge - 6, grouped(most));
  for (std::size_t i = 0; i < by_client.size(); ++i) {
    const double tall = (chart_height - bottom - 10) * static_cast<double>(by_client[i]) /
                        static_cast<double>(most);
    out += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"#0072B2\"/>",
        left_edge + each * static_cast<double>(i), chart_height - bottom - tall, each * 0.8, tall);
  }
  return out + "</svg></figure>";
}

/// Lines as they stand.
std::string preformatted(std::string_view text) {
  std::string out = "<pre>";
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += escaped(text.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return out + "</pre>";
}

std::string hold_cells(const StressResult& result, const Hold& hold) {
  const auto at = [&](std::int64_t us) {
    return us < 0
               ? std::string("–")
               : fmt::format("{:.6f} s", static_cast<double>(us - result.measured_from_us) / 1e6);
  };
  return fmt::format("<td>{}</td><td>{}</td><td>{}</td><td>{}</td>", hold.client + 1,
                     at(hold.entered_us), at(hold.left_us),
                     hold.token < 0 ? std::string("–") : std::to_string(hold.token));
}

std::string violations(const StressResult& result, Language language) {
  if (result.violations.empty()) return {};
  const auto cell = [&](const Sentence& words) {
    return "<th>" + escaped(told(words, language)) + "</th>";
  };
  const std::string hold =
      cell(say("client")) + cell(say("entered")) + cell(say("left")) + cell(say("token"));
  const bool traced = std::any_of(result.violations.begin(), result.violations.end(),
                                  [](const Violation& one) { return !one.file.empty(); });
  std::string out = fmt::format(
      "<h3>{}</h3><table><tr>{}{}{}{}{}</tr>", escaped(told(say("The first violations"), language)),
      cell(say("kind")), cell(say("lock")), hold, hold, traced ? cell(say("on the timeline")) : "");
  const auto window = [traced](const Violation& one) {
    if (one.file.empty()) return std::string(traced ? "<td>–</td>" : "");
    return fmt::format("<td><code>locklab --open {}</code></td>", escaped(printable(one.file)));
  };
  for (const Violation& one : result.violations)
    out += fmt::format("<tr><td>{}</td><td>{}</td>{}{}{}</tr>", name(one.harm), one.lock + 1,
                       hold_cells(result, one.first), hold_cells(result, one.second), window(one));
  return out + "</table>";
}

constexpr const char* style =
    "<style>body{font-family:sans-serif;margin:2em auto;max-width:60em;padding:0 "
    "1em;background:#fff;"
    "color:#14171c}pre{background:#f4f6f8;padding:1em;overflow-x:auto}"
    "figure{margin:1.5em 0}svg{width:100%;height:auto}svg.key{width:30px;height:8px}"
    "svg text{font-size:11px;fill:#3c4654}figcaption{font-weight:bold}.key span{margin-right:1.5em}"
    "table{border-collapse:collapse}td,th{border:1px solid #b8c0cc;padding:4px 8px;text-align:left}"
    "</style>";

}  // namespace

std::string stress_html(const std::vector<StressResult>& results, Language language) {
  const std::string title = told(say("Lock Lab: load on a lock"), language);
  std::string out = fmt::format(
      "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>{}<h1>{}</h1>",
      language == Language::chinese ? "zh-Hans" : "en", escaped(title), style, escaped(title));
  if (results.empty()) return out + "</html>\n";
  if (results.size() > 1) out += preformatted(stress_comparison(results, language));
  out += charts(results, language);
  for (const StressResult& result : results) {
    out += fmt::format("<h2>{}</h2>", result.work.label()) +
           preformatted(stress_report(result, language));
    out += shares(result, language) + violations(result, language);
  }
  return out + "</html>\n";
}

}  // namespace locklab::app
