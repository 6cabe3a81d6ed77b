#include "app/load/stress_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>

#include "sim/scenario/promises.h"

namespace locklab::app {

namespace {

/// Maximum ratio of the two limits that a machine's own noise explains.
constexpr double most_apart = 1.5;
constexpr double most_exceeded = 1.05;
/// Shorter seconds are not shown.
constexpr Duration least_second = 50ms;

double mean(const std::optional<std::uint64_t>& a, const std::optional<std::uint64_t>& b) {
  return (static_cast<double>(a.value_or(b.value_or(0))) +
          static_cast<double>(b.value_or(a.value_or(0)))) /
         2;
}

/// Throughput in multiples of the limit, with denials weighted by their commands; 0 if the limit is
/// zero.
double in_limits(const StressResult& result) {
  double done = result.rate();
  const Counts& counts = result.measures.counts;
  if (!result.work.critical_sections() && result.yes_commands > 0 && counts.decided > 0) {
    const auto yes = static_cast<double>(counts.acquired);
    const double no = std::max(static_cast<double>(counts.decided) - yes, 0.0);
    const auto no_commands =
        static_cast<double>(result.no_commands > 0 ? result.no_commands : result.yes_commands);
    done *= (yes + no * no_commands / static_cast<double>(result.yes_commands)) / (yes + no);
  }
  const double limit = mean(result.limit_before, result.limit_after);
  return limit > 0 ? done / limit : 0;
}

}  // namespace

double StressResult::rate() const {
  if (measured <= 0us || ended_at_once()) return 0;
  return static_cast<double>(done(measures.counts)) * 1e6 / static_cast<double>(us(measured));
}

LimitState StressResult::limit_state() const {
  if (!limit_before && !limit_after) return LimitState::none;
  const auto [least, most] = std::minmax({limit_before.value_or(limit_after.value_or(0)),
                                          limit_after.value_or(limit_before.value_or(0))});
  if (least == 0 || static_cast<double>(most) > most_apart * static_cast<double>(least))
    return LimitState::apart;
  return in_limits(*this) > most_exceeded ? LimitState::exceeded : LimitState::sound;
}

std::optional<double> StressResult::limit() const {
  if (limit_state() != LimitState::sound) return std::nullopt;
  return mean(limit_before, limit_after);
}

std::optional<double> StressResult::share() const {
  if (limit_state() != LimitState::sound) return std::nullopt;
  return 100 * in_limits(*this);
}

std::optional<double> StressResult::fairness() const {
  if (measures.counts.acquired == 0) return std::nullopt;
  return app::fairness(measures.acquired_by_client);
}

Duration StressResult::length_of(std::size_t second) const {
  const Duration begins = 1s * static_cast<std::int64_t>(second);
  const bool last = second + 1 >= measures.seconds.size();
  const Duration length = last ? measured - begins : std::min<Duration>(measured - begins, 1s);
  return length < least_second ? 0us : length;
}

double StressResult::per_second(std::uint64_t count, std::size_t second) const {
  const Duration length = length_of(second);
  if (length <= 0us) return 0;
  return static_cast<double>(count) * 1e6 / static_cast<double>(us(length));
}

StressSecond StressResult::second(std::size_t number) const {
  const Second& all = measures.seconds[number];
  const auto scaled = [&](std::uint64_t count) {
    return is_partial(number) ? static_cast<std::uint64_t>(std::llround(per_second(count, number)))
                              : count;
  };
  return {.locks = scaled(done(all.counts)),
          .p50_us = all.acquire.percentile(50),
          .p99_us = all.acquire.percentile(99),
          .failures = scaled(all.counts.failures()),
          .violations = scaled(all.violations),
          .violations_by_tenth = all.violations_by_tenth,
          .longest_wait_us = all.longest_wait_us,
          .longest_wait_us_by_tenth = all.longest_wait_us_by_tenth,
          .lasted_s = std::min(static_cast<double>(us(length_of(number))) / 1e6, 1.0)};
}

std::size_t StressResult::shown_seconds() const {
  std::size_t shown = measures.seconds.size();
  while (shown > 0 && length_of(shown - 1) <= 0us) --shown;
  return shown;
}

std::vector<std::size_t> runs_of(const std::vector<StressResult>& results) {
  std::map<std::string, std::size_t> before;
  std::vector<std::size_t> runs;
  for (const StressResult& result : results) runs.push_back(++before[result.work.label()]);
  return runs;
}

std::vector<std::string> names_of(const std::vector<StressResult>& results) {
  std::map<std::string, std::size_t> all;
  for (const StressResult& result : results) ++all[result.work.label()];
  const std::vector<std::size_t> runs = runs_of(results);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::string& name = names.emplace_back(results[i].work.label());
    if (all[name] > 1) name += fmt::format(" #{}", runs[i]);
  }
  return names;
}

std::vector<Strike> strikes_during(const StressWork& work, const LoadLockout& lockout) {
  std::vector<Strike> active;
  for (const Strike& one : work.strikes) {
    const bool ends_others = std::ranges::any_of(work.strikes, [&](const Strike& other) {
      return sim::row_of(other.fault.kind).ended_by == one.fault.kind;
    });
    if (ends_others) continue;
    const sim::FaultKind ended_by = sim::row_of(one.fault.kind).ended_by;
    Duration until = one.at() + work.lock.ttl;
    if (one.fault.restart_after) {
      until = one.at() + *one.fault.restart_after;
    } else if (one.lasts() > 0us) {
      until = one.at() + one.lasts();
    } else if (ended_by != sim::FaultKind::count_) {
      until = Duration::max();
      for (const Strike& other : work.strikes)
        if (other.fault.kind == ended_by && other.node == one.node && other.client == one.client &&
            other.at() >= one.at())
          until = std::min(until, other.at());
    }
    if (one.at() <= lockout.to && until >= lockout.from) active.push_back(one);
  }
  return active;
}

bool broke_a_promise(const StressResult& result) {
  const sim::Properties promised = sim::promised_by(*result.work.strategy);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Harm::count_); ++i) {
    const auto broken = broken_by(static_cast<Harm>(i));
    if (broken && result.harms[i] > 0 && promised.has(*broken)) return true;
  }
  return (result.admissions.too_many > 0 && promised.has(sim::Property::quota)) ||
         (result.admissions.lacking > 0 && promised.has(sim::Property::no_lost_update));
}

std::uint64_t violation_count(const StressResult& result) {
  return std::accumulate(std::begin(result.harms), std::end(result.harms),
                         result.admissions.too_many + result.admissions.lacking);
}

Safety safety_of(const StressResult& result) {
  if (broke_a_promise(result)) return Safety::broken;
  if (violation_count(result) > 0) return Safety::unpromised;
  if (result.measured <= 0us || result.ended_at_once() || result.done(result.measures.counts) == 0)
    return Safety::unmeasured;
  return result.admissions.uncounted > 0 ? Safety::unchecked : Safety::safe;
}

}  // namespace locklab::app
