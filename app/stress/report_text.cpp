#include "app/stress/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/stress/report_parts.h"
#include "app/stress/work_words.h"
#include "app/words/display_text.h"
#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

constexpr std::size_t first_column = 16;
constexpr std::size_t column = 11;

/// Lines in one language.
class Page {
 public:
  explicit Page(Language language) : language_(language) {}
  std::string in(const Sentence& sentence) const { return told(sentence, language_); }
  void line(std::string_view text = {}) { text_.append(text).append("\n"); }
  void say_line(const Sentence& sentence) {
    for (const std::string& part : wrap(in(sentence), 80)) line(part);
  }
  /// A name to the left and cells to the right of their columns.
  void row(std::string_view name, const std::vector<std::string>& cells, std::size_t wide) {
    std::string text = pad(name, wide);
    for (const std::string& cell : cells) {
      if (cell.empty()) continue;
      const std::size_t width = display_width(cell);
      text.append(width < column ? column - width : 1, ' ').append(cell);
    }
    line(text);
  }
  std::string text() && { return std::move(text_); }

 private:
  Language language_;
  std::string text_;
};

std::string with_decimals(double value, int decimals) {
  return fmt::format("{:.{}f}", value, decimals);
}

Sentence what_was_done(const StressResult& result) {
  const StressWork& work = result.work;
  const Sentence pace =
      work.rate > 0 ? say(", {} a second by schedule", grouped(work.rate)) : Sentence();
  return say("{}: {}, {}{}; inside {}, then {} of rest; {} s", work.label(), how_many_clients(work),
             whose_locks(work), pace, short_time(static_cast<std::uint64_t>(us(work.hold))),
             short_time(static_cast<std::uint64_t>(us(work.think))),
             with_decimals(static_cast<double>(us(result.measured)) / 1e6, 1));
}

Sentence how_fast(const StressResult& result) {
  const std::string rate = grouped(static_cast<std::uint64_t>(result.rate()));
  const std::optional<double> share = result.share();
  if (!share) return say("{} locks a second", rate);
  const auto side = [](const std::optional<std::uint64_t>& limit) {
    return limit ? grouped(*limit) : std::string("-");
  };
  return say("{} locks/s, {} % of the limit beside it ({} before, {} after)", rate,
             with_decimals(*share, 0), side(result.limit_before), side(result.limit_after));
}

Sentence harm_words(Harm harm, std::uint64_t times) {
  const std::string number = grouped(times);
  switch (harm) {
    case Harm::overlap:
      return say("{} times a client entered while another was inside", number);
    case Harm::lost_update:
      return say("{} updates were lost", number);
    case Harm::stale_write:
      return say("{} stale writes were turned away by their tokens", number);
    default:
      return say("{} tokens were not higher than those before", number);
  }
}

void tell_safety(Page& page, const StressResult& result) {
  const sim::Properties promised = sim::promised_by(*result.work.strategy);
  const auto remark = [&](const Sentence& what, std::optional<sim::Property> broken) {
    if (!broken) return page.say_line(what);
    page.say_line(promised.has(*broken) ? say("BROKEN: {}", what)
                                        : say("{}, as it does not promise otherwise", what));
  };
  bool harm = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    if (result.harms[i] == 0) continue;
    harm = true;
    remark(harm_words(static_cast<Harm>(i), result.harms[i]), broken_by(static_cast<Harm>(i)));
  }
  const Admissions& admitted = result.admissions;
  if (admitted.too_many > 0)
    remark(say("{} more were let through than the limit allows", grouped(admitted.too_many)),
           sim::Property::quota);
  if (admitted.lacking > 0)
    remark(say("{} acknowledged changes are not in the counter", grouped(admitted.lacking)),
           sim::Property::no_lost_update);
  if (harm || admitted.too_many > 0 || admitted.lacking > 0) return;
  page.say_line(
      result.work.critical_sections()
          ? say("Safe: in {} critical sections nobody met another, no update was lost",
                grouped(result.measures.counts.acquired))
          : say("Safe: {} were let through, and the count is right", grouped(admitted.granted)));
}

