// Beliefs about the keys of all servers: a shadow of each server, and for each key the time when it
// was last seen and the time when its lease must end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/open_commands.h"
#include "app/live/shadow_server.h"
#include "app/live/wall_clock.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A key that is believed to exist; the shadow holds its value.
struct BelievedKey {
  std::int64_t known_us = 0;  ///< a time at which its value was there
  bool leased = false;
  bool in_doubt = false;     ///< its lease should be over, but a command may have prolonged it
  bool ends_unseen = false;  ///< its server's clock has changed while nobody looked at the key
  std::int64_t earliest_end_us = 0;  ///< of the lease
  std::int64_t latest_end_us = 0;
  std::int64_t earliest_reading_us = 0;  ///< of its server's clock at these ends
  std::int64_t latest_reading_us = 0;
  AttemptId setter{no_client, 0};
};

class KeyBeliefs {
 public:
  /// Beliefs about the keys that `trace` names. It must outlive them.
  explicit KeyBeliefs(const sim::Trace& trace) : trace_(trace) {}

  /// The belief about a key. Null: the key does not exist.
  const BelievedKey* find(const KeyId& key) const;
  /// The time at which a missing key was last removed. None: never.
  std::optional<std::int64_t> removed_us(const KeyId& key) const;
  std::string_view name(const KeyId& key) const { return trace_.name_of(key.second); }
  PackedWords words(const sim::Event& sent) const { return trace_.words(sent); }
  std::int64_t keys_at(NodeId node) const;
  /// The existing keys of a node, by number.
  std::vector<KeyId> keys_of(NodeId node) const;

  /// Runs a command on its server's shadow, and leaves the beliefs as they are.
  ShadowServer::Result run(const OpenCommand& command);
  ShadowServer& shadow(NodeId node);
  ShadowServer::Saved save(const OpenCommand& command);

  /// Notes that a key exists, with the value that its shadow holds.
  void seen(const KeyId& key, const AttemptId& setter, std::int64_t at);
  /// Notes a lease that was given between `from` and `at`. It ends by the clock of its server. A
  /// key lives to the end of the millisecond in which its lease ends.
  void leased(const KeyId& key, std::int64_t lease_us, std::int64_t from, std::int64_t at);
  void unleased(const KeyId& key);
  /// Notes that a key is gone, as an event at that time tells.
  void gone(const KeyId& key, std::int64_t at);
  void node_forgot(NodeId node, std::int64_t at);

  /// Moves the ends of a node's leases, after a change of its clock (EventKind::node_clock).
  void clock_changed(const sim::Event& change);
  /// The first time at which a lease may be over that was given by then or later.
  std::int64_t may_be_over(NodeId node, std::int64_t given_us, std::int64_t lease_us) const;

  /// Notes whether a node looks at its keys: one that is frozen or dead ends no lease before it
  /// looks again.
  void looks(NodeId node, bool does);

  /// The earliest time at which a lease must be over, with its key. Keys in doubt are left out, and
  /// those of nodes that do not look.
  std::optional<std::pair<std::int64_t, KeyId>> next_end() const;
  /// Notes that a key's lease may have been prolonged. It does not end until that is settled.
  void doubt(const KeyId& key);
  /// Notes that a command that may have prolonged a key's lease is settled.
  void settle(const KeyId& key);

  /// The number of commands that ran on shadows.
  std::uint64_t runs() const { return runs_; }

 private:
  const WallClock& clock_of(NodeId node) const;
  void await_end(const KeyId& key, const BelievedKey& state);

  const sim::Trace& trace_;
  const WallClock right_clock_;
  std::map<NodeId, WallClock> clocks_;  ///< that have changed
  std::set<NodeId> blind_;              ///< that do not look at their keys
  std::map<NodeId, std::unique_ptr<ShadowServer>> shadows_;
  std::map<KeyId, BelievedKey> keys_;
  std::map<KeyId, std::int64_t> removed_us_;       ///< of missing keys
  std::set<std::pair<std::int64_t, KeyId>> ends_;  ///< the latest ends of leases
  std::uint64_t runs_ = 0;
};

}  // namespace locklab::app
