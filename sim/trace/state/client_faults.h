// Which clients have crashed and which are paused.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/state/active_faults.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class ClientFaults {
 public:
  // All of these ignore `no_client`. `token` is the fault's, or 0 if it has none; an end with 0
  // ends all faults of its kind.

  /// Starts a new process, alive and not paused.
  void start(ClientId client);
  void crash(ClientId client);
  /// Has no effect on a process that has crashed.
  void pause(ClientId client, std::uint16_t token);
  void resume(ClientId client, std::uint16_t token);

  bool crashed(ClientId client) const { return has(client, crash_flag); }
  /// Whether the client is alive and any pause of it is active.
  bool paused(ClientId client) const { return has(client, pause_flag); }
  void fingerprint(Fingerprint& print) const;
  bool operator==(const ClientFaults&) const = default;

 private:
  static constexpr std::uint8_t crash_flag = 1, pause_flag = 2;
  bool has(ClientId client, std::uint8_t flag) const {
    const std::uint8_t* flags = flags_.find(client);
    return flags && (*flags & flag) != 0;
  }

  ByClient<std::uint8_t> flags_;
  ActiveFaults<ClientId> pauses_;
};

}  // namespace locklab::sim
