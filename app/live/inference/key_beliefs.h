// Beliefs about the keys of all servers: a shadow of each server, and for each key when it was last
// seen and when its lease must end.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "app/live/inference/open_commands.h"
#include "app/live/inference/shadow_server.h"
#include "app/live/servers/wall_clock.h"
#include "sim/trace/trace.h"

namespace locklab::app {

/// A key that is believed to exist; the shadow holds its value.
struct BelievedKey {
  std::int64_t known_us = 0;  ///< a time at which it had this value
  bool leased = false;
  bool in_doubt = false;             ///< its lease should be over, unless a command extended it
  bool ends_unseen = false;          ///< its server's clock changed while the server was blind
  std::int64_t earliest_end_us = 0;  ///< of the lease
  std::int64_t latest_end_us = 0;
  std::int64_t earliest_reading_us = 0;  ///< least reading of the server's clock that may end it
  std::int64_t latest_reading_us = 0;
  AttemptId setter{no_client, 0};
};

class KeyBeliefs {
 public:
  /// Keeps beliefs about the keys that `trace` names. It must outlive them.
  explicit KeyBeliefs(const sim::Trace& trace) : trace_(trace) {}

  /// Returns the belief about a key; null if the key is not believed to exist.
  const BelievedKey* find(const KeyId& key) const;
  /// Returns when a missing key was last removed; nullopt if never, or if the key exists.
  std::optional<std::int64_t> removed_us(const KeyId& key) const;
  std::string_view name(const KeyId& key) const { return trace_.name_of(key.second); }
  PackedWords words(const sim::Event& sent) const { return trace_.words(sent); }
  std::int64_t keys_at(NodeId node) const;
  /// Returns the existing keys of a node, by number.
  std::vector<KeyId> keys_of(NodeId node) const;

  /// Runs a command on its server's shadow, without changing the beliefs.
  ShadowServer::Result run(const OpenCommand& command);
  ShadowServer& shadow(NodeId node);
  ShadowServer::Saved save(const OpenCommand& command);

  /// Notes that a key exists, with the value in its shadow.
  void seen(const KeyId& key, const AttemptId& setter, std::int64_t at);
  /// Notes a lease granted between `from` and `at`. It ends by its server's clock, and the key
  /// lives until the end of the millisecond in which the lease ends.
  void leased(const KeyId& key, std::int64_t lease_us, std::int64_t from, std::int64_t at);
  void unleased(const KeyId& key);
  /// Notes that a key is gone, by an event at that time.
  void gone(const KeyId& key, std::int64_t at);
  void node_forgot(NodeId node, std::int64_t at);

  /// Moves the lease ends of a node after a change of its clock (EventKind::node_clock).
  void clock_changed(const sim::Event& change);
  /// Returns the earliest time at which a lease granted at `given_us` or later may be over.
  std::int64_t may_be_over(NodeId node, std::int64_t given_us, std::int64_t lease_us) const;

  /// Notes whether a node checks its keys. A frozen or dead node is blind: it expires no key.
  void looks(NodeId node, bool does);

  /// Returns the earliest time at which a lease must be over, with its key; nullopt if there is
  /// none. Leaves out keys in doubt and blind nodes.
  std::optional<std::pair<std::int64_t, KeyId>> next_end() const;
  /// Notes that a key's lease may have been extended. next_end() leaves it out until settle().
  void doubt(const KeyId& key);
  /// Notes that the command that may have extended a key's lease is settled.
  void settle(const KeyId& key);

  /// The number of commands run on shadows so far.
  std::uint64_t runs() const { return runs_; }

 private:
  const WallClock& clock_of(NodeId node) const;
  void await_end(const KeyId& key, const BelievedKey& state);

  const sim::Trace& trace_;
  const WallClock right_clock_;
  std::map<NodeId, WallClock> clocks_;  ///< of nodes whose clock has changed
  std::set<NodeId> blind_;              ///< nodes that do not check their keys
  std::map<NodeId, std::unique_ptr<ShadowServer>> shadows_;
  std::map<KeyId, BelievedKey> keys_;
  std::map<KeyId, std::int64_t> removed_us_;       ///< of missing keys
  std::set<std::pair<std::int64_t, KeyId>> ends_;  ///< by latest end of the lease
  std::uint64_t runs_ = 0;
};

}  // namespace locklab::app
