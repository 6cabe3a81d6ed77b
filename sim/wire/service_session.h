// What the service at a node keeps of one connection.
#pragma once

#include "sim/trace/fingerprint.h"

namespace locklab::sim {

/// Lives as long as its connection, and only the service that made it knows what is in it.
class ServiceSession {
 public:
  virtual ~ServiceSession() = default;
  /// Adds all that decides what its service will answer on it.
  virtual void fingerprint(Fingerprint& print) const = 0;
};

}  // namespace locklab::sim
