// The keys on the nodes as shown by the trace: each key's value, owner and lease. If the event of a
// copy (on a replica, or restored from a file) names no client, the copy is traced back to the
// command that set the same value in its family. For that, a fixed number of the latest commands
// for each key is remembered.
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
  ClientId owner = no_client;     ///< the client that set this value; no_client if unknown
  std::uint32_t acquisition = 0;  ///< the owner's
  std::uint32_t set = 0;          ///< index of the key_set on this node
  std::uint32_t origin = 0;       ///< index of the key_set that names the owner, or else `set`
  std::uint32_t text = no_text;   ///< the value, as Event::text
  std::int64_t lease_us = -1;     ///< the whole lease, by the node's clock; -1 if none
  std::int64_t lease_from = 0;    ///< the lease began between `lease_from` and `lease_at`, in us of
                                  ///< world time
  std::int64_t lease_at = 0;
  std::int64_t lease_end = INT64_MAX;  ///< expected end in us of world time, if the node's clock
                                       ///< does not drift; INT64_MAX if there is none
  bool operator==(const KeyState&) const = default;
};

class KeyStates {
 public:
  explicit KeyStates(const TraceInfo& info) : nodes_(info.nodes.size()) {}

  /// Processes the next key_* event of `trace`. Other events have no effect. `families` are the
  /// trace's.
  void on(const Trace& trace, std::size_t index, const Families& families);
  /// Sets a node's wall clock forward (negative: back) at time `at` (us): its keys expire that much
  /// earlier, but not before `at`.
  void on_clock(NodeId node, std::int64_t forward_us, std::int64_t at);

  /// The keys of one node, in the order in which they were created.
  const std::vector<KeyState>& of(NodeId node) const {
    return index(node) < nodes_.size() ? nodes_[index(node)] : no_keys_;
  }
  /// Null if the node has no such key.
  const KeyState* find(NodeId node, std::uint16_t name) const;
  std::size_t nodes() const { return nodes_.size(); }
  bool operator==(const KeyStates&) const = default;

 private:
  /// A key_set that names its client.
  struct Command {
    std::uint32_t event = 0;
    std::uint32_t text = no_text;
    bool operator==(const Command&) const = default;
  };
  /// The latest such events, in a ring buffer.
  struct Commands {
    std::vector<Command> ring;
    std::size_t next = 0;
    bool operator==(const Commands&) const = default;
  };
  void set(const Trace& trace, std::size_t index, const Families& families);
  void remember(const Event& event, std::size_t index, std::size_t most);
  /// The event that names the writer of a copy, or the copy itself if the writer is unknown.
  std::size_t origin_of(const Trace& trace, std::size_t copy, const Families& families) const;

  std::vector<std::vector<KeyState>> nodes_;
  ByName<Commands> commands_;
  std::vector<KeyState> no_keys_;
};

}  // namespace locklab::sim
