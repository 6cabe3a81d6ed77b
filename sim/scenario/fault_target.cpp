#include "sim/scenario/fault_target.h"

namespace locklab::sim {

Subject target_of(const Fault& fault) {
  switch (fault.kind) {
    case FaultKind::crash:
    case FaultKind::pause:
    case FaultKind::resume:
    case FaultKind::foreign_release:
      return Subject::client;
    case FaultKind::kill:
    case FaultKind::stop:
    case FaultKind::restart:
    case FaultKind::promote:
    case FaultKind::refuse:
    case FaultKind::migrate:
      return Subject::node;
    case FaultKind::jump:
    case FaultKind::drift:
      return fault.client != no_client ? Subject::client : Subject::node;
    default:
      return Subject::link;
  }
}

Event missed(const Fault& fault, FaultToken token, NoEffect why) {
  return {.client = fault.client,
          .node = fault.node,
          .kind = EventKind::fault_missed,
          .fault = token,
          .reason = reason_of(why)};
}

}  // namespace locklab::sim
