// Connections to the servers of a lock that many clients share. What they send in one round of the
// loop leaves together, and each reply goes to the client whose command it answers.
//
// A timeout gives up one command and not its connection: the reply may still come, is swallowed in
// its place, and nobody else's is touched. Only a connection on which no reply at all has come for
// as long as a command's timeout is dropped; then every command on it is Unknown.
//
// What would hold up or change a connection for others (WAIT and everything else that blocks,
// transactions, subscriptions, another login) gets one of its own for as long as it lasts.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lock/env.h"
#include "lock/redis/connection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/random_source.h"

namespace locklab::redis {

class Pool final : private Turn {
 public:
  /// `nodes` by NodeId; `shared` connections to each, at least one: a client's commands to a node
  /// all go over the same. The loop outlives the pool.
  Pool(Loop& loop, std::vector<Endpoint> nodes, Login login, std::size_t shared = 1);
  /// Every PooledEnv is gone.
  ~Pool() override;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Opens the shared connections, instead of each when it is first used.
  void connect();
  /// Whether each of them is open, or lost already.
  bool connected() const;
  /// The first node to which none could be opened, and why.
  std::optional<std::pair<NodeId, Reply>> lost_connection() const;

  struct Counts {
    std::uint64_t replies = 0;
    std::uint64_t timeouts = 0;      ///< commands given up
    std::uint64_t late_replies = 0;  ///< to commands that were given up
    std::uint64_t drops = 0;         ///< connections dropped because nothing came any more
  };
  const Counts& counts() const { return counts_; }
  /// Connections that are open or being opened, shared or not.
  std::size_t connections() const;

 private:
  friend class PooledEnv;
  using ClientNumber = Connection::Sender;
  struct Wait;
  static Wait& wait_of(Connection::Ticket ticket);
  struct Line;
  struct Node {
    std::vector<std::unique_ptr<Line>> shared;
    std::vector<std::unique_ptr<Line>> lent;  ///< to one client each
    std::vector<std::unique_ptr<Line>> idle;  ///< not shared, and nobody's now
  };

  void take() override;  ///< completes what has become ready

  // What PooledEnv asks for.
  ClientNumber add_client() { return ++clients_; }
  void remove_client(ClientNumber client);
  void call(Call& call, ClientNumber client, NodeId node, const Command& command, Duration timeout);
  void sleep(Sleep& sleep, Duration duration);
  void abandon(Await& await) noexcept;
  void cancel(Await& await);

  Line& line_for(ClientNumber client, NodeId node, const Command& command);
  Line& lend(Node& node, ClientNumber client);
  void take_back();
  Line* transaction_of(Node& node, ClientNumber client) const;
  void open(Line& line);

  Wait& new_wait(Await& await);
  void discard(Wait& wait);
  void make_ready(Wait& wait);
  void answered(Line& line, Connection::Ticket ticket, Reply reply);
  void complete(Wait& wait);
  void timed_out(Wait& wait);

  FramePool frames_;  ///< of all clients' tasks
  Loop& loop_;
  const std::vector<Endpoint> endpoints_;
  const Login login_;
  std::vector<Node> nodes_;
  std::deque<Wait> waits_;  ///< they stay where they are
  Wait* free_ = nullptr;
  Wait* first_ready_ = nullptr;
  Wait* last_ready_ = nullptr;
  ClientNumber clients_ = 0;
  RandomSource random_;
  Counts counts_;
};

}  // namespace locklab::redis
