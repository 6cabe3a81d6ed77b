#include "app/proxy/proxy.h"

#include <sys/socket.h>

#include <algorithm>

namespace locklab::app {

FaultyLink& Proxy::link(ClientId client, NodeId node) {
  std::unique_ptr<FaultyLink>& link = links_[{client, node}];
  if (!link) link = std::make_unique<FaultyLink>(loop_, client, node, watch_, *this);
  return *link;
}

Proxy::Opened Proxy::open(ClientId client, NodeId node, bool announced, const redis::Endpoint* at) {
  loop_.queue(*this);  // removes finished relays later: one may be on the stack
  int pair[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair) != 0) return {};
  const redis::Endpoint& server = at ? *at : nodes_[index(node)];
  relays_.push_back(std::make_shared<Relay>(loop_, server, turns_[server.text()],
                                            link(client, node), pair[1], announced));
  return {pair[0], relays_.back()};
}

ClientWays::Opened Proxy::open_way(ClientId client, NodeId node, const redis::Endpoint* at) {
  Opened opened = open(client, node, true, at);
  return {opened.socket, std::move(opened.relay)};
}

void Proxy::hear(NodeId node) {
  const std::vector<std::shared_ptr<Relay>> relays = relays_;
  for (const auto& relay : relays)
    if (relay->link().node() == node) relay->hear();
}

Owed Proxy::owed_by(NodeId node) const {
  Owed most = Owed::nothing;
  for (const auto& relay : relays_)
    if (relay->link().node() == node) most = std::max(most, relay->owed());
  return most;
}

std::size_t Proxy::relays() const {
  return static_cast<std::size_t>(std::count_if(relays_.begin(), relays_.end(),
                                                [](const auto& relay) { return !relay->over(); }));
}

bool Proxy::travels() const {
  return std::any_of(links_.begin(), links_.end(),
                     [](const auto& link) { return link.second->travels(); });
}

void Proxy::still_to_come(const FaultyLink& from, sim::FaultToken token, std::uint32_t still) {
  for (const auto& [ends, link] : links_)
    if (link.get() != &from) link->set_still(token, still);
}

void Proxy::take() {
  std::erase_if(relays_, [](const auto& relay) { return relay->over(); });
}

}  // namespace locklab::app