std::string moment(const StressResult& result, std::int64_t at_us) {
  if (at_us < 0) return "-";
  return fmt::format("{:.6f} s", static_cast<double>(at_us - result.measured_from_us) / 1e6);
}

Sentence hold_words(const StressResult& result, const Hold& hold) {
  const Sentence inside = say("client {} (inside {} to {})", hold.client + 1,
                              moment(result, hold.entered_us), moment(result, hold.left_us));
  return hold.token < 0 ? inside : say("{} with token {}", inside, hold.token);
}

/// The first of each kind.
void list_violations(Page& page, const StressResult& result) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    const auto first =
        std::find_if(result.violations.begin(), result.violations.end(),
                     [&](const Violation& one) { return one.harm == static_cast<Harm>(i); });
    if (first == result.violations.end()) continue;
    page.say_line(say("  {} at lock {}: {}, {}", name(first->harm), first->lock + 1,
                      hold_words(result, first->first), hold_words(result, first->second)));
  }
}

void list_windows(Page& page, const StressResult& result) {
  bool headed = false;
  for (const Violation& one : result.violations) {
    if (one.file.empty()) continue;
    if (!std::exchange(headed, true))
      page.say_line(say("Trace windows of both clients; {} shows one:", "locklab --open FILE"));
    page.line("  " + printable(one.file));
  }
}

void tell_latencies(Page& page, const StressResult& result) {
  const Measures& m = result.measures;
  page.row("", {"p50", "p90", "p99", "p99.9", page.in(say("longest"))}, first_column);
  const auto row = [&](const Sentence& name, const Histogram& times) {
    if (times.empty()) return;
    std::vector<std::string> cells;
    for (const std::uint64_t part : {500u, 900u, 990u, 999u, 1000u})
      cells.push_back(short_time(times.quantile(part, 1000)));
    page.row(page.in(name), cells, first_column);
  };
  row(say("to be let in"), m.acquire);
  row(say("inside"), m.hold);
  row(say("to release"), m.release);
  row(say("to hand over"), m.hand_over);
}

void tell_counts(Page& page, const StressResult& result) {
  const Counts& c = result.measures.counts;
  page.say_line(say("Fairness {} (1: all alike), the longest wait {}",
                    with_decimals(fairness(result.measures.acquired_by_client), 3),
                    short_time(static_cast<std::uint64_t>(result.measures.longest_wait_us))));
  if (c.attempts > 0)
    page.say_line(say("Attempts {}, refused {}; renewed {}, lost {}; not its own {}, in doubt {}",
                      grouped(c.attempts), grouped(c.refused), grouped(c.renewed), grouped(c.lost),
                      grouped(c.not_owner), grouped(c.in_doubt)));
  Sentence errors;
  for (const auto& [error, times] : result.measures.errors) {
    const Sentence one = say("{} x {}", grouped(times), printable(error));
    errors = errors.empty() ? one : say("{}, {}", errors, one);
  }
  if (!errors.empty()) page.say_line(say("Commands that failed: {}", errors));
  if (c.unserved > 0)
    page.say_line(say("{} of the schedule did not begin: the lock cannot keep this pace",
                      grouped(c.unserved)));
}

/// All servers in one line: what each does is alike, or a fault has made it differ.
void tell_servers(Page& page, const StressResult& result) {
  if (result.part) return;  // they work for all generators
  double least = 1e9;
  double most = 0;
  ServerReading sum;
  for (const auto& meter : result.meters) {
    if (!meter || meter->at_us <= 0) continue;
    const double share =
        100 * static_cast<double>(meter->processor_us) / static_cast<double>(meter->at_us);
    least = std::min(least, share);
    most = std::max(most, share);
    sum.processor_us += meter->processor_us;
    sum.commands += meter->commands;
    sum.bytes += meter->bytes;
  }
  if (result.measures.counts.acquired == 0 || sum.commands == 0) return;
  const auto locks = static_cast<double>(result.measures.counts.acquired);
  std::string percent = with_decimals(most, 0);
  if (most - least >= 1) percent = with_decimals(least, 0) + "-" + percent;
  page.say_line(say("A server: {} % of a processor. A lock: {} us of it, {} commands, {} bytes",
                    percent, with_decimals(static_cast<double>(sum.processor_us) / locks, 1),
                    with_decimals(static_cast<double>(sum.commands) / locks, 1),
                    with_decimals(static_cast<double>(sum.bytes) / locks, 0)));
}

