// Message rows under construction. A step of one command that goes to several nodes at about the
// same time becomes one row: "alice: SET lock 7f3a… ⇒ n1 n2: OK, n3: nil", with an arrowhead at
// each node.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/timeline/scene/draft.h"
#include "app/timeline/words/round_trip.h"

namespace locklab::app {

/// A step of an exchange with one node, as shown in its row: the text before the nodes' outcomes,
/// this node's outcome, the text after them, and the arrow.
struct ExchangeStep {
  std::size_t event = 0;  ///< index in the trace
  std::string before;
  std::string outcome;  ///< outcome on this node; may be empty
  std::string shape;    ///< the outcome without the parts that vary between repeats
  std::string after;
  bool names_node = true;  ///< the row names the node if the run has several
  bool request = false;    ///< direction of the arrowheads, as in Arrow
  bool reply = false;
  bool lost = false;
  std::optional<Unit> unit;
  std::vector<std::optional<std::size_t>> told;  ///< further events that the row covers
};

class JoinedRows {
 public:
  JoinedRows(DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), drafts_(drafts) {}

  /// Adds the step to the row of the same step on other nodes, or adds a row.
  void tell(const RoundTrip& exchange, ExchangeStep step);
  /// Adds a row that is not joined with others.
  void tell_alone(const RoundTrip& exchange, ExchangeStep step);
  /// Writes the text of each row, once all its nodes are known.
  void finish();

  /// The node's name; empty for the only node of a run.
  std::string node_text(NodeId node) const;

 private:
  struct Outcome {
    NodeId node;
    std::string text, shape;
  };
  struct Joined {
    std::size_t draft;
    std::size_t sent;       ///< event of the first command
    std::int64_t since_us;  ///< time of the first step
    std::string before, after;
    bool names_node;
    std::vector<Outcome> outcomes;
  };
  using Key = std::tuple<std::uint16_t, std::uint32_t, Purpose, std::string>;

  Joined* open_for(const Key& key, const RoundTrip& exchange, const ExchangeStep& step);
  void add(const RoundTrip& exchange, ExchangeStep step);
  void mark(Draft& draft, const ExchangeStep& step);
  void write(const Joined& joined);

  DraftContext& context_;
  std::vector<Draft>& drafts_;
  std::vector<Joined> joined_;
  std::map<Key, std::size_t> open_;
};

}  // namespace locklab::app
