#include "app/stress/report/report_safety.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

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

std::string moment(const StressResult& result, std::int64_t at_us) {
  if (at_us < 0) return "-";
  return fmt::format("{:.6f} s", static_cast<double>(at_us - result.measured_from_us) / 1e6);
}

Sentence hold_words(const StressResult& result, const Hold& hold) {
  const Sentence inside = say("client {} (inside {} to {})", hold.client + 1,
                              moment(result, hold.entered_us), moment(result, hold.left_us));
  return hold.token < 0 ? inside : say("{} with token {}", inside, hold.token);
}

}  // namespace

Sentence nothing_measured(const StressResult& result) {
  if (result.measured <= 0us) return say("Nothing was measured: the load ended before that");
  if (result.ended_at_once())
    return say("Nothing was measured: the load ended in its first moments");
  if (result.done(result.measures.counts) > 0) return {};
  return result.work.critical_sections()
             ? say("Nothing was measured: nobody was let in during that time")
             : say("Nothing was measured: nobody had an answer during that time");
}

void tell_safety(Page& page, const StressResult& result) {
  const sim::Properties promised = sim::promised_by(*result.work.strategy);
  const auto remark = [&](const Sentence& what, std::optional<sim::Property> broken) {
    if (!broken) return page.say_line(what);
    page.say_line(promised.has(*broken) ? say("BROKEN: {}", what)
                                        : say("{}, as it does not promise otherwise", what));
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    if (result.harms[i] == 0) continue;
    remark(harm_words(static_cast<Harm>(i), result.harms[i]), broken_by(static_cast<Harm>(i)));
  }
  const Admissions& admitted = result.admissions;
  if (admitted.too_many > 0)
    remark(say("{} more were let through than the limit allows", grouped(admitted.too_many)),
           sim::Property::quota);
  if (admitted.lacking > 0)
    remark(say("{} acknowledged changes are not in the counter", grouped(admitted.lacking)),
           sim::Property::no_lost_update);
  if (safety_of(result) != Safety::safe) return;
  page.say_line(
      result.work.critical_sections()
          ? say("Safe: in {} critical sections, no two clients were inside together, and no update "
                "was lost",
                grouped(result.measures.counts.acquired))
          : say("Safe: {} were let through, and the count is right", grouped(admitted.granted)));
}

bool in_the_warm_up(const StressResult& result, const Violation& one) {
  return one.second.entered_us < result.measured_from_us;
}

void list_violations(Page& page, const StressResult& result) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    const auto first =
        std::find_if(result.violations.begin(), result.violations.end(),
                     [&](const Violation& one) { return one.harm == static_cast<Harm>(i); });
    if (first == result.violations.end()) continue;
    const Sentence one = hold_words(result, first->first);
    const Sentence other = hold_words(result, first->second);
    page.say_line(in_the_warm_up(result, *first)
                      ? say("  {} at lock {}, in the warm-up: {}, {}",
                            Sentence::text(name(first->harm)), first->lock + 1, one, other)
                      : say("  {} at lock {}: {}, {}", Sentence::text(name(first->harm)),
                            first->lock + 1, one, other));
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

}  // namespace locklab::app
