#include "app/stress/stress_result.h"

#include "sim/scenario/promises.h"

namespace locklab::app {

double StressResult::rate() const {
  if (measured <= 0us) return 0;
  return static_cast<double>(measures.counts.acquired) * 1e6 / static_cast<double>(us(measured));
}

std::optional<double> StressResult::limit() const {
  if (!limit_before && !limit_after) return std::nullopt;
  const auto before = static_cast<double>(limit_before.value_or(limit_after.value_or(0)));
  const auto after = static_cast<double>(limit_after.value_or(limit_before.value_or(0)));
  return (before + after) / 2;
}

std::optional<double> StressResult::share() const {
  const std::optional<double> most = limit();
  if (!most || *most <= 0) return std::nullopt;
  return 100 * rate() / *most;
}

std::optional<sim::Property> broken_by(Harm harm) {
  switch (harm) {
    case Harm::overlap:
      return sim::Property::mutual_exclusion;
    case Harm::lost_update:
      return sim::Property::no_lost_update;
    case Harm::token_fell:
      return sim::Property::fencing;
    default:
      return std::nullopt;
  }
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

}  // namespace locklab::app
