#include "sim/trace/state/client_faults.h"

namespace locklab::sim {

void ClientFaults::start(ClientId client) {
  if (client == no_client) return;
  flags_[client] = 0;
  pauses_.end(client, 0);
}

void ClientFaults::crash(ClientId client) {
  if (client == no_client) return;
  flags_[client] = crash_flag;
  pauses_.end(client, 0);
}

void ClientFaults::pause(ClientId client, std::uint16_t token) {
  if (client == no_client || crashed(client)) return;
  flags_[client] |= pause_flag;
  pauses_.begin(client, token);
}

void ClientFaults::resume(ClientId client, std::uint16_t token) {
  if (client == no_client) return;
  pauses_.end(client, token);
  if (!pauses_.any(client)) flags_[client] &= crash_flag;
}

void ClientFaults::fingerprint(Fingerprint& print) const {
  for (std::uint16_t c = 0; const std::uint8_t* flags = flags_.find(static_cast<ClientId>(c)); ++c)
    print.add(std::uint64_t{*flags});
  pauses_.fingerprint(print);
}

}  // namespace locklab::sim
