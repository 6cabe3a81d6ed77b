#include "sim/scenario/check_together.h"
#include "sim/trace/time_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace locklab::sim {

bool reads(std::string_view strategy, std::string_view key) {
  const Strategy* known = find_strategy(strategy);
  return known && find_switch(*known, key);
}

bool is_switch(std::string_view key) {
  const auto all = strategies();
  return std::any_of(all.begin(), all.end(),
                     [&](const Strategy& one) { return find_switch(one, key) != nullptr; });
}

namespace {

class Together {
 public:
  Together(TableReader& root, const Scenario& scenario, const Strategy& strategy,
           std::string_view own)
      : root_(root),
        scenario_(scenario),
        lock_(scenario.lock),
        strategy_(strategy),
        own_(own == strategy.id) {}

  void check() {
    check_ttl();
    check_validity();
    check_replicas();
    check_cluster();
    check_programs();
    check_hanging();
    check_size();
  }

 private:
  /// The position of a setting, for a complaint; empty if that is in the file and another strategy
  /// replaces the file's own.
  TextPosition place(std::string_view key) {
    const Value* value = root_.field(key);
    if (value && (own_ || value->at.source != 0)) return value->at;
    return own_ ? root_.at() : TextPosition{};
  }

  void check_ttl() {
    if (strategy_.topology != Topology::masters || scenario_.allow_short_ttl) return;
    if (lock_.ttl >= 5 * lock_.node_timeout) return;
    root_.complaints().wrong(
        place("ttl_ms"),
        say("a lease of {} ms is too short for {} with node_timeout_ms = {}", ms_number(lock_.ttl),
            strategy_.id, ms_number(lock_.node_timeout)),
        own_ ? say("it must be at least 5 x node_timeout_ms; set node_timeout_ms to {} or less, or "
                   "allow_short_ttl = true",
                   ms_number(lock_.ttl / 5))
             : say("it must be at least 5 x node_timeout_ms; add --set node_timeout_ms={} or less, "
                   "or allow_short_ttl=true",
                   ms_number(lock_.ttl / 5)));
  }

  void check_validity() {
    if (!strategy_.reads<&LockConfig::min_validity>() || !lock_.check_validity) return;
    const Duration most = lock_.ttl - lock_.drift();
    if (most <= Duration(0))
      return root_.complaints().wrong(
          place("drift_ms"),
          say("a lease of {} ms, less {} ms for drift, is over before it begins",
              ms_number(lock_.ttl), ms_number(lock_.drift())),
          say("make ttl_ms longer"));
    if (lock_.min_validity < most) return;
    root_.complaints().wrong(
        place("min_validity_ms"),
        say("'min_validity_ms' is {}, but at most {} ms of a lease of {} ms can be left",
            ms_number(lock_.min_validity), ms_number(most), ms_number(lock_.ttl)),
        say("nobody could ever acquire it: set it lower"));
  }

  void check_replicas() {
    if (!strategy_.traits.has(Trait::needs_replicas)) return;
    const std::string& master = scenario_.nodes[index(lock_.nodes.front())].name;
    const auto replicas =
        std::count_if(scenario_.nodes.begin(), scenario_.nodes.end(),
                      [&](const NodeSpec& node) { return node.replica_of == master; });
    if (lock_.replicas <= replicas) return;
    root_.complaints().wrong(
        place(root_.field("replicas") ? "replicas" : "strategy"),
        lock_.replicas == 1
            ? say("{} waits for 1 replica of {}, which has {}", strategy_.id, master, replicas)
            : say("{} waits for {} replicas of {}, which has {}", strategy_.id, lock_.replicas,
                  master, replicas),
        say("add a [[node]] with replica_of = \"{}\", or set replicas to {}", master, replicas));
  }

