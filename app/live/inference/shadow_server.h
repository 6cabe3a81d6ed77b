// The shadow of a real server: a simulated server with the keys that the real one must have after
// the lab's commands. The effects of commands on keys are thus defined in one place for simulated
// and live runs.
//
// The shadow's keys never expire by themselves. A live world knows the end of a lease only roughly,
// so the shadow's user decides when a key is gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lock/command.h"
#include "lock/reply.h"
#include "sim/service/redis/server.h"

namespace locklab::app {

class ShadowServer {
 public:
  /// One command, or all commands of a transaction from MULTI to EXEC.
  using Commands = std::vector<PackedWords>;

  struct Change {
    enum class Lease : std::uint8_t { none, given, kept };
    sim::KeyChange::Kind kind = sim::KeyChange::Kind::set;  ///< set, lease or deleted
    std::string key;
    std::string value;           ///< the new value, for Kind::set
    Lease lease = Lease::none;   ///< the key's lease after the change
    std::int64_t lease_us = -1;  ///< length of a given lease, -1 otherwise
  };
  struct Result {
    Reply reply;  ///< of the last command
    std::vector<Change> changes;
  };

  ShadowServer();

  Result run(const Commands& commands);

  bool has(std::string_view key) const { return server_.text_at(key).has_value(); }
  std::size_t key_count() const { return server_.key_count(); }
  /// Sets the value of a key, and keeps its lease.
  void put(std::string_view key, std::string_view value);
  void remove(std::string_view key);
  void forget_all();
  /// Replaces all keys by these.
  void become(const std::vector<sim::Effect>& keys);
  /// Returns the value of a key; nullopt if it does not exist.
  std::optional<sim::KeyValue> value_of(std::string_view key) const;

  /// The saved state of some keys.
  using Saved = std::vector<sim::Effect>;
  Saved save(const std::vector<std::string_view>& keys) const;
  void restore(const Saved& saved);

 private:
  void changed(const sim::KeyChange& change);
  void put_off_expiry(const std::vector<Change>& changes);

  sim::Server server_;
  Result* running_ = nullptr;  ///< null while changes are corrections
};

/// Whether a real reply equals the shadow's. Where the reply is the rest of a lease, which the
/// shadow does not know, any number agrees.
bool agrees(const Reply& real, const Reply& shadows);

}  // namespace locklab::app
