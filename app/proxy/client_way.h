// A client's interface to its connections through the proxy, whether the proxy is in its own
// process or in another one.
#pragma once

#include <memory>
#include <string>

#include "lock/ids.h"
#include "lock/redis/endpoint.h"
#include "lock/reply.h"
#include "sim/trace/event.h"

namespace locklab::app {

/// The client's side of one connection.
class ClientWay {
 public:
  virtual ~ClientWay() = default;

  /// Announces one more command that the client will write: the one that `next` describes or, if
  /// its message is 0, a command of the connection itself (such as a login).
  virtual void announce(const sim::Event& next) = 0;
  /// Passes due replies from the server to the client's socket, without waiting.
  virtual void read_now() = 0;
  /// Called when the client has closed its end.
  virtual void client_left() = 0;
  /// Whether the server has accepted the connection and it is still open.
  virtual bool reached() const = 0;
  /// Reason why the connection failed, or was ended by its server or a fault, as an unknown reply;
  /// nil until then.
  virtual Reply last_word() const = 0;
};

class ClientWays {
 public:
  struct Opened {
    int socket = -1;  ///< the client's end, owned by the caller; -1 on failure, with errno set
    std::shared_ptr<ClientWay> way;
  };
  /// Opens a connection whose client announces its writes. `at` selects another server of the
  /// node's cluster; null selects the node's own server.
  virtual Opened open_way(ClientId client, NodeId node, const redis::Endpoint* at = nullptr) = 0;

 protected:
  ~ClientWays() = default;
};

}  // namespace locklab::app
