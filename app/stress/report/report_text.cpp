#include "app/stress/report/report_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/load/load_part.h"
#include "app/load/work_words.h"
#include "app/stress/report/report_page.h"
#include "app/stress/report/report_safety.h"
#include "app/stress/report/report_trouble.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

constexpr std::size_t first_column = 16;

Sentence what_was_done(const StressResult& result) {
  const StressWork& work = result.work;
  const Sentence pace =
      work.rate > 0 ? say(", {} a second by schedule", grouped(work.rate)) : Sentence();
  const Sentence who =
      say("{}: {}, {}{}", work.label(), how_many_clients(work), whose_locks(work), pace);
  const std::string rest = short_time(static_cast<std::uint64_t>(us(work.think)));
  const std::string time = with_decimals(static_cast<double>(us(result.measured)) / 1e6, 1);
  if (!work.critical_sections())
    return say("{}; whoever has an answer, yes or no, asks again after {} of rest; {} s", who, rest,
               time);
  return say("{}; inside {}, then {} of rest; {} s", who,
             short_time(static_cast<std::uint64_t>(us(work.hold))), rest, time);
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
  row(result.work.critical_sections() ? say("to be let in") : say("to be answered"), m.acquire);
  row(say("inside"), m.hold);
  row(say("to release"), m.release);
  row(say("to hand over"), m.hand_over);
}

/// Reports the schedule of an open loop: operations that never began, and those still waiting.
void tell_schedule(Page& page, const StressResult& result) {
  const Counts& c = result.measures.counts;
  if (result.work.rate == 0) return;
  const std::uint64_t waits =
      result.measures.acquire.count() - std::min(result.measures.acquire.count(), result.done(c));
  const bool disturbed = c.stuck > 0 || c.silences > 0 || !result.work.strikes.empty();
  if (c.unserved > 0)
    page.say_line(disturbed
                      ? say("{} of the measured schedule did not begin", grouped(c.unserved))
                      : say("{} of the measured schedule did not begin: the lock cannot keep this "
                            "pace",
                            grouped(c.unserved)));
  if (waits > 0)
    page.say_line(
        say("{} were due and waited at the end: each counts with its wait so far", grouped(waits)));
}

/// Reports the longest lock-out, and the faults that were active during it.
Sentence lockout_line(const StressResult& result, const LoadLockout& lockout) {
  const auto seconds = [](Duration time) {
    return with_decimals(static_cast<double>(us(time)) / 1e6, 2);
  };
  const std::string length = short_time(static_cast<std::uint64_t>(us(lockout.length())));
  Sentence line = lockout.to_the_end ? say("The longest lock-out {}, from {} s until the end",
                                           length, seconds(lockout.from))
                                     : say("The longest lock-out {}, from {} s to {} s", length,
                                           seconds(lockout.from), seconds(lockout.to));
  if (result.work.keys > 1) line = say("{}, of lock {}", line, lockout.lock + 1);
  if (result.work.strikes.empty()) return line;
  std::string faults;
  for (const Strike& strike : strikes_during(result.work, lockout))
    faults += (faults.empty() ? "" : "; ") + shown(strike);
  return faults.empty() ? say("{}; no fault was active then", line)
                        : say("{}; active then: {}", line, faults);
}

void tell_counts(Page& page, const StressResult& result) {
  const Counts& c = result.measures.counts;
  const std::string longest =
      short_time(static_cast<std::uint64_t>(result.measures.longest_wait_us));
  if (const auto fair = result.fairness()) {
    page.say_line(
        say("Fairness {} (1: all alike), the longest wait {}", with_decimals(*fair, 3), longest));
  } else if (result.measures.longest_wait_us > 0) {
    page.say_line(say("The longest wait {}", longest));
  }
  if (result.lockout) page.say_line(lockout_line(result, *result.lockout));
  page.say_line(say("The load generator was late by up to {}",
                    short_time(static_cast<std::uint64_t>(result.measures.late_us))));
  if (!result.work.critical_sections() && c.decided > 0) {
    page.say_line(say("Let through {}, turned away {}", grouped(c.acquired),
                      grouped(c.decided - std::min(c.decided, c.acquired))));
  } else if (c.attempts > 0) {
    page.say_line(say("Attempts {}, of them retries {}, refused {}; released {}",
                      grouped(c.attempts), grouped(c.retries), grouped(c.refused),
                      grouped(c.released)));
    if (c.gave_up > 0)
      page.say_line(say("Gave up: {} of {} acquisitions", grouped(c.gave_up),
                        grouped(c.acquired + c.gave_up)));
    if (c.renewed + c.lost + c.not_owner + c.in_doubt > 0)
      page.say_line(say("Renewed {}, lost {}; not its own {}, in doubt {}", grouped(c.renewed),
                        grouped(c.lost), grouped(c.not_owner), grouped(c.in_doubt)));
  }
  Sentence errors;
  for (const auto& [error, times] : result.measures.errors) {
    const Sentence one = say("{} x {}", grouped(times), error_words(printable(error)));
    errors = errors.empty() ? one : say("{}, {}", errors, one);
  }
  if (!errors.empty()) page.say_line(say("Commands that failed: {}", errors));
  if (c.stuck > 0)
    page.say_line(
        say("{} locks stayed taken after their client had let go, until their lease ran out",
            grouped(c.stuck)));
  tell_schedule(page, result);
}

