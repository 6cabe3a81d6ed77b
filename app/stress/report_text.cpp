#include "app/stress/report_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/stress/report_page.h"
#include "app/stress/report_parts.h"
#include "app/stress/report_safety.h"
#include "app/stress/report_seconds.h"
#include "app/stress/report_trouble.h"
#include "app/stress/work_words.h"
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

/// Why clients of an open loop waited: the lock was too slow, or something had happened to it.
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
  page.say_line(say("The load generator was late by up to {}",
                    short_time(static_cast<std::uint64_t>(result.measures.late_us))));
  if (!result.work.critical_sections() && c.decided > 0) {
    page.say_line(say("Let through {}, turned away {}", grouped(c.acquired),
                      grouped(c.decided - std::min(c.decided, c.acquired))));
  } else if (c.attempts > 0) {
    page.say_line(say("Attempts {}, of them retries {}, refused {}; released {}",
                      grouped(c.attempts), grouped(c.retries()), grouped(c.refused),
                      grouped(c.released)));
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
    page.say_line(say("{} locks stayed taken after commands in doubt, until their lease ran out",
                      grouped(c.stuck)));
  tell_schedule(page, result);
}

/// All servers in one line: what each does is alike, or a fault has made it differ.
void tell_servers(Page& page, const StressResult& result) {
  if (result.part) return;  // they work for all generators
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
