// Where a connection to one node of a Redis Cluster sends what other nodes have. It learns from
// their answers: MOVED tells whose a slot is, ASK where one command goes while its slot moves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "lock/redirection.h"
#include "lock/redis/node_connection.h"

namespace locklab::redis {

class ClusterRoute final : private NodeConnection::Redirects {
 public:
  /// So many times is one command sent on, slower and slower, for about a second: while a slot
  /// moves two nodes may each send it to the other. Then its sender gets the error.
  static constexpr std::uint8_t most_hops = 128;

  /// Whoever has sent the commands, whichever node they went to.
  class Listener : public NodeConnection::Listener {
   public:
    /// Opens the way to another node of the cluster: a connected socket, or -1 with errno; none:
    /// straight to its endpoint.
    virtual std::optional<int> way_to(const Endpoint&) { return std::nullopt; }
    /// As written() and lost(), for the connection to that other node.
    virtual void written_elsewhere(const Endpoint&, std::optional<NodeConnection::Ticket>) {}
    virtual void lost_elsewhere(const Endpoint&) {}

   protected:
    ~Listener() = default;
  };

  /// Both outlive it. `listener` is that of `home`, too.
  ClusterRoute(NodeConnection& home, Listener& listener);
  ~ClusterRoute();
  ClusterRoute(const ClusterRoute&) = delete;
  ClusterRoute& operator=(const ClusterRoute&) = delete;

  /// The connection that the next command takes: to the node that has its key, as far as is known.
  /// One without a key follows the last one that has one (WAIT, EXEC).
  NodeConnection& way_of(const PackedWords& command);
  /// When any node has sent the last reply, by Loop::now_us(); 0: never.
  std::int64_t last_heard_us() const;
  /// The number of commands in flight, whichever node they went to.
  std::size_t pending() const;
  /// The connections to other nodes.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [name, node] : nodes_)
      if (node->connection) visit(*node->connection);
  }

 private:
  /// Another node of the cluster, and what its connection has to say.
  struct Node final : NodeConnection::Listener {
    Node(ClusterRoute& its_route, Endpoint its_endpoint)
        : route(its_route), endpoint(std::move(its_endpoint)) {}
    void answered(NodeConnection::Ticket ticket, Reply reply) override {
      route.listener_.answered(ticket, std::move(reply));
    }
    bool still_wanted(NodeConnection::Ticket ticket) override {
      return route.listener_.still_wanted(ticket);
    }
    void pushed(Reply frame) override { route.listener_.pushed(std::move(frame)); }
    void written(std::optional<NodeConnection::Ticket> ticket) override {
      route.listener_.written_elsewhere(endpoint, ticket);
    }
    void lost() override;

    ClusterRoute& route;
    const Endpoint endpoint;
    std::unique_ptr<NodeConnection> connection;
  };

  // Redirects
  bool follow(NodeConnection& from, std::string_view error, NodeConnection::Slot& slot) override;
  void ended(NodeConnection& connection, const Reply& answer) override;

  Node* node_at(const NodeConnection& from, const Redirection& to);
  NodeConnection& open(Node& node);
  void hold(NodeConnection::Slot slot);
  void try_again();
  void look_again();

  NodeConnection& home_;
  Listener& listener_;
  std::unordered_map<std::uint16_t, Node*> owners_;  ///< by slot; others are at home
  Node* last_ = nullptr;  ///< to which the last command with a key went; null: home
  /// A command whose slot is between two nodes just now.
  struct Held {
    NodeConnection::Slot slot;
    std::int64_t until_us = 0;
  };
  std::vector<Held> held_;
  Alarm again_{[this] { try_again(); }};
  std::unordered_map<std::string, std::unique_ptr<Node>> nodes_;  ///< by address
};

}  // namespace locklab::redis
