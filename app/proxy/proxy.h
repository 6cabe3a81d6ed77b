// The proxy between the live clients of a run and its servers: a link for each client and node, and
// the connections through them. It listens on no port: each connection is a pair of sockets of this
// process, so that nobody else can use it, and it is gone with the process, however that ends.
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
  /// All of it outlives the proxy. `nodes`: by NodeId.
  Proxy(redis::Loop& loop, const std::vector<redis::Endpoint>& nodes, LinkWatch& watch)
      : loop_(loop), nodes_(nodes), watch_(watch) {}
  ~Proxy() override = default;

  /// A connection from a client to a node, as its client has it.
  struct Opened {
    int socket = -1;  ///< the client's end, which is the caller's; -1: errno says why
    std::shared_ptr<Relay> relay;
  };
  /// With `announced` the caller says what it writes (Relay::announce). `at`: another server of
  /// that node's cluster; null: its own.
  Opened open(ClientId client, NodeId node, bool announced, const redis::Endpoint* at = nullptr);

  ClientWays::Opened open_way(ClientId client, NodeId node, const redis::Endpoint* at) override;

  FaultyLink& link(ClientId client, NodeId node);
  LinkWatch& watch() { return watch_; }
  /// Lets the watch know all that a node has answered which is gone now.
  void hear(NodeId node);
  /// Whether any message will arrive by itself.
  bool travels() const;
  /// What that node owes it soon (Relay::owed).
  Owed owed_by(NodeId node) const;
  /// The number of connections that are not over.
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
