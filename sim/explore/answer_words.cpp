#include "sim/explore/explore.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

Sentence ground_words(const Scenario& scenario) {
  const auto ms = [](Duration time) { return as_ms(us(time)); };
  const LockConfig& lock = scenario.lock;
  const Sentence messages =
      scenario.jitter > 0us
          ? say("each message takes from {} to {}", ms(scenario.latency - scenario.jitter),
                ms(scenario.latency + scenario.jitter))
          : say("each message takes {}", ms(scenario.latency));
  const Sentence retries =
      lock.retry_jitter > 0us
          ? say("after {} and up to {} more", ms(lock.retry_delay), ms(lock.retry_jitter))
          : say("after {}", ms(lock.retry_delay));
  return say("stands on: {}; a client waits {} for a node, and tries again {}; the lease is {}",
             messages, ms(lock.node_timeout), retries, ms(lock.lease.value_or(lock.ttl)));
}

std::vector<Sentence> fault_words(const SearchSpec& spec, const Answer& answer) {
  std::vector<Sentence> all;
  for (const StrikeKind kind : kinds_in(spec.budget)) {
    const StrikeCounts& counts = answer.struck.of(kind);
    all.push_back(counts.vacuous() && !answer.holds.empty() ? vacuity_words(name(kind), counts)
                                                            : strike_words(name(kind), counts));
  }
  return all;
}

}  // namespace locklab::sim
