// The proxy between the live clients of a run and its servers: a link for each client and node, and
// the connections through them. It listens on no port: each connection is a socket pair of this
// process, so nobody else can use it, and it disappears with the process, however that ends.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/proxy/client_way.h"
#include "app/proxy/faulty_link.h"
#include "app/proxy/relay.h"
#include "app/proxy/server_turns.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"

namespace locklab::app {

class Proxy final : public ClientWays, private redis::Turn, public LinkSiblings {
 public:
  /// All references must outlive the proxy. `nodes` is indexed by NodeId.
  Proxy(redis::Loop& loop, const std::vector<redis::Endpoint>& nodes, LinkWatch& watch)
      : loop_(loop), nodes_(nodes), watch_(watch) {}
  ~Proxy() override = default;

  /// A connection from a client to a node, from the client's side.
  struct Opened {
    int socket = -1;  ///< the client's end, owned by the caller; -1 on failure, with errno set
    std::shared_ptr<Relay> relay;
  };
  /// Opens a connection. With `announced`, the caller announces its writes (Relay::announce). `at`
  /// selects another server of the node's cluster; null selects the node's own server.
  Opened open(ClientId client, NodeId node, bool announced, const redis::Endpoint* at = nullptr);

  ClientWays::Opened open_way(ClientId client, NodeId node, const redis::Endpoint* at) override;

  FaultyLink& link(ClientId client, NodeId node);
  LinkWatch& watch() { return watch_; }
  /// Reads the replies that the node has sent so far, and reports the new ones to the watch before
  /// the link's faults apply to them.
  void hear(NodeId node);
  /// Whether any message is in flight and not held up by a fault.
  bool travels() const;
  /// The highest Relay::owed() of the node's connections.
  Owed owed_by(NodeId node) const;
  /// The number of connections that are not over (Relay::over).
  std::size_t relays() const;

 private:
  void take() override;
  void still_to_come(const FaultyLink& from, sim::FaultToken token, std::uint32_t still) override;

  redis::Loop& loop_;
  const std::vector<redis::Endpoint>& nodes_;
  LinkWatch& watch_;
  std::map<std::pair<ClientId, NodeId>, std::unique_ptr<FaultyLink>> links_;
  std::map<std::string, ServerTurns> turns_;  ///< by the server's address
  std::vector<std::shared_ptr<Relay>> relays_;
};

}  // namespace locklab::app
