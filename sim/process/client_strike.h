// What each fault of a client does, to a client of any world.
#pragma once

#include "sim/scenario/fault.h"

namespace locklab::sim {

/// Does to the client what the fault says. Returns why it changed nothing.
template <class Client>
NoEffect strike_client(Client& client, const Fault& fault, FaultToken token) {
  switch (fault.kind) {
    case FaultKind::crash:
      return client.crash(token);
    case FaultKind::pause:
      return client.pause(token, fault.duration ? us(*fault.duration) : -1);
    case FaultKind::resume:
      return client.resume(every_fault);
    case FaultKind::jump:
      return client.jump(token, us(fault.amount));
    case FaultKind::drift:
      return client.drift(token, fault.ppm);
    default:
      return client.foreign_release();
  }
}

}  // namespace locklab::sim
