// Connections to the servers of a lock, shared by many clients. Commands of one round of the loop
// are sent together, and each reply goes to the client that sent the command.
//
// A timeout gives up one command and not its connection: the reply may still come and is discarded,
// without effect on other commands. A shared connection is dropped only if it has received nothing
// since the command was sent; every command on it is then Unknown. A connection lent to one client
// is dropped on any timeout.
//
// A paused client is frozen like a stopped process: replies and timers wait until it resumes. Then
// replies come first, and timers after them by due time.
//
// A command that would block a connection or change it for others (WAIT and other blocking
// commands, transactions, subscriptions, another login) gets an exclusive connection for as long as
// it needs one: after a subscription, until its client is destroyed or the connection is lost.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lock/env.h"
#include "lock/ids.h"
#include "lock/redis/connection.h"
#include "lock/redis/endpoint.h"
#include "lock/redis/loop.h"
#include "lock/redis/random_source.h"
#include "lock/redis/timer_queue.h"
#include "lock/reply.h"

namespace locklab::redis {

/// A pool's data about one of its clients: its number, and whether it is paused.
class PoolClient {
 public:
  PoolClient(const PoolClient&) = delete;
  PoolClient& operator=(const PoolClient&) = delete;
  /// Clients of a pool are numbered from 1.
  std::uint32_t number() const { return number_; }
  bool paused() const { return standstill_ != nullptr; }

 protected:
  explicit PoolClient(std::uint32_t number) : number_(number) {}
  ~PoolClient() = default;

 private:
  friend class Pool;
  /// Called when a command of this client ended with an error or without a reply.
  virtual void failed(NodeId node, const Reply& reply) = 0;

  /// Replies and timers queued for a paused client.
  struct Standstill {
    std::vector<QueuedTimer*> come;
    std::vector<QueuedTimer*> due;
  };
  std::unique_ptr<Standstill> standstill_;  ///< null while it runs
  const std::uint32_t number_;
};

class Pool final : private Turn {
 public:
  /// `nodes` is indexed by NodeId; each gets `shared` shared connections, at least one. A client
  /// always uses the same shared connection to a node. The loop must outlive the pool.
  Pool(Loop& loop, std::vector<Endpoint> nodes, Login login, std::size_t shared = 1);
  /// Every PooledEnv must be destroyed first.
  ~Pool() override;
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Opens a connection to a node, or to another node of its cluster, in place of the default:
  /// returns a connected socket, which the pool then owns, or -1 with errno set.
  using Way = std::function<int(NodeId, const Endpoint&)>;
  /// Uses `way` from now on.
  void connect_by(Way way) { way_ = std::move(way); }

  /// Opens all shared connections now rather than on first use.
  void connect();
  /// Whether no shared connection is still being opened.
  bool connected() const;
  /// The first node with a lost shared connection, and the reason; nullopt if there is none.
  std::optional<std::pair<NodeId, Reply>> lost_connection() const;

  struct Counts {
    std::uint64_t replies = 0;
    std::uint64_t timeouts = 0;      ///< commands given up
    std::uint64_t late_replies = 0;  ///< to commands that nobody waits for any more
    std::uint64_t drops = 0;         ///< connections dropped on a timeout
  };
  const Counts& counts() const { return counts_; }
  /// Connections that are open or being opened, shared or not. One to a cluster counts once.
  std::size_t connections() const;

 private:
  friend class PooledEnv;
  using ClientNumber = Connection::Sender;
  struct Wait;
  static Wait& wait_of(Connection::Ticket ticket);
  struct Line;
  struct Node {
    std::vector<std::unique_ptr<Line>> shared;
    std::vector<std::unique_ptr<Line>> lent;  ///< each lent to one client
    std::vector<std::unique_ptr<Line>> idle;  ///< not shared, and not in use
  };

  void take() override;  ///< completes the waits that have become ready

  // For PooledEnv.
  ClientNumber add_client() { return ++clients_; }
  void remove_client(PoolClient& client);
  void call(Call& call, PoolClient& client, NodeId node, const Command& command, Duration timeout);
  void sleep(Sleep& sleep, PoolClient& client, Duration duration);
  void listen(Listen& listen, PoolClient& client, NodeId node, Duration timeout);
  void abandon(Await& await) noexcept;
  void cancel(Await& await);
  static void pause(PoolClient& client);
  void resume(PoolClient& client);

  Line& line_for(ClientNumber client, NodeId node, const Command& command);
  Line& lend(Node& node, ClientNumber client);
  void take_back();
  static Line* lent_line(Node& node, ClientNumber client, bool (Line::*fits)() const);
  Line& listening_line(Node& node, ClientNumber client);
  static Reply take_push(const Wait& wait);
  void look_for_push(Line& line);
  static void stop_listening(Wait& wait);
  void open(Line& line);

  Wait& new_wait(Await& await, PoolClient& client);
  void discard(Wait& wait);
  void make_ready(Wait& wait);
  void answered(Line& line, Connection::Ticket ticket, Reply reply);
  void complete(Wait& wait);
  void timed_out(Wait& wait);

  FramePool frames_;  ///< for all clients' tasks
  Loop& loop_;
  const std::vector<Endpoint> endpoints_;
  const Login login_;
  Way way_;
  std::vector<Node> nodes_;
  std::deque<Wait> waits_;  ///< with stable addresses
  Wait* free_ = nullptr;
  Wait* first_ready_ = nullptr;
  Wait* last_ready_ = nullptr;
  ClientNumber clients_ = 0;
  RandomSource random_;
  Counts counts_;
};

}  // namespace locklab::redis
