// The rules of every replica. When it and its master have run undisturbed for the time of its lag,
// it has the keys of its master, with their values, and of the same clients. It does not copy
// values from before its death.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/scenario/scenario.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class ReplicaRules {
 public:
  explicit ReplicaRules(const Scenario& scenario);

  /// Processes the next event. Returns the rule that was broken before it; empty if none was.
  std::string on(const Trace& trace, const Event& event);

 private:
  struct Node {
    std::map<std::uint16_t, std::string> keys;  ///< with their values and owners
    /// The last time at which it had a key with that value.
    std::map<std::pair<std::uint16_t, std::string>, std::int64_t> had_until;
    std::int64_t restarted_at = -1;
    int master = -1;
    int heir = -1;  ///< node that replaced it before it was informed
    std::int64_t lag = 0;
    std::int64_t disturbed_at = 0;  ///< last time it changed, woke, or got another master
    bool dead = false;
    std::vector<FaultToken> stops;
  };

  std::string differs(std::int64_t now) const;
  void promoted(std::size_t node, std::int64_t at, bool old_remains);
  std::string copies_the_past(const Node& node, const Trace& trace, const Event& event) const;
  static void change(Node& node, const Trace& trace, const Event& event);

  bool applies_;
  std::vector<Node> nodes_;
};

}  // namespace locklab::sim
