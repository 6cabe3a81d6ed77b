#include "app/matrix/trait_stories.h"

#include <array>

#include "lock/strategy.h"

namespace locklab::app {

namespace {

/// The scenario that shows a trait of one lock, where the trait's default scenario does not.
struct Exception {
  std::string_view trait, strategy, scenario, variation;
  std::string_view set = {};
  bool as_told = false;  ///< the scenario already uses this lock
};

constexpr std::string_view leases_for_redlock = "{node_timeout_ms=40}";
constexpr std::string_view a_replica = R"({node=[{name="n1"}, {name="n2", replica_of="n1"}]})";
constexpr std::string_view slow_replica = "{node={n2={replication_lag_ms=80}}}";

constexpr std::array<Exception, 8> exceptions{{
    // Two steps: the crash between them leaves a key without a lease.
    {"timeout", "setnx_expire", "F02_crash_between", ""},
    {"timeout", "redlock", "F01_crash_no_expiry", "", leases_for_redlock},
    {"deadlock", "redlock", "F02_crash_between", "connection_cut", leases_for_redlock},
    // With these locks, either no lease expires or no expired lock is deleted, so another client's
    // DEL shows the trait.
    {"owner", "setnx_del", "F03_foreign_release", ""},
    {"owner", "getset_timestamp", "F03_foreign_release", ""},
    // This lock checks before it deletes, and the pause comes between the two.
    {"owner", "set_px_get_del", "F05_get_then_del", ""},
    // WAIT is satisfied by n3, but n2 becomes the master.
    {"failover", "set_wait", "F11_failover_lost_lock", "set_wait", slow_replica, true},
    {"failover", "redlock", "F11_failover_lost_lock", "redlock", {}, true},
}};

}  // namespace

std::optional<TraitStory> story_of(const TextbookTrait& trait, std::string_view strategy) {
  if (trait.scenario.empty()) return std::nullopt;
  TraitStory story{{}, property_shown(trait, strategy)};
  sim::RunName& run = story.run;
  run.scenario = trait.scenario;
  run.variation = trait.variation;
  run.changes.strategy = strategy;
  if (find_strategy(strategy)->traits.has(Trait::needs_replicas)) run.changes.set = a_replica;
  for (const Exception& one : exceptions) {
    if (one.trait != trait.id || one.strategy != strategy) continue;
    run.scenario = one.scenario;
    run.variation = one.variation;
    run.changes.set = one.set;
    if (one.as_told) run.changes.strategy.clear();
  }
  return story;
}

}  // namespace locklab::app
