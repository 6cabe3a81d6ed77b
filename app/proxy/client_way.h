// What a client knows of its connections through the proxy, whether the proxy is in its own process
// or in another one.
#pragma once

#include <memory>
#include <string>

#include "lock/ids.h"
#include "lock/redis/endpoint.h"
#include "lock/reply.h"
#include "sim/trace/event.h"

namespace locklab::app {

/// One connection's way.
class ClientWay {
 public:
  virtual ~ClientWay() = default;

  /// Says what the client writes next: a command with that signature, or (message 0) the
  /// connection's own talk.
  virtual void announce(const sim::Event& next) = 0;
  /// Brings what the server has sent, and what may arrive, to the client's socket, without waiting.
  virtual void read_now() = 0;
  /// Learns that the client has closed its end.
  virtual void client_left() = 0;
  /// Whether the server has accepted the connection, which is still there.
  virtual bool reached() const = 0;
  /// What the client's connection ended with, unknown; nil: it has not ended, or the client has
  /// ended it.
  virtual Reply last_word() const = 0;
};

class ClientWays {
 public:
  struct Opened {
    int socket = -1;  ///< the client's end, which is the caller's; -1: errno says why
    std::shared_ptr<ClientWay> way;
  };
  /// A connection whose client announces what it writes. `at`: another server of that node's
  /// cluster; null: its own.
  virtual Opened open_way(ClientId client, NodeId node, const redis::Endpoint* at = nullptr) = 0;

 protected:
  ~ClientWays() = default;
};

}  // namespace locklab::app