  /// Complains about a cluster of one node, and about features that the lab's clusters lack:
  /// replicas, and locks on independent masters.
  void check_cluster() {
    if (!scenario_.cluster) return;
    const auto wrong = [&](const Sentence& what, const Sentence& instead) {
      root_.complaints().wrong(place("cluster"), what, instead);
    };
    if (strategy_.topology == Topology::masters)
      return wrong(say("{} asks several nodes that know nothing of each other, not one cluster",
                       strategy_.id),
                   say("take a lock on one node, or leave out 'cluster'"));
    const auto replica =
        std::find_if(scenario_.nodes.begin(), scenario_.nodes.end(),
                     [](const NodeSpec& node) { return !node.replica_of.empty(); });
    if (replica != scenario_.nodes.end())
      return wrong(say("{} is a replica: the lab's clusters have masters alone", replica->name),
                   say("leave out its replica_of, or 'cluster'"));
    if (scenario_.nodes.size() < 2)
      return wrong(say("a cluster of 1 node has nobody to move a slot to"),
                   say("write nodes = 2, or one more [[node]]"));
  }

  /// The position of a client's step, with the same exception as place().
  TextPosition place_of_step(std::size_t client, std::size_t step) {
    const Value* list = root_.field("client");
    const Value* program =
        list && client < list->items.size() ? list->items[client].find("program") : nullptr;
    if (!program) program = root_.field("program");
    if (!program || step >= program->items.size()) return place("program");
    const TextPosition at = program->items[step].at;
    return own_ || at.source != 0 ? at : TextPosition{};
  }

  /// Complains about steps that the strategy does not support, or that need more permits than there
  /// are.
  void check_programs() {
    const auto has = [this](Trait trait) { return strategy_.traits.has(trait); };
    for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
      const Program& program = scenario_.clients[c].program;
      for (std::size_t i = 0; i < program.size(); ++i) {
        const Step& step = program[i];
        if (step.kind != StepKind::lock) continue;
        const auto wrong = [&](const Sentence& what) {
          root_.complaints().wrong(place_of_step(c, i), say("'{}': {}", to_string(step), what),
                                   say("write the step without it, or take another strategy"));
        };
        if (step.mode == Mode::shared && !has(Trait::shared_mode))
          return wrong(say("{} has no shared holds", strategy_.id));
        if (step.permits > 1 && !has(Trait::counts_permits))
          return wrong(say("{} has no permits", strategy_.id));
        if (step.permits > lock_.capacity && has(Trait::counts_permits))
          return wrong(say("there are {} permits in all", lock_.capacity));
        if (step.keys.size() > 1 && !has(Trait::several_keys))
          return wrong(say("{} takes one lock at a time", strategy_.id));
      }
    }
  }

  /// Complains about a run without an end.
  void check_hanging() {
    if (scenario_.run_for) return;
    for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
      const Program& program = scenario_.clients[c].program;
      for (std::size_t i = 0; i < program.size(); ++i)
        if (program[i].kind == StepKind::hang)
          return root_.complaints().wrong(place_of_step(c, i),
                                          say("with a client that hangs the run has no end"),
                                          say("say when it ends, for example run_ms = 2000"));
    }
  }

  /// Complains about a scenario that is too large. A critical section makes some 25 events on one
  /// node.
  void check_size() {
    constexpr std::uint64_t most_rounds = 400'000;
    std::uint64_t rounds = 0;
    // A long program counts as several rounds of the usual one.
    for (const ClientSpec& client : scenario_.clients)
      rounds += std::uint64_t{client.rounds} * ((client.program.size() + 2) / 3);
    if (rounds <= most_rounds) return;
    const Value* said = root_.field("rounds");
    root_.complaints().wrong(
        said ? said->at : root_.at(),
        say("{} clients run {} rounds together", scenario_.clients.size(), rounds),
        say("at most {}: a trace keeps every event of them", most_rounds));
  }

  TableReader& root_;
  const Scenario& scenario_;
  const LockConfig& lock_;
  const Strategy& strategy_;
  bool own_;  ///< the strategy is the one that the scenario was written for
};

}  // namespace

void check_together(TableReader& root, const Scenario& scenario, const Strategy& strategy,
                    std::string_view own) {
  Together(root, scenario, strategy, own).check();
}

}  // namespace locklab::sim
