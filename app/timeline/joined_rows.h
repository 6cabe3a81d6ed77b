// Rows of messages in the making. The same step of one command that goes to several nodes shortly
// after each other is one row: "alice: SET lock 7f3a… ⇒ n1 n2: OK, n3: nil", with an arrowhead at
// each node.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "app/timeline/draft.h"
#include "app/timeline/exchange.h"

namespace locklab::app {

/// One step of one exchange, as its row tells it: before, each node with its outcome, after.
struct Step {
  std::size_t event = 0;  ///< when it happened
  std::string before;
  std::string outcome;  ///< of this node; may be empty
  std::string shape;    ///< what stays the same of the outcome when the step is repeated
  std::string after;
  bool names_node = true;  ///< the node's name belongs into the row, where there are several
  bool request = false;    ///< arrowheads, as in Arrow
  bool reply = false;
  bool lost = false;
  std::optional<Unit> unit;
  std::vector<std::optional<std::size_t>> told;  ///< further events that the row tells of
};

class JoinedRows {
 public:
  JoinedRows(DraftContext& context, std::vector<Draft>& drafts)
      : context_(context), drafts_(drafts) {}

  /// Adds a row, or adds to the row of the same step at other nodes.
  void tell(const Exchange& exchange, Step step);
  /// Adds a row that no other joins.
  void tell_alone(const Exchange& exchange, Step step);
  /// Writes the rows' texts, now that all nodes are known.
  void finish();

  /// "n1" where the reader could not know which node is meant.
  std::string node_text(NodeId node) const;

 private:
  struct Outcome {
    NodeId node;
    std::string text, shape;
  };
  struct Joined {
    std::size_t draft;
    std::size_t sent;       ///< the first command's event
    std::int64_t since_us;  ///< of the first step
    std::string before, after;
    bool names_node;
    std::vector<Outcome> outcomes;
  };
  using Key = std::tuple<std::uint16_t, std::uint32_t, Purpose, std::string>;

  Joined* open_for(const Key& key, const Exchange& exchange, const Step& step);
  void add(const Exchange& exchange, Step step);
  void mark(Draft& draft, const Step& step);
  void write(const Joined& joined);

  DraftContext& context_;
  std::vector<Draft>& drafts_;
  std::vector<Joined> joined_;
  std::map<Key, std::size_t> open_;
};

}  // namespace locklab::app
