// Comparison of several loads: one row per load, plus the median of repeated runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "app/stress/report/report_page.h"
#include "app/stress/report/report_safety.h"
#include "app/stress/report/report_text.h"
#include "app/stress/report/report_trouble.h"

namespace locklab::app {

namespace {

std::string violations_cell(const StressResult& result) {
  std::string count = grouped(violation_count(result));
  switch (safety_of(result)) {
    case Safety::broken:
      return count + " !";
    case Safety::unmeasured:
      return "-";
    case Safety::unchecked:
      return "?";
    default:
      return count;
  }
}

std::vector<std::string> compared_cells(const StressResult& result) {
  const std::optional<double> share = result.share();
  const Histogram& waits = result.measures.acquire;
  const auto time = [&](std::uint64_t part) {
    return waits.empty() ? std::string("-") : short_time(waits.quantile(part, 100));
  };
  return {grouped(static_cast<std::uint64_t>(result.rate())),
          share ? with_decimals(*share, 0) + " %" : "-",
          time(50),
          time(99),
          grouped(result.measures.counts.refused),
          violations_cell(result)};
}

/// Median over the runs that have a value; nullopt if none has.
template <class Value>
std::optional<double> median(const std::vector<const StressResult*>& runs, Value value) {
  std::vector<double> all;
  for (const StressResult* run : runs)
    if (const std::optional<double> one = value(*run)) all.push_back(*one);
  if (all.empty()) return std::nullopt;
  std::sort(all.begin(), all.end());
  return (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
}

std::vector<std::string> median_cells(const std::vector<const StressResult*>& runs) {
  using One = std::optional<double>;
  const auto time = [&](std::uint64_t part) {
    const auto us = median(runs, [part](const StressResult& run) -> One {
      const Histogram& waits = run.measures.acquire;
      return waits.empty() ? One() : static_cast<double>(waits.quantile(part, 100));
    });
    return us ? short_time(static_cast<std::uint64_t>(*us)) : std::string("-");
  };
  const auto rate = median(runs, [](const StressResult& run) -> One { return run.rate(); });
  const auto share = median(runs, [](const StressResult& run) { return run.share(); });
  return {grouped(static_cast<std::uint64_t>(rate.value_or(0))),
          share ? with_decimals(*share, 0) + " %" : "-", time(50), time(99)};
}

}  // namespace

void write_comparison(Page& page, const std::vector<StressResult>& results) {
  const std::vector<std::string> names = names_of(results);
  const std::string middle = page.in(say("median"));
  std::size_t wide = 0;
  for (const std::string& name : names)
    wide = std::max(wide, display_width(name) + display_width(middle));
  page.row("",
           {page.in(say("locks/s")), page.in(say("of limit")), "p50", "p99",
            page.in(say("refused")), page.in(say("violations"))},
           wide);
  std::map<std::string, std::vector<const StressResult*>> runs;
  for (std::size_t i = 0; i < results.size(); ++i) {
    page.row(names[i], compared_cells(results[i]), wide);
    runs[results[i].work.label()].push_back(&results[i]);
  }
  for (const auto& [label, all] : runs)
    if (all.size() > 1) page.row(fmt::format("{} {}", label, middle), median_cells(all), wide);
}

std::string stress_comparison(const std::vector<StressResult>& results, Language language) {
  Page page(language);
  write_comparison(page, results);
  const std::vector<std::string> names = names_of(results);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::vector<Sentence> troubles = troubles_of(results[i]);
    if (results[i].violations.empty() && troubles.empty()) continue;
    page.line(names[i] + ":");
    for (const Sentence& line : troubles) page.say_line(line);
    list_violations(page, results[i]);
    list_windows(page, results[i]);
  }
  return page.text();
}

}  // namespace locklab::app
