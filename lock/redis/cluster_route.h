// Routes commands to all nodes of a Redis Cluster, starting from a connection to one of them. The
// routes are learned from redirections: MOVED names the owner of a slot, ASK the target of one
// command while its slot moves.
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
  /// Maximum number of redirections of one command, with growing delays, about a second in all:
  /// while a slot moves, two nodes may each redirect the command to the other. After that many, its
  /// sender gets the error.
  static constexpr std::uint8_t most_hops = 128;

  /// The sender of the commands, which listens to the connections to all nodes.
  class Listener : public NodeConnection::Listener {
   public:
    /// Opens a connection to another node of the cluster. Returns a connected socket, or -1 with
    /// errno set; nullopt to connect directly to the endpoint.
    virtual std::optional<int> way_to(const Endpoint&) { return std::nullopt; }
    /// Like written() and lost(), for the connection to another node.
    virtual void written_elsewhere(const Endpoint&, std::optional<NodeConnection::Ticket>) {}
    virtual void lost_elsewhere(const Endpoint&) {}

   protected:
    ~Listener() = default;
  };

  /// Both must outlive it. `listener` is also the listener of `home`.
  ClusterRoute(NodeConnection& home, Listener& listener);
  ~ClusterRoute();
  ClusterRoute(const ClusterRoute&) = delete;
  ClusterRoute& operator=(const ClusterRoute&) = delete;

  /// The connection for the next command: to the node that has its key, as far as is known. A
  /// command without a key follows the last one that had one (WAIT, EXEC).
  NodeConnection& way_of(const PackedWords& command);
  /// Time of the last bytes from any node, by Loop::now_us(); 0 if none came.
  std::int64_t last_heard_us() const;
  /// The number of commands without a reply so far, on all nodes, including the connections' own.
  std::size_t pending() const;
  /// Visits the connections to all nodes except the home node.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto& [name, node] : nodes_)
      if (node->connection) visit(*node->connection);
  }

 private:
  /// Another node of the cluster, and the listener of its connection.
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
  std::unordered_map<std::uint16_t, Node*>
      owners_;            ///< slot -> node; other slots are assumed on the home node
  Node* last_ = nullptr;  ///< node of the last command with a key; null for the home node
  /// A command held back until `until_us` (Loop::time_us()), since its slot is probably moving.
  struct Held {
    NodeConnection::Slot slot;
    std::int64_t until_us = 0;
  };
  std::vector<Held> held_;
  Alarm again_{[this] { try_again(); }};
  std::unordered_map<std::string, std::unique_ptr<Node>> nodes_;  ///< by address
};

}  // namespace locklab::redis
