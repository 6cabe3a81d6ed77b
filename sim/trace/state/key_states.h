// What the nodes' memories have, as the trace tells: each key's value, whose it is, how long its
// lease runs. A replica's copy names no client; it goes back to the command that set the same value
// in its family. The latest commands of each key are remembered for that, however long the run is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/state/families.h"
#include "sim/trace/tables.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// A key on one node.
struct KeyState {
  std::uint16_t name = no_name;
  ClientId owner = no_client;     ///< who set this value; no_client: nobody known
  std::uint32_t acquisition = 0;  ///< the owner's
  std::uint32_t set = 0;          ///< event: key_set on this node
  std::uint32_t origin = 0;       ///< event: the client's key_set that the value goes back to
  std::uint32_t text = no_text;   ///< the value
  std::int64_t lease_us = -1;     ///< the whole lease; -1: it has none
  std::int64_t lease_from = 0;    ///< the lease began between `lease_from` and `lease_at`
  std::int64_t lease_at = 0;
  std::int64_t lease_end = INT64_MAX;  ///< us of the world, as the node's clock is set
  bool operator==(const KeyState&) const = default;
};

class KeyStates {
 public:
  explicit KeyStates(const TraceInfo& info) : nodes_(info.nodes.size()) {}

  /// The next key_* event of `trace`. Others change nothing. `families`: those of the trace.
  void on(const Trace& trace, std::size_t index, const Families& families);
  /// The node's wall clock was set forward by so much: its keys expire so much earlier.
  void on_clock(NodeId node, std::int64_t forward_us, std::int64_t at);

  /// Those of one node, in the order in which they were set first.
  const std::vector<KeyState>& of(NodeId node) const {
    return index(node) < nodes_.size() ? nodes_[index(node)] : no_keys_;
  }
  /// Null: the node has no such key.
  const KeyState* find(NodeId node, std::uint16_t name) const;
  std::size_t nodes() const { return nodes_.size(); }
  bool operator==(const KeyStates&) const = default;

 private:
  /// A client's command that set a value.
  struct Command {
    std::uint32_t event = 0;
    std::uint32_t text = no_text;
    bool operator==(const Command&) const = default;
  };
  /// The latest, in a ring.
  struct Commands {
    std::vector<Command> ring;
    std::size_t next = 0;
    bool operator==(const Commands&) const = default;
  };
  void set(const Trace& trace, std::size_t index, const Families& families);
  void remember(const Event& event, std::size_t index, std::size_t most);
  /// The event that the value of a copy goes back to; the copy itself: none is known.
  std::size_t origin_of(const Trace& trace, std::size_t copy, const Families& families) const;

  std::vector<std::vector<KeyState>> nodes_;
  ByName<Commands> commands_;
  std::vector<KeyState> no_keys_;
};

}  // namespace locklab::sim
