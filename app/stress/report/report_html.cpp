#include "app/stress/report/report_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "app/load/load_part.h"
#include "app/stress/report/report_chart.h"
#include "app/stress/report/report_safety.h"
#include "app/stress/report/report_text.h"
#include "app/words/display_text.h"
#include "app/words/generator.h"
#include "app/words/markup_text.h"

namespace locklab::app {

namespace {

/// Value that a chart shows for a second of a load; nullopt leaves a gap.
using Value = std::function<std::optional<double>(const StressResult& result, std::size_t second)>;

std::string count_unit(double value) { return grouped(static_cast<std::uint64_t>(value)); }
std::string time_unit(double value) { return short_time(static_cast<std::uint64_t>(value)); }

Value per_second(std::uint64_t (*count)(const StressResult&, const Second&)) {
  return [count](const StressResult& result, std::size_t i) {
    return std::optional(result.per_second(count(result, result.measures.seconds[i]), i));
  };
}

Value quantile(std::uint64_t part) {
  return [part](const StressResult& result, std::size_t i) -> std::optional<double> {
    const Histogram& times = result.measures.seconds[i].acquire;
    if (times.empty()) return std::nullopt;
    return static_cast<double>(times.quantile(part, 100));
  };
}

/// Charts of one or several loads, overlaid.
class Charts {
 public:
  Charts(const std::vector<StressResult>& results, std::vector<std::string> names,
         Language language)
      : results_(results), names_(std::move(names)), language_(language) {
    for (std::size_t i = 0; i < results.size(); ++i) {
      last_s_ = std::max(last_s_, static_cast<double>(us(results[i].measured)) / 1e6);
      for (const Strike& strike : results[i].work.strikes)
        marks_.push_back(
            {static_cast<double>(us(strike.at())) / 1e6,
             static_cast<double>(us(strike.lasts())) / 1e6,
             results.size() > 1 ? fmt::format("{}: {}", i + 1, shown(strike)) : shown(strike)});
    }
    std::stable_sort(marks_.begin(), marks_.end(),
                     [](const PageMark& a, const PageMark& b) { return a.at_s < b.at_s; });
  }

  std::string all() const {
    const bool locks = std::any_of(results_.begin(), results_.end(), [](const StressResult& one) {
      return one.work.critical_sections();
    });
    PageChart rate = begun(locks ? say("Locks a second (dotted: the limit beside it)")
                                 : say("Decisions a second (dotted: the limit beside it)"),
                           count_unit);
    const Value done = per_second([](const StressResult& result, const Second& second) {
      return result.done(second.counts);
    });
    add(rate, done);
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (const auto limit = results_[i].limit()) rate.limits.emplace_back(i, *limit);
    PageChart waits = begun(locks ? say("Time to be let in (bold p99, thin p50)")
                                  : say("Time to be answered (bold p99, thin p50)"),
                            time_unit);
    add(waits, quantile(50), true);
    add(waits, quantile(99));
    PageChart longest = begun(say("Longest wait in each second"), time_unit);
    add(longest, [](const StressResult& result, std::size_t i) {
      return std::optional(static_cast<double>(result.measures.seconds[i].longest_wait_us));
    });
    return chart_svg(rate) + chart_svg(waits) + chart_svg(longest) + seldom();
  }

 private:
  PageChart begun(const Sentence& title, std::string (*unit)(double)) const {
    PageChart chart;
    chart.title = told(title, language_);
    chart.marks = marks_;
    chart.names = names_;
    chart.last_s = last_s_;
    chart.unit = unit;
    return chart;
  }

  void add(PageChart& chart, const Value& value, bool thin = false) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      PageSeries series{{}, i, thin};
      for (std::size_t k = 0; k < results_[i].shown_seconds(); ++k)
        series.values.push_back(value(results_[i], k));
      chart.series.push_back(std::move(series));
    }
  }

