// Which clients have crashed and which are paused.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/state/active_faults.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class ClientFaults {
 public:
  /// Processes a fault of a client, its end, or `started` (a new process). Other events have no
  /// effect.
  void on(const Event& event);

  bool crashed(ClientId client) const { return has(client, crash); }
  /// Whether any pause of the client is active, and it lives.
  bool paused(ClientId client) const { return has(client, pause); }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const ClientFaults&) const = default;

 private:
  static constexpr std::uint8_t crash = 1, pause = 2;
  bool has(ClientId client, std::uint8_t flag) const {
    const std::uint8_t* flags = flags_.find(client);
    return flags && (*flags & flag) != 0;
  }

  ByClient<std::uint8_t> flags_;
  ActiveFaults<ClientId> pauses_;
};

}  // namespace locklab::sim
