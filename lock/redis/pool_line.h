// One of a pool's connections.
#pragma once

#include <deque>
#include <memory>
#include <optional>

#include "lock/redis/connection.h"
#include "lock/redis/pool.h"
#include "lock/transaction.h"

namespace locklab::redis {

/// A connection with its place in the pool. A lost connection is replaced on its next use.
struct Pool::Line final : Connection::Listener {
  Line(Pool* its_pool, NodeId its_node, bool shared)
      : pool(its_pool), node(its_node), is_shared(shared) {}

  Pool* const pool;
  const NodeId node;
  const bool is_shared;
  ClientNumber lent_to = 0;
  Transaction transaction;   ///< lent until its client ends it
  bool taken_over = false;   ///< unusable for other clients from now on
  bool listens = false;      ///< lent until its client is gone, or its connection is lost
  std::deque<Reply> pushes;  ///< which nobody has taken yet
  Wait* listener = nullptr;  ///< waits for the next
  std::unique_ptr<Connection> connection;

  bool alive() const { return connection && connection->alive(); }
  bool in_transaction() const { return transaction.inside(); }
  bool hears() const { return listens && alive(); }

  void answered(Connection::Ticket ticket, Reply reply) override {
    if (ticket != nobodys) pool->answered(*this, ticket, std::move(reply));
  }
  bool still_wanted(Connection::Ticket ticket) override { return is_awaited(ticket); }
  std::optional<int> way_to(const Endpoint& other) override {
    return pool->way_ ? std::optional(pool->way_(node, other)) : std::nullopt;
  }
  void pushed(Reply frame) override {
    pushes.push_back(std::move(frame));
    pool->look_for_push(*this);
  }
  void lost() override {
    if (listens) pool->look_for_push(*this);
  }
};

}  // namespace locklab::redis
