#include <algorithm>
#include <iterator>
#include <vector>

#include "lock/strategy.h"
#include "sim/explore/explore.h"
#include "sim/explore/targets.h"
#include "sim/scenario/persistence.h"
#include "sim/trace/time_words.h"
#include "sim/world/client.h"

namespace locklab::sim {

namespace {

Sentence ms(Duration time) { return Sentence::name(as_ms(us(time))); }

/// Formats "3 ms", or "from 2 ms to 4 ms" if the times differ. `times` must not be empty.
Sentence span(const std::vector<Duration>& times) {
  const auto [least, most] = std::minmax_element(times.begin(), times.end());
  return *least == *most ? ms(*least) : say("from {} to {}", ms(*least), ms(*most));
}

template <class Players, class Time>
Sentence span_of(const Players& players, Time time) {
  std::vector<Duration> times;
  for (const auto& one : players) times.push_back(time(one));
  return span(times);
}

bool any_in(const Budget& budget, bool (*is)(StrikeKind)) {
  return std::any_of(budget.begin(), budget.end(),
                     [&](const Allowance& allowed) { return is(allowed.kind); });
}

Sentence words_of(Persistence persistence) {
  switch (persistence) {
    case Persistence::none:
      return say("nodes keep nothing on disk");
    case Persistence::everysec:
      return say("nodes write to disk every second");
    default:
      return say("nodes write to disk at once");
  }
}

}  // namespace

std::vector<Sentence> ground_words(const SearchSpec& spec) {
  const Scenario& scenario = spec.run.scenario;
  const LockConfig& lock = scenario.lock;
  const Sentence messages =
      span({scenario.latency - scenario.jitter, scenario.latency + scenario.jitter});
  const Sentence retries =
      lock.retry_jitter > 0us
          ? say("after {} and up to {} more", ms(lock.retry_delay), ms(lock.retry_jitter))
          : say("after {}", ms(lock.retry_delay));
  std::vector<Sentence> all;
  all.push_back(
      say("assumes: each message takes {}; a client waits {} for a node, and tries "
          "again {}; the lease is {}",
          messages, ms(lock.node_timeout), retries, ms(lock.lease.value_or(lock.ttl))));
  all.push_back(say(
      "assumes: the work takes {}; a client gives up after {}",
      span_of(scenario.clients, [](const ClientSpec& one) { return one.work; }),
      span_of(scenario.clients, [&](const ClientSpec& one) { return scenario.wait_time(one); })));
  const auto is_replica = [](const NodeSpec& node) { return !node.replica_of.empty(); };
  std::vector<NodeSpec> replicas;
  std::copy_if(scenario.nodes.begin(), scenario.nodes.end(), std::back_inserter(replicas),
               is_replica);
  if (!replicas.empty())
    all.push_back(say("assumes: a replica lags by {}",
                      span_of(replicas, [](const NodeSpec& one) { return one.replication_lag; })));
  if (any_in(spec.budget, ends_nodes))
    all.push_back(say("assumes: {}; a node is down for {} at least",
                      words_of(scenario.nodes.front().persistence), ms(spec.sizes.least_outage)));
  if (!spec.budget.empty())
    all.push_back(say("assumes: every fault strikes after the clients have begun"));
  if (spec.sizes.end_every > 0us)
    all.push_back(say("searched besides: retry pauses and faults that end at every multiple of {}",
                      ms(spec.sizes.end_every)));
  return all;
}

bool ends_unseen(const SearchSpec& spec) {
  const Scenario& scenario = spec.run.scenario;
  const bool every_ms = spec.sizes.end_every > 0us && 1ms % spec.sizes.end_every == 0us;
  const bool any_end = scenario.lock.retry_jitter > 0us || !spec.budget.empty();
  return any_end && !every_ms &&
         find_strategy(scenario.strategy)->traits.has(Trait::reads_wall_clock);
}

std::vector<Sentence> limit_words(const SearchSpec& spec, const Answer& answer) {
  std::vector<Sentence> all;
  if (spec.run.scenario.cluster) all.push_back(say("not searched: moves of the cluster's slots"));
  if (ends_unseen(spec))
    all.push_back(
        say("not searched: retry pauses and faults that end just as a stored deadline passes, when "
            "nothing happens"));
  if (answer.used_series)
    all.push_back(say(
        "not searched: other retry pauses than those of one series, after the first {} of a wait",
        most_decided_pauses(spec.run.scenario)));
  return all;
}

std::vector<Sentence> fault_words(const SearchSpec& spec, const Answer& answer) {
  const bool nothing_broken = answer.exhausted && answer.broken.empty();
  std::vector<Sentence> all;
  for (const StrikeKind kind : kinds_in(spec.budget)) {
    const StrikeCounts& counts = answer.struck.of(kind);
    all.push_back(counts.vacuous() && nothing_broken ? vacuity_words(name(kind), counts)
                                                     : strike_words(name(kind), counts));
  }
  return all;
}

}  // namespace locklab::sim
