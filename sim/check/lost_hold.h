// Why a hold lost its lock: what happened to its client and to its keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "sim/check/key_history.h"
#include "sim/check/verdict_words.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A hold that lost its lock, reconstructed from the trace by the hold's keys.
class LostHold {
 public:
  /// The hold that entered at `entered`, while the hold that entered at `other` was inside too.
  /// Evaluates the state at `until`, the later of the two.
  LostHold(const Trace& trace, std::size_t entered, std::size_t other, std::size_t until);

  /// The chain of causes from the fault to the lost key, and to the vote that the other hold got
  /// instead. Empty if nothing happened to the hold.
  Reason story() const;

 private:
  using Nodes = std::vector<NodeId>;

  /// Keys that were lost for the same reason.
  struct Loss {
    EventKind how = EventKind::key_lost;
    Sentence fault;  ///< what a clock or a machine did; empty if neither
    Nodes nodes{};
    KeyLoss lost = KeyLoss::forgotten;  ///< if `how` is key_lost
  };

  bool served(NodeId node) const { return others_.empty() || others_.contains(node); }
  /// Whether the key's lease ended: the key expired, or its lease was due when another key replaced
  /// it or, if it was not removed, at `until_`.
  bool ran_out(const KeyOnNode& key) const;
  void find_promotion();
  void find_acquisition();
  std::string_view holder() const { return who(trace_, entered_); }
  Sentence list(const Nodes& nodes) const;

  Sentence own_clock_clause(bool paused) const;
  Sentence pause_clause() const;
  bool pause_mattered(std::int64_t from, std::int64_t to) const;
  Sentence slow_clause() const;
  Sentence clock_fault(NodeId node, const KeyOnNode& key) const;
  std::optional<std::size_t> crash(NodeId node, const KeyOnNode& key) const;
  std::vector<Sentence> promotion_clauses() const;
  std::vector<Loss> losses() const;
  std::vector<Sentence> overwriting_clauses(const KeyOnNode& key) const;
  Sentence loss_clause(const Loss& loss, bool lease_is_named) const;
  Sentence removal_clause(const Loss& loss) const;
  std::int64_t clock_ahead(const KeyOnNode& key) const;
  Sentence ahead_clause(const KeyOnNode& key) const;
  Sentence expiry_clause(const Loss& loss, bool lease_is_named) const;
  Sentence second_vote() const;
  Sentence unseen_end_clause() const;

  const Trace& trace_;
  std::size_t entered_;
  std::size_t until_;
  std::map<NodeId, KeyOnNode> keys_;
  std::map<NodeId, std::size_t> others_;  ///< indices of the other hold's key_set, by node
  std::map<NodeId, KeyOnNode> lost_;  ///< the entries of keys_ whose loss let the other hold enter
  std::optional<std::size_t> promotion_;
  std::optional<std::size_t> claimed_;  ///< index of the event that sent its first claim
  std::optional<std::size_t> acquired_;
};

}  // namespace locklab::sim
