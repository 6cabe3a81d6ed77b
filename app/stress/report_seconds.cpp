#include "app/stress/report_seconds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace locklab::app {

namespace {

std::string strikes_in(const StressResult& result, std::size_t second) {
  std::string all;
  for (const Strike& strike : result.work.strikes)
    if (static_cast<std::size_t>(us(strike.at) / 1'000'000) == second)
      all += (all.empty() ? "" : "; ") + shown(strike);
  return all;
}

/// A row for each second; the last is often a part of one.
void tell_each_second(Page& page, const StressResult& result) {
  const bool open_loop = result.work.rate > 0;
  std::vector<std::string> heads{
      page.in(result.work.critical_sections() ? say("locks") : say("decisions")), "p99",
      page.in(say("refused")), page.in(say("failures")), page.in(say("violations"))};
  if (open_loop) heads.push_back(page.in(say("waiting")));
  page.row(page.in(say("second")), heads, 7);
  bool partial = false;
  for (std::size_t i = 0; i < result.shown_seconds(); ++i) {
    const Second& one = result.measures.seconds[i];
    const auto number = [&](std::uint64_t count) {
      return grouped(static_cast<std::uint64_t>(result.is_partial(i)
                                                    ? std::llround(result.per_second(count, i))
                                                    : static_cast<long long>(count)));
    };
    std::vector<std::string> cells{
        number(result.done(one.counts)),
        one.acquire.empty() ? "-" : short_time(one.acquire.quantile(99, 100)),
        number(one.counts.refused), number(one.counts.failures()), number(one.violations)};
    if (open_loop) cells.push_back(grouped(one.backlog));
    cells.push_back(strikes_in(result, i));
    partial = partial || result.is_partial(i);
    page.row(fmt::format("{:>6}{}", i + 1, result.is_partial(i) ? "*" : ""), cells, 7);
  }
  if (partial) page.say_line(say("* a part of a second, scaled to a whole one"));
}

}  // namespace

void tell_seconds(Page& page, const StressResult& result) {
  if (!result.work.strikes.empty()) return tell_each_second(page, result);
  constexpr std::array<const char*, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t seconds = result.shown_seconds();
  if (seconds < 2) return;
  std::vector<double> values;
  for (std::size_t i = 0; i < seconds; ++i)
    values.push_back(result.per_second(result.done(result.measures.seconds[i].counts), i));
  const double most = std::max(1.0, *std::max_element(values.begin(), values.end()));
  std::string chart;
  // A column stands for several seconds where there are many.
  const std::size_t each = (seconds + 59) / 60;
  for (std::size_t i = 0; i + each <= seconds; i += each) {
    double sum = 0;
    for (std::size_t k = i; k < i + each; ++k) sum += values[k];
    const double part = sum * 8 / (most * static_cast<double>(each));
    chart += bars[std::min<std::size_t>(7, static_cast<std::size_t>(part))];
  }
  const std::string top = grouped(static_cast<std::uint64_t>(most));
  const Sentence line = result.work.critical_sections()
                            ? say("Locks by the second: {} (at most {})", chart, top)
                            : say("Decisions by the second: {} (at most {})", chart, top);
  page.say_line(result.is_partial(seconds - 1) ? say("{}; the last is a part of one, scaled", line)
                                               : line);
}

}  // namespace locklab::app
