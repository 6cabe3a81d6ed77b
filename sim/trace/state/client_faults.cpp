#include "sim/trace/state/client_faults.h"

namespace locklab::sim {

void ClientFaults::on(const Event& event) {
  const ClientId client = event.client;
  if (client == no_client) return;
  switch (event.kind) {
    case EventKind::started:
      flags_[client] = 0;
      pauses_.end(client, 0);
      return;
    case EventKind::client_crashed:
      flags_[client] = crash;
      pauses_.end(client, 0);
      return;
    case EventKind::client_paused:
      if (crashed(client)) return;
      flags_[client] |= pause;
      pauses_.begin(client, event.fault);
      return;
    case EventKind::client_resumed:
      pauses_.end(client, event.fault);
      if (!pauses_.any(client)) flags_[client] &= crash;
      return;
    default:
      return;
  }
}

void ClientFaults::fingerprint(Fingerprint& print) const {
  for (std::uint16_t c = 0; const std::uint8_t* flags = flags_.find(static_cast<ClientId>(c)); ++c)
    print.add(std::uint64_t{*flags});
  pauses_.fingerprint(print);
}

}  // namespace locklab::sim
