// The state that a node's service keeps for one connection.
#pragma once

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// Lives as long as its connection; only the service that created it knows its contents.
class ServiceSession {
 public:
  virtual ~ServiceSession() = default;
  /// Adds everything that decides the service's future answers on it.
  virtual void fingerprint(Fingerprint& print) const = 0;
};

}  // namespace locklab::sim
