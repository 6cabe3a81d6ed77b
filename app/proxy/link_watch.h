// Observer of the events on a proxy's links.
#pragma once

#include "lock/ids.h"
#include "sim/scenario/fault.h"

namespace locklab::app {

class LinkMessage;

class LinkWatch {
 public:
  /// Called when the reply to a command announced with a message number has reached the proxy. No
  /// fault of the link has affected it yet, but one injected in settle() still may. It may be
  /// incomplete: a first piece (Relay::whole_message), or cut short by the end of the connection.
  virtual void answered(const LinkMessage& reply) = 0;
  /// Called when a fault of kind delay has hit the message, which arrives `by` later.
  virtual void delayed(const LinkMessage& message, sim::FaultToken fault, Duration by) = 0;
  /// Called when a fault has dropped a message of the link, which ends the connection.
  virtual void dropped(ClientId client, NodeId node, sim::FaultToken fault) = 0;
  /// Called when the message is lost: nobody will read it.
  virtual void lost(const LinkMessage& message, sim::Loss loss) = 0;
  /// Called when a reply has arrived after its client's end of the connection was closed.
  virtual void unread(const LinkMessage& reply) = 0;
  /// Injects the faults that the calls above have made due. Called between two messages.
  virtual void settle() = 0;

 protected:
  ~LinkWatch() = default;
};

/// Ignores everything.
class NobodyWatches final : public LinkWatch {
 public:
  void answered(const LinkMessage&) override {}
  void delayed(const LinkMessage&, sim::FaultToken, Duration) override {}
  void dropped(ClientId, NodeId, sim::FaultToken) override {}
  void lost(const LinkMessage&, sim::Loss) override {}
  void unread(const LinkMessage&) override {}
  void settle() override {}
};

}  // namespace locklab::app
