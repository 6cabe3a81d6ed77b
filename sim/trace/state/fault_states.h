// Which faults of clients, nodes and links are active. FaultStates reads the events; its parts
// handle only states and tokens.
#pragma once

#include "sim/trace/event.h"
#include "sim/trace/state/client_faults.h"
#include "sim/trace/state/link_states.h"
#include "sim/trace/state/node_states.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class FaultStates {
 public:
  explicit FaultStates(const TraceInfo& info) : nodes_(info.nodes.size()) {}

  /// Processes the next event of a trace. Only faults that its parts hold, their ends, and the
  /// start of a client's process have an effect.
  void on(const Event& event);

  const ClientFaults& clients() const { return clients_; }
  const NodeStates& nodes() const { return nodes_; }
  const LinkStates& links() const { return links_; }
  void fingerprint(Fingerprint& print) const {
    clients_.fingerprint(print);
    nodes_.fingerprint(print);
    links_.fingerprint(print);
  }
  bool operator==(const FaultStates&) const = default;

 private:
  ClientFaults clients_;
  NodeStates nodes_;
  LinkStates links_;
};

}  // namespace locklab::sim