std::string strikes_in(const StressResult& result, std::size_t second) {
  std::string all;
  for (const Strike& strike : result.work.strikes)
    if (static_cast<std::size_t>(us(strike.at) / 1'000'000) == second)
      all += (all.empty() ? "" : "; ") + to_string(strike);
  return all;
}

void tell_seconds(Page& page, const StressResult& result) {
  constexpr std::array<const char*, 8> bars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::vector<Second>& seconds = result.measures.seconds;
  if (!result.work.strikes.empty()) {
    page.row(page.in(say("second")),
             {page.in(say("locks")), "p99", page.in(say("refused")), page.in(say("failures")),
              page.in(say("violations"))},
             7);
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      const Second& one = seconds[i];
      page.row(
          fmt::format("{:>6}", i + 1),
          {grouped(one.acquired), short_time(one.acquire.quantile(99, 100)), grouped(one.refused),
           grouped(one.failures), grouped(one.violations), strikes_in(result, i)},
          7);
    }
    return;
  }
  if (seconds.size() < 2) return;
  std::uint64_t most = 1;
  for (const Second& one : seconds) most = std::max(most, one.acquired);
  std::string chart;
  // A column stands for several seconds where there are many.
  const std::size_t each = (seconds.size() + 59) / 60;
  for (std::size_t i = 0; i + each <= seconds.size(); i += each) {
    std::uint64_t sum = 0;
    for (std::size_t k = i; k < i + each; ++k) sum += seconds[k].acquired;
    chart += bars[std::min<std::size_t>(7, sum * 8 / (most * each + 1))];
  }
  page.say_line(say("Locks by the second: {} (at most {})", chart, grouped(most)));
}

}  // namespace

std::string stress_report(const StressResult& result, Language language) {
  Page page(language);
  page.say_line(what_was_done(result));
  for (const Sentence& line : told_of_parts(result)) page.say_line(line);
  page.say_line(how_fast(result));
  tell_safety(page, result);
  list_violations(page, result);
  list_windows(page, result);
  page.line();
  tell_latencies(page, result);
  page.line();
  tell_counts(page, result);
  tell_servers(page, result);
  tell_seconds(page, result);
  return std::move(page).text();
}

std::string stress_comparison(const std::vector<StressResult>& results, Language language) {
  Page page(language);
  std::size_t wide = 0;
  for (const StressResult& result : results) wide = std::max(wide, result.work.label().size());
  page.row("",
           {page.in(say("locks/s")), page.in(say("of limit")), "p50", "p99",
            page.in(say("refused")), page.in(say("violations"))},
           wide);
  for (const StressResult& result : results) {
    std::uint64_t harms = result.admissions.too_many + result.admissions.lacking;
    for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i)
      if (broken_by(static_cast<Harm>(i))) harms += result.harms[i];
    const std::optional<double> share = result.share();
    page.row(result.work.label(),
             {grouped(static_cast<std::uint64_t>(result.rate())),
              share ? with_decimals(*share, 0) + " %" : "-",
              short_time(result.measures.acquire.quantile(1, 2)),
              short_time(result.measures.acquire.quantile(99, 100)),
              grouped(result.measures.counts.refused),
              broke_a_promise(result) ? grouped(harms) + " !" : grouped(harms)},
             wide);
  }
  return std::move(page).text();
}

}  // namespace locklab::app
