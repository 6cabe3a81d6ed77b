// A connection to a server, or to a whole Redis Cluster through one of its nodes (Login::cluster):
// commands that another node must run are redirected there, and the reply comes from there.
// Commands queued by MULTI are not redirected, since they would run without the rest.
//
// A lost connection stays lost: its owner opens another for the next command. A connection to
// another node of the cluster is reopened for the next command to that node.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "lock/redis/cluster_route.h"
#include "lock/redis/node_connection.h"

namespace locklab::redis {

class Connection final {
 public:
  using Ticket = NodeConnection::Ticket;
  using Sender = NodeConnection::Sender;
  using Leave = NodeConnection::Leave;
  using Listener = ClusterRoute::Listener;

  /// Starts to connect. `loop`, `login` and `listener` must outlive the connection.
  Connection(Loop& loop, const Endpoint& endpoint, const Login& login, Listener& listener,
             Leave leave = Leave::at_once)
      : home_(loop, endpoint, login, listener, leave) {
    if (login.cluster) route_ = std::make_unique<ClusterRoute>(home_, listener);
  }
  /// Uses a connected socket, which the connection then owns. If it is -1, errno must hold the
  /// error.
  Connection(Loop& loop, int socket, const Login& login, Listener& listener,
             Leave leave = Leave::at_once)
      : home_(loop, socket, login, listener, leave) {
    if (login.cluster) route_ = std::make_unique<ClusterRoute>(home_, listener);
  }

  /// False once the connection is lost. Every command on it is then answered with last_word().
  bool alive() const { return home_.alive(); }
  /// Whether the server has accepted the connection and the login.
  bool ready() const { return home_.ready(); }
  /// The reply to every command after the connection is lost.
  const Reply& last_word() const { return home_.last_word(); }
  /// Time of the last bytes from any node, by Loop::now_us(); 0 if none came.
  std::int64_t last_heard_us() const {
    return route_ ? route_->last_heard_us() : home_.last_heard_us();
  }
  /// The number of commands without a reply so far, including the connections' own.
  std::size_t pending() const { return route_ ? route_->pending() : home_.pending(); }

  /// Sends a command (NodeConnection::send).
  void send(Ticket ticket, const Command& command, Sender sender = 0) {
    (route_ ? route_->way_of(command.words()) : home_).send(ticket, command, sender);
  }

  /// Reads what has arrived, without waiting.
  void read_now() {
    if (route_) route_->each([](NodeConnection& other) { other.read_now(); });
    home_.read_now();
  }

  /// Closes the connection, and answers every command in flight with an unknown reply.
  void drop(Silence silence) { home_.drop(silence); }

  /// Stops reading and writing while `still`; the kernel continues to receive.
  void stand_still(bool still) {
    if (route_) route_->each([&](NodeConnection& other) { other.stand_still(still); });
    home_.stand_still(still);
  }

 private:
  NodeConnection home_;
  std::unique_ptr<ClusterRoute> route_;  ///< null without Login::cluster
};

}  // namespace locklab::redis
