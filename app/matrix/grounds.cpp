#include "app/matrix/grounds.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/explore/budget.h"

namespace locklab::app {

namespace {

/// A ground, and where it applies.
struct GroundRule {
  Ground ground;
  bool (*concerns)(const Strategy& strategy, std::string_view kind);
};

bool uses_server(const Strategy& strategy) { return strategy.topology != Topology::none; }

bool excludes(const Strategy& strategy) {
  return uses_server(strategy) && strategy.traits.has(Trait::exclusive);
}

/// Whether a fault of the kind delays or removes a reply.
bool delays_answers(std::string_view kind) {
  static constexpr std::array<std::string_view, 7> late{"pause", "kill", "power", "cut",
                                                        "hold",  "lose", "stop"};
  return strikes_masters(kind) || std::find(late.begin(), late.end(), kind) != late.end();
}

/// Whether a request may arrive after later ones of its client. A frozen node runs them in order.
bool holds_requests_back(std::string_view kind) { return kind == "cut" || kind == "hold"; }

/// Whether the lock uses several masters, so that it must give up on each of them within a fifth of
/// its lease. With a frozen node, a search of such a lock takes half a minute on one ground, so
/// only the plain ground is searched.
bool asks_one_by_one(const Strategy& strategy) { return strategy.topology == Topology::masters; }

/// Whether a lock claims on several masters or waits for replicas. A search in which clients retry
/// after 5 ms then takes minutes.
bool asks_several(const Strategy& strategy) {
  return asks_one_by_one(strategy) || strategy.traits.has(Trait::needs_replicas);
}

std::vector<GroundRule> rules_of_patience() {
  return {
      {{plain_ground,
        say("the scenario 'bare', in an even rhythm: a client waits 15 ms for an answer, works for "
            "60 ms of a lease of 100 ms, and tries again after 20 ms"),
        "retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view) { return !asks_one_by_one(strategy); }},
      {{plain_ground,
        say("for locks on several masters the scenario 'bare' as it stands, with retries after 20 "
            "to 30 ms, as chance decides: in an even rhythm their clients would take each other's "
            "majority for ever"),
        ""},
       [](const Strategy& strategy, std::string_view) { return asks_one_by_one(strategy); }},
      // Each random delay is a decision of the search, so with a long wait_ms it would take
      // minutes.
      {{"drawn",
        say("who was refused tries again after 20 to 30 ms, as chance decides, and gives up after "
            "120 ms"),
        "wait_ms=120"},
       [](const Strategy& strategy, std::string_view) {
         return excludes(strategy) && !asks_one_by_one(strategy);
       }},
      {{"patient",
        say("a client waits 200 ms for an answer, longer than what the work leaves of the lease, "
            "and gives up after 250 ms"),
        "node_timeout_ms=200, wait_ms=250, retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view kind) {
         return uses_server(strategy) && !asks_one_by_one(strategy) && delays_answers(kind);
       }},
      {{"waiting",
        say("a client waits 70 ms for an answer, longer than what the work leaves of the lease and "
            "shorter than the lease, and gives up after 250 ms"),
        "node_timeout_ms=70, wait_ms=250, retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && !asks_one_by_one(strategy) && delays_answers(kind);
       }},
      {{"patient_nodes",
        say("a client waits 20 ms for the answer of each node, longer than the 15 ms that its work "
            "of 85 ms leaves of the lease, and gives up after 120 ms"),
        "node_timeout_ms=20, work_ms=85, wait_ms=120"},
       [](const Strategy& strategy, std::string_view kind) {
         return asks_one_by_one(strategy) && delays_answers(kind) && kind != "stop";
       }},
      {{"busy", say("the work takes 90 ms of the lease of 100 ms"),
        "work_ms=90, retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view) {
         return excludes(strategy) && !asks_one_by_one(strategy);
       }},
      {{"busy_nodes",
        say("the work takes 90 ms of the lease of 100 ms, and a client gives up after 120 ms"),
        "work_ms=90, wait_ms=120"},
       [](const Strategy& strategy, std::string_view kind) {
         return asks_one_by_one(strategy) && kind != "stop";
       }},
  };
}

std::vector<GroundRule> rules_of_surroundings() {
  return {
      {{"eager", say("who was refused tries again after 5 ms"),
        "retry_delay_ms=5, retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && !kind.empty() && !asks_several(strategy);
       }},
      {{"lagging", say("the replica is 50 ms behind its master"),
        "replication_lag_ms=50, retry_jitter_ms=0"},
       // With a lock that waits for that replica, no client would acquire it, fault or not.
       [](const Strategy& strategy, std::string_view kind) {
         return strikes_masters(kind) && uses_server(strategy) &&
                !strategy.traits.has(Trait::needs_replicas);
       }},
      {{"one_lags",
        say("of two replicas the one that becomes the master is 50 ms behind, and WAIT is content "
            "with the other"),
        "node=[{name=\"n1\"}, {name=\"n2\", replica_of=\"n1\", replication_lag_ms=50}, "
        "{name=\"n3\", replica_of=\"n1\"}], retry_jitter_ms=0",
        2, true},
       [](const Strategy& strategy, std::string_view kind) {
         return strikes_masters(kind) && strategy.traits.has(Trait::needs_replicas);
       }},
      {{"short_window", say("the window of the rate limiter is 50 ms"),
        "window_ms=50, retry_jitter_ms=0"},
       [](const Strategy& strategy, std::string_view) {
         return strategy.traits.has(Trait::limits_rate);
       }},
      {{"other_traffic",
        say("the nodes append to a file, synced once a second, and a third client takes another "
            "lock on them: the first write of a second, which is synced at once, is not always "
            "ours"),
        "persistence=\"everysec\", client=[{name=\"alice\"}, {name=\"bob\"}, {name=\"carol\", "
        "lock=\"locklab:other\", touch=false}], retry_jitter_ms=0",
        std::nullopt},
       [](const Strategy& strategy, std::string_view kind) {
         return uses_server(strategy) && !asks_one_by_one(strategy) &&
                (kind == "power" || kind == "kill");
       }},
      {{"crowded", say("three clients want the lock, and give up after 200 ms"),
        "wait_ms=200, retry_jitter_ms=0", 3},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && kind == "crash";
       }},
      // A release that removes another client's lock harms only a third acquisition.
      {{"two_rounds", say("each client takes the lock twice, and gives up after 250 ms"),
        "rounds=2, retry_jitter_ms=0, wait_ms=250"},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && !strategy.traits.has(Trait::owner_checked) &&
                !asks_several(strategy) && delays_answers(kind) && !strikes_masters(kind);
       }},
      {{"two_drawn_rounds",
        say("each client takes the lock twice; who was refused tries again after 20 to 30 ms, as "
            "chance decides, and gives up after 120 ms"),
        "rounds=2, wait_ms=120"},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && !asks_several(strategy) && kind == "lose";
       }},
      // A delayed claim may cost a second lease: a client that gives up early does not see its end.
      {{"persistent",
        say("the scenario 'bare' as it stands: who was refused tries again after 20 to 30 ms, as "
            "chance decides, and gives up after 570 ms"),
        ""},
       [](const Strategy& strategy, std::string_view kind) {
         return excludes(strategy) && !asks_several(strategy) && holds_requests_back(kind);
       }},
  };
}

std::vector<GroundRule> rules() {
  std::vector<GroundRule> all = rules_of_patience();
  std::ranges::move(rules_of_surroundings(), std::back_inserter(all));
  return all;
}

}  // namespace

bool strikes_masters(std::string_view kind) {
  return kind == name(sim::StrikeKind::failover) || kind == name(sim::StrikeKind::split_brain);
}

std::vector<Ground> all_grounds() {
  std::vector<Ground> all;
  for (GroundRule& rule : rules()) all.push_back(std::move(rule.ground));
  return all;
}

std::vector<Ground> grounds_for(const Strategy& strategy, std::string_view kind) {
  std::vector<Ground> some;
  for (GroundRule& rule : rules())
    if (rule.concerns(strategy, kind)) some.push_back(std::move(rule.ground));
  return some;
}

}  // namespace locklab::app
