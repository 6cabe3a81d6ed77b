// The routing of a client's commands in a Redis Cluster. The client knows the node that its program
// names, and learns from redirections which node serves a slot. It sends a redirected command
// again, as another recorded request, and remembers the new node of a slot that has moved.
//
// A part of client_process_body.h.
#pragma once

#include <algorithm>

#include "lock/redirection.h"
#include "sim/process/client_process.h"

namespace locklab::sim {

/// The node for a command that the program sends to `node`: the node that has its key, as far as
/// known. A command without a key (WAIT, EXEC) follows the last one with a key, and every command
/// stays on a node where a transaction is in progress. Accesses to the resource and subscriptions
/// go to `node` itself.
template <class Driver, class R, class W>
NodeId ClientProcess<Driver, R, W>::way_of(NodeId node, const Command& command) {
  if (node == resource_node || command.listens) return node;
  for (std::size_t n = 0; n < transactions_.size(); ++n)
    if (transactions_[n].inside()) return static_cast<NodeId>(n);
  if (const std::optional<std::uint16_t> slot = slot_of(command.words())) {
    const auto owner = std::find_if(owners_.begin(), owners_.end(),
                                    [&](const Owner& one) { return one.slot == *slot; });
    last_way_ = owner == owners_.end() ? no_node : owner->node;
  }
  return last_way_ == no_node ? node : last_way_;
}

/// Sends the command again if its reply is a redirection. Returns false for any other error, if the
/// new node is unknown, if the command is cancelled, after too many redirections, and inside a
/// transaction, which has to be started again. Out of line, since few replies are errors.
template <class Driver, class R, class W>
[[gnu::noinline]] bool ClientProcess<Driver, R, W>::follow(R& request) {
  constexpr std::uint8_t most_hops = 16;  // fewer than a live connection follows (ClusterRoute)
  if (request.node == resource_node) return false;
  const std::optional<Redirection> to = redirection(request.reply.text);
  if (!to) return false;
  const bool again = to->kind == Redirection::Kind::try_again;
  const NodeId node = again ? request.node : driver().node_at(*to);
  if (node == no_node) return false;
  if (to->kind == Redirection::Kind::moved) {
    std::erase_if(owners_, [&](const Owner& one) { return one.slot == to->slot; });
    owners_.push_back({to->slot, node});
    last_way_ = node;  // the next MULTI goes there, too
  }
  if (request.continues || request.cancelled || request.hops >= most_hops) return false;
  if (index(request.node) < transactions_.size()) transactions_[index(request.node)] = {};
  send_on(request, node);
  return true;
}

/// Sends the command again as a new request to `node`, with its full timeout.
template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::send_on(R& request, NodeId node) {
  R& next = driver().open(node);
  next.command = request.command;
  next.call = request.call;
  next.from = id_;
  next.place = request.place;
  next.timeout = request.timeout;
  next.hops = static_cast<std::uint8_t>(request.hops + 1);
  next.call->slot = static_cast<Pending*>(&next);
  driver().consumed(request);
  driver().not_awaited(request);
  if (!defers()) return send(next);
  defer(Action::Kind::send, next);
}

}  // namespace locklab::sim
