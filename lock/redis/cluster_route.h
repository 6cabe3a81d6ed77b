// Where a connection to one node of a Redis Cluster sends what other nodes have. It learns from
// their answers: MOVED tells whose a slot is, ASK where one command goes while its slot moves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "lock/redis/connection.h"
#include "lock/redis/redirection.h"

namespace locklab::redis {

class ClusterRoute {
 public:
  /// So many times is one command sent on. Then its sender gets the error.
  static constexpr std::uint8_t most_hops = 16;

  explicit ClusterRoute(Connection& home);
  ~ClusterRoute();
  ClusterRoute(const ClusterRoute&) = delete;
  ClusterRoute& operator=(const ClusterRoute&) = delete;

  /// The connection that the next command takes: to the node that has its key, as far as is known.
  /// One without a key follows the last one that has one (WAIT, EXEC).
  Connection& way_of(const PackedWords& command);
  /// Sends the command on, to where the answer of `from` points. False: nobody can be asked.
  bool follow(Connection& from, const Redirection& to, Connection::Slot& slot);

  /// Those of other nodes.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [name, node] : nodes_)
      if (node->connection) visit(*node->connection);
  }

 private:
  /// Another node of the cluster, and what its connection has to say.
  struct Node final : Connection::Listener {
    Node(ClusterRoute& its_route, Endpoint its_endpoint)
        : route(its_route), endpoint(std::move(its_endpoint)) {}
    Connection::Listener& heard() const { return route.home_.listener_; }
    void answered(Connection::Ticket ticket, Reply reply) override {
      heard().answered(ticket, std::move(reply));
    }
    bool still_wanted(Connection::Ticket ticket) override { return heard().still_wanted(ticket); }
    void pushed(Reply frame) override { heard().pushed(std::move(frame)); }
    void written(std::optional<Connection::Ticket> ticket) override {
      heard().written_elsewhere(endpoint, ticket);
    }
    void lost() override;

    ClusterRoute& route;
    const Endpoint endpoint;
    std::unique_ptr<Connection> connection;
  };

  Node* node_at(const Connection& from, const Redirection& to);
  Connection& open(Node& node);

  Connection& home_;
  Login login_;  ///< of the connections to others, which are sent on by this one
  std::unordered_map<std::uint16_t, Node*> owners_;  ///< by slot; others are at home
  Node* last_ = nullptr;  ///< to which the last command with a key went; null: home
  std::unordered_map<std::string, std::unique_ptr<Node>> nodes_;  ///< by address
};

}  // namespace locklab::redis
