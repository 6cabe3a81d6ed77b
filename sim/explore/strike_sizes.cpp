#include "sim/explore/strike_sizes.h"

#include <algorithm>

#include "lock/strategy.h"

namespace locklab::sim {

namespace {

constexpr Duration an_hour = 3'600s;
/// Twice what Redlock allows for (1 %), and a clock at 1.5 times or half the correct speed.
constexpr std::array<std::int64_t, 2> drifts_in_ppm{20'000, 500'000};

Duration lease_of(const Scenario& scenario) {
  return scenario.lock.lease.value_or(scenario.lock.ttl);
}

/// The time left of the lease after the longest work; half a lease if none is left, or no client
/// works.
Duration left_after_work(const Scenario& scenario) {
  const Duration lease = lease_of(scenario);
  Duration work{0};
  for (const ClientSpec& client : scenario.clients) work = std::max(work, client.work);
  return work > 0us && work < lease ? lease - work : lease / 2;
}

/// The longest time that a node measures for the lock: a lease, or a rate limiter's window.
Duration longest_time(const Scenario& scenario) {
  const Strategy* const strategy = find_strategy(scenario.strategy);
  const bool limits = strategy && strategy->traits.has(Trait::limits_rate);
  return limits ? std::max(lease_of(scenario), scenario.lock.window) : lease_of(scenario);
}

}  // namespace

Duration usual_least_outage(const Scenario& scenario) { return lease_of(scenario) / 10; }

StrikeSizes sizes_for(const Scenario& scenario, std::optional<Duration> least_outage) {
  const Duration lease = lease_of(scenario);
  StrikeSizes sizes;
  sizes.jumps = {left_after_work(scenario), lease + 1ms, std::max(an_hour, 2 * lease)};
  sizes.hour_adds_nothing = longest_time(scenario) <= lease;
  sizes.drifts = drifts_in_ppm;
  sizes.heals = 2 * lease;
  sizes.down = lease + scenario.bound_time() + 2 * scenario.lock.retry_delay;
  sizes.least_outage = least_outage.value_or(usual_least_outage(scenario));
  return sizes;
}

}  // namespace locklab::sim