  /// Charts of which each is omitted if all its values are zero.
  std::string seldom() const {
    const auto drawn = [this](const Sentence& title, const Value& value) {
      PageChart chart = begun(title, count_unit);
      add(chart, value);
      const bool any =
          std::any_of(chart.series.begin(), chart.series.end(), [](const PageSeries& series) {
            return std::any_of(series.values.begin(), series.values.end(),
                               [](const auto& one) { return one.value_or(0) > 0; });
          });
      return any ? chart_svg(chart) : std::string();
    };
    return drawn(say("Waiting operations at the end of each second"),
                 [](const StressResult& result, std::size_t i) {
                   return std::optional(static_cast<double>(result.measures.seconds[i].backlog));
                 }) +
           drawn(say("Failures a second"),
                 per_second([](const StressResult&, const Second& second) {
                   return second.counts.failures();
                 })) +
           drawn(say("Violations a second"),
                 per_second(
                     [](const StressResult&, const Second& second) { return second.violations; }));
  }

  const std::vector<StressResult>& results_;
  const std::vector<std::string> names_;
  const Language language_;
  std::vector<PageMark> marks_;
  double last_s_ = 0;
};

/// Time, versions, machine and command of a load; empty if the time is unknown.
std::string origin_html(const StressResult& result, Language language) {
  const Origin& origin = result.origin;
  if (origin.at_us == 0) return {};
  std::string redis;
  for (const std::string& version : origin.servers)
    if (redis.find(version) == std::string::npos) redis += (redis.empty() ? "" : ", ") + version;
  std::string out =
      "<p class=\"made\">" +
      escaped(told(redis.empty()
                       ? say("Made {} by locklab {} on {}", rfc3339(origin.at_us), origin.version,
                             origin.machine)
                       : say("Made {} by locklab {} with Redis {} on {}", rfc3339(origin.at_us),
                             origin.version, redis, origin.machine),
                   language)) +
      "</p>";
  if (!origin.command.empty())
    out += fmt::format("<p class=\"made\"><code>{}</code></p>", escaped(origin.command));
  return out;
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
    out += fmt::format(
        "<tr><td>{}{}</td><td>{}</td>{}{}{}</tr>",
        escaped(told(Sentence::text(name(one.harm)), language)),
        in_the_warm_up(result, one) ? escaped(told(say(" (in the warm-up)"), language)) : "",
        one.lock + 1, hold_cells(result, one.first), hold_cells(result, one.second), window(one));
  return out + "</table>";
}

constexpr const char* style =
    "<style>body{font-family:sans-serif;margin:2em auto;max-width:60em;padding:0 "
    "1em;background:#fff;color:#14171c}p{margin:0.3em 0;overflow-wrap:anywhere}"
    "figure{margin:1.5em 0}svg{width:100%;height:auto}svg.key{width:30px;height:8px}"
    "svg text{font-size:11px;fill:#3c4654}svg text.fault{fill:#B00020}"
    "figcaption{font-weight:bold}.key span{margin-right:1.5em}.made{color:#3c4654;font-size:85%}"
    "table{border-collapse:collapse;margin:0.6em 0}"
    "td,th{border:1px solid #b8c0cc;padding:4px 8px;text-align:left}"
    ".figures td{text-align:right;font-variant-numeric:tabular-nums}</style>";

}  // namespace

std::string stress_html(const std::vector<StressResult>& results, Language language) {
  const std::string title = told(say("Lock Lab: load on a lock"), language);
  std::string out = fmt::format(
      "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\">"
      "<meta name=\"generator\" content=\"{}\">"
      "<meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>{}<h1>{}</h1>",
      language == Language::chinese ? "zh-Hans" : "en", generator, escaped(title), style,
      escaped(title));
  if (results.empty()) return out + "</html>\n";
  std::vector<std::string> names = names_of(results);
  if (results.size() > 1) {
    Page page(language);
    write_comparison(page, results);
    out += page.html();
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = fmt::format("{} {}", i + 1, names[i]);
  }
  out += Charts(results, names, language).all();
  for (std::size_t i = 0; i < results.size(); ++i) {
    Page page(language);
    write_report(page, results[i]);
    const Sentence bars = results[i].work.critical_sections() ? say("Locks of each client")
                                                              : say("Let through, by client");
    out += fmt::format("<h2>{}</h2>", escaped(names[i])) + origin_html(results[i], language) +
           page.html() + shares_svg(results[i], told(bars, language), i) +
           violations(results[i], language);
  }
  return out + "</html>\n";
}

}  // namespace locklab::app
