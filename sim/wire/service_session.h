// The state that a node's service keeps for one connection.
#pragma once

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// A service's state of a connection, which lives as long as the connection. Only the service that
/// created it knows its contents.
class ServiceSession {
 public:
  virtual ~ServiceSession() = default;
  /// Adds everything that decides the service's future answers on this connection.
  virtual void fingerprint(Fingerprint& print) const = 0;
};

}  // namespace locklab::sim
