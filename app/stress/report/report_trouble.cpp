#include "app/stress/report/report_trouble.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/stress/report/report_page.h"
#include "app/words/display_text.h"

namespace locklab::app {

namespace {

/// Minimum share of timeouts to report; fewer happen on any machine.
constexpr double least_silent_percent = 1;
/// Tolerated lateness of a timer on a busy machine.
constexpr Duration timer_error = 100us;
/// Tolerated lateness of the generator, above the time slices of a scheduler with busy threads.
constexpr Duration most_late = 50ms;

/// Warns if timeouts distort the figures; nullopt if they are rare, or explained by outages, or by
/// faults of servers or links.
std::optional<Sentence> out_of_patience(const StressResult& result) {
  const Measures& m = result.measures;
  const auto timeouts = m.errors.find(std::string(name(Silence::timeout)));
  const bool disturbed =
      !result.outages.empty() || std::ranges::any_of(result.work.strikes, &Strike::at_server);
  if (timeouts == m.errors.end() || m.replies == 0 || disturbed) return std::nullopt;
  const auto silent = static_cast<double>(timeouts->second);
  const double percent = 100 * silent / (silent + static_cast<double>(m.replies));
  if (percent < least_silent_percent) return std::nullopt;
  const std::int64_t patience_ms = us(result.work.lock.node_timeout) / 1'000;
  return say(
      "{} % of the commands had no answer within node_timeout_ms={}: these figures are of "
      "that patience; write fewer --clients, or --set node_timeout_ms={}",
      with_decimals(percent, 0), patience_ms, 10 * patience_ms);
}

/// Warns if the messages of the load passed the proxy: those of the limit never do.
std::optional<Sentence> proxied(const StressResult& result) {
  if (!result.work.breaks_links()) return std::nullopt;
  return say(
      "Faults of links: all messages of the load went through the lab's proxy, those of the limit "
      "did not, so that the share of the limit is too low");
}

/// Warns if clients stayed inside much longer than requested.
std::optional<Sentence> late_generator(const StressResult& result) {
  const StressWork& work = result.work;
  if (work.hold <= 0us || result.measures.hold.empty()) return std::nullopt;
  const std::uint64_t inside = result.measures.hold.quantile(1, 2);
  if (Duration(static_cast<std::int64_t>(inside)) <= work.hold + work.hold / 2 + timer_error)
    return std::nullopt;
  return say(
      "Inside {} where {} were asked: the load generator itself was late; take fewer "
      "clients, or more threads on a machine with more processors",
      short_time(inside), short_time(static_cast<std::uint64_t>(us(work.hold))));
}

/// Warns if the load generator stalled.
std::optional<Sentence> stood_still(const StressResult& result) {
  if (result.measures.late_us <= us(most_late)) return std::nullopt;
  return say(
      "The machine was too slow: the load generator was late by up to {}, which the longest times "
      "include; run it again on an idle machine",
      short_time(static_cast<std::uint64_t>(result.measures.late_us)));
}

std::optional<Sentence> not_counted(const StressResult& result) {
  if (result.admissions.uncounted == 0) return std::nullopt;
  return say("Not checked: the counters of {} locks could not be read at the end",
             grouped(result.admissions.uncounted));
}

/// Line about the loss of a server that the lock survived.
Sentence told_of(const StressResult& result, const Outage& one) {
  const auto seconds = [](Duration time) {
    return with_decimals(static_cast<double>(us(std::max<Duration>(time, 0us))) / 1e6, 1);
  };
  const std::string server =
      one.server < result.servers.size() ? printable(result.servers[one.server]) : "-";
  const Sentence why = error_words(one.why.english());
  return one.until ? say("The server at {} was lost from {} s to {} s ({}); a majority went on",
                         server, seconds(one.from), seconds(*one.until), why)
                   : say("The server at {} was lost from {} s on ({}); a majority went on", server,
                         seconds(one.from), why);
}

}  // namespace

Sentence error_words(std::string_view error) {
  const std::size_t colon = error.find(": ");
  if (colon == std::string_view::npos) return Sentence::text(error);
  return say("{}: {}", Sentence::text(error.substr(0, colon)),
             Sentence::text(error.substr(colon + 2)));
}

std::vector<Sentence> troubles_of(const StressResult& result) {
  std::vector<Sentence> all;
  for (const Outage& one : result.outages) all.push_back(told_of(result, one));
  for (const auto& line : {not_counted(result), out_of_patience(result), stood_still(result),
                           late_generator(result), proxied(result)})
    if (line) all.push_back(*line);
  return all;
}

}  // namespace locklab::app