/// Reports all servers in one line: the range of their processor shares, and sums per operation.
void tell_servers(Page& page, const StressResult& result) {
  if (result.part) return;  // the servers work for all generators
  if (std::any_of(result.meters.begin(), result.meters.end(),
                  [](const auto& meter) { return !meter; }))
    return page.say_line(say("What the servers did is not known: one could not be asked in time"));
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
  const std::uint64_t done = result.done(result.measures.counts);
  if (done == 0 || sum.commands == 0) return;
  const auto locks = static_cast<double>(done);
  std::string percent = with_decimals(most, 0);
  if (most - least >= 1) percent = with_decimals(least, 0) + "-" + percent;
  const Sentence each = say("{} us of it, {} commands, {} bytes",
                            with_decimals(static_cast<double>(sum.processor_us) / locks, 1),
                            with_decimals(static_cast<double>(sum.commands) / locks, 1),
                            with_decimals(static_cast<double>(sum.bytes) / locks, 0));
  page.say_line(result.work.critical_sections()
                    ? say("A server: {} % of a processor. A lock: {}", percent, each)
                    : say("A server: {} % of a processor. A decision: {}", percent, each));
}

std::string time_of(std::int64_t us) { return short_time(static_cast<std::uint64_t>(us)); }

Sentence told_of_part(const StressResult& result) {
  return say("Part {} of {}: {} of the clients; begun at {}, give or take {}",
             result.work.part->number + 1, result.work.part->of,
             grouped(result.work.clients_here()), rfc3339(result.part->begun_at_us),
             time_of(result.part->clock_error_us));
}

std::vector<Sentence> told_of_merge(const StressResult& result) {
  const MergeResult& merge = *result.merge;
  std::vector<Sentence> lines{
      say("{} generators, begun within {}; their clocks are known to within {}", merge.generators,
          time_of(merge.apart_us), time_of(merge.clock_error_us))};
  if (merge.compared == 0) return lines;
  const Sentence which = merge.one_slice_of == 1 ? say("all {} holds", grouped(merge.seen))
                                                 : say("{} of {} holds, one slice of time in {}",
                                                       grouped(merge.compared), grouped(merge.seen),
                                                       merge.one_slice_of);
  lines.push_back(
      say("Compared between generators: {}; {} overlaps, and {} too close for the clocks to tell",
          which, grouped(merge.overlaps), grouped(merge.possible)));
  return lines;
}

/// Lines about the generators, if several shared the load.
std::vector<Sentence> told_of_parts(const StressResult& result) {
  if (result.part && result.work.part) return {told_of_part(result)};
  if (result.merge) return told_of_merge(result);
  return {};
}

std::string strikes_in(const StressResult& result, std::size_t second) {
  std::string all;
  for (const Strike& strike : result.work.strikes)
    if (static_cast<std::size_t>(us(strike.at()) / 1'000'000) == second)
      all += (all.empty() ? "" : "; ") + shown(strike);
  return all;
}

/// Writes a row for each second; the last is often partial.
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

/// Writes a row for each second if the load had faults, else a chart in one line if there are two
/// seconds or more.
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
  // With more than 60 seconds, each bar is the mean of several.
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

}  // namespace

Sentence how_fast(const StressResult& result) {
  const std::string number = grouped(static_cast<std::uint64_t>(result.rate()));
  Sentence rate =
      result.work.critical_sections() ? say("{} locks/s", number) : say("{} decisions/s", number);
  const auto side = [](const std::optional<std::uint64_t>& limit) {
    return limit ? grouped(*limit) : std::string("-");
  };
  const std::string before = side(result.limit_before);
  const std::string after = side(result.limit_after);
  switch (result.limit_state()) {
    case LimitState::none:
      return rate;
    case LimitState::apart:
      return say("{}; the limit beside it could not be measured: {} before, {} after", rate, before,
                 after);
    case LimitState::exceeded:
      return say(
          "{}; the limit beside it was not measured well, the lock did more: {} before, {} "
          "after",
          rate, before, after);
    case LimitState::sound:
      break;
  }
  return say("{}, {} % of the limit beside it ({} before, {} after)", rate,
             with_decimals(*result.share(), 0), before, after);
}

void write_report(Page& page, const StressResult& result) {
  page.say_line(what_was_done(result));
  for (const Sentence& line : told_of_parts(result)) page.say_line(line);
  const Sentence nothing = nothing_measured(result);
  page.say_line(nothing.empty() ? how_fast(result) : nothing);
  for (const Sentence& line : troubles_of(result)) page.say_line(line);
  tell_safety(page, result);
  list_violations(page, result);
  list_windows(page, result);
  if (!result.measures.acquire.empty()) {
    page.line();
    tell_latencies(page, result);
  }
  page.line();
  tell_counts(page, result);
  tell_servers(page, result);
  tell_seconds(page, result);
}

std::string stress_report(const StressResult& result, Language language) {
  Page page(language);
  write_report(page, result);
  return page.text();
}

}  // namespace locklab::app
