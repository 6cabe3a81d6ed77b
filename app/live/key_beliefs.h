// What is believed of the keys of all servers: a shadow of each, and of each key that is there when
// it was last seen and when its lease must end.
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
#include "sim/trace/trace.h"

namespace locklab::app {

/// Of a key that is there, beside what the shadow holds.
struct BelievedKey {
  std::int64_t known_us = 0;  ///< its value was there at this time
  bool leased = false;
  bool in_doubt = false;  ///< its lease should be over, but a command may have prolonged it
  std::int64_t earliest_end_us = 0;  ///< of the lease
  std::int64_t latest_end_us = 0;
  AttemptId setter{no_client, 0};
};

class KeyBeliefs {
 public:
  /// Of the keys that `trace` names, which outlives them.
  explicit KeyBeliefs(const Trace& trace) : trace_(trace) {}

  /// Null: it is not there.
  const BelievedKey* find(const KeyId& key) const;
  /// When the key, which is not there, was last told to be removed; nothing: never.
  std::optional<std::int64_t> removed_us(const KeyId& key) const;
  std::string_view name(const KeyId& key) const { return trace_.name_of(key.second); }
  PackedWords words(const Event& sent) const { return trace_.words(sent); }
  std::int64_t keys_at(NodeId node) const;
  /// Those that are there, by number.
  std::vector<KeyId> keys_of(NodeId node) const;

  /// Runs it on its server's shadow, and believes nothing of it yet.
  ShadowServer::Result run(const OpenCommand& command);
  ShadowServer& shadow(NodeId node);
  ShadowServer::Saved save(const OpenCommand& command);

  /// It is there, with the value that its shadow holds.
  void seen(const KeyId& key, const AttemptId& setter, std::int64_t at);
  /// Its lease was given at some time between the two; a key lives through the whole millisecond in
  /// which it ends.
  void leased(const KeyId& key, std::int64_t lease_us, std::int64_t from, std::int64_t at);
  void unleased(const KeyId& key);
  /// It is not there any more, as was told at that time.
  void gone(const KeyId& key, std::int64_t at);
  void node_forgot(NodeId node, std::int64_t at);

  /// The key whose lease must be over first, and when; those in doubt are left out.
  std::optional<std::pair<std::int64_t, KeyId>> next_end() const;
  /// Its lease may have been prolonged: it does not end until that is settled.
  void doubt(const KeyId& key);
  /// A command that may have prolonged it has been settled.
  void settle(const KeyId& key);

  /// How many commands ran on shadows.
  std::uint64_t runs() const { return runs_; }

 private:
  const Trace& trace_;
  std::map<NodeId, std::unique_ptr<ShadowServer>> shadows_;
  std::map<KeyId, BelievedKey> keys_;
  std::map<KeyId, std::int64_t> removed_us_;       ///< of those that are not there
  std::set<std::pair<std::int64_t, KeyId>> ends_;  ///< of leases, at the latest
  std::uint64_t runs_ = 0;
};

}  // namespace locklab::app
