// The changes that a service with keys reports: to the recorder, and to its replicas.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lock/ids.h"
#include "sim/service/value.h"

namespace locklab::sim {

/// The command that gave a key its value. It accompanies the value: to replicas, into the log, to
/// another server with its slot.
struct Origin {
  ClientId client = no_client;  ///< no_client if it was not a client's
  std::uint32_t acquisition = 0;
  std::uint32_t message = 0;
};

/// A change of one key by a command, the clock or a crash, or its move to another server. Views are
/// valid only during the call.
struct KeyChange {
  enum class Kind : std::uint8_t { set, lease, deleted, expired, lost, moved };
  Kind kind = Kind::set;
  std::string_view key;
  std::string_view value;         ///< the new value as shown in traces (set), otherwise empty
  std::int64_t deadline_ms = -1;  ///< expiry time by the service's wall clock, in ms; -1 if never
  Origin origin = {};             ///< of the value (set, lease)
};

/// The state of one key, as sent to a replica or another server, or stored to undo a write.
struct Effect {
  std::string key;
  std::optional<KeyValue> value;  ///< nullopt if deleted
  std::int64_t deadline_ms = -1;  ///< as in KeyChange; in ms from now while its slot moves
  Origin origin = {};
};

}  // namespace locklab::sim
