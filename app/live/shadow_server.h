// What a real server must look like inside, as far as our own commands tell: the simulated server,
// run on what is believed. What a command does to keys is thus said in one place for both worlds.
//
// Nothing in it ever expires by itself: a live world knows the end of a lease only roughly, so
// whoever feeds the shadow decides when a key is gone.
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
  /// One command; or all of a transaction's, from MULTI to EXEC.
  using Commands = std::vector<PackedWords>;

  /// What became of one key.
  struct Change {
    enum class Lease : std::uint8_t { none, given, kept };
    sim::KeyChange::Kind kind = sim::KeyChange::Kind::set;  ///< set, lease or deleted
    std::string key;
    std::string value;           ///< set: the new value
    Lease lease = Lease::none;   ///< what the key's lease is now
    std::int64_t lease_us = -1;  ///< of a lease that was given
  };
  struct Result {
    Reply reply;  ///< of the last command
    std::vector<Change> changes;
  };

  ShadowServer();

  Result run(const Commands& commands);

  bool has(std::string_view key) const { return server_.text_at(key).has_value(); }
  std::size_t key_count() const { return server_.key_count(); }
  /// Corrects what is believed.
  void put(std::string_view key, std::string_view value);
  void remove(std::string_view key);
  void forget_all();

  /// These keys as they stand, to be put back.
  using Saved = std::vector<sim::Effect>;
  Saved save(const std::vector<std::string_view>& keys) const;
  void restore(const Saved& saved);

 private:
  void changed(const sim::KeyChange& change);
  void put_off_expiry(const std::vector<Change>& changes);

  sim::Server server_;
  Result* running_ = nullptr;  ///< null: changes are corrections
};

/// Whether a real reply is the one that the shadow gave. How long a lease lasts still the shadow
/// does not know: there every number will do.
bool agrees(const Reply& real, const Reply& shadows);

}  // namespace locklab::app
