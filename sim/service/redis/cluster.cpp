// A server as a part of a Redis Cluster: it gives away or takes over the keys of a slot, and
// delivers the messages that other servers publish.
#include <utility>

#include "lock/redirection.h"
#include "sim/service/redis/server.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {

void Server::join_cluster(std::function<std::string(std::uint16_t)> slot_error,
                          std::function<void(std::string_view, std::string_view)> publish) {
  state_->slot_error = std::move(slot_error);
  state_->publish_elsewhere = std::move(publish);
}

void Server::publish(std::string_view channel, std::string_view text) {
  publish_here(*state_, channel, text);
}

std::vector<Effect> Server::give_away(std::uint16_t slot, std::int64_t now_us) {
  state_->set_clock(now_us);
  std::vector<Effect> given;
  for (const Effect& stored : snapshot()) {
    if (slot_of_key(stored.key) != slot) continue;
    Key* const key = state_->keys.find(stored.key);  // removes an expired one
    if (!key) continue;
    Effect& gift = given.emplace_back(stored);
    if (gift.deadline_ms >= 0) gift.deadline_ms -= state_->keys.now_ms;
    state_->keys.erase(*key, KeyChange::Kind::moved);
  }
  state_->settle();
  return given;
}

void Server::take_over(Effect key, std::int64_t now_us) {
  state_->set_clock(now_us);
  if (key.deadline_ms >= 0) key.deadline_ms += state_->keys.now_ms;
  state_->keys.restore(key, KeyChange::Kind::deleted);
  state_->settle();
}

}  // namespace locklab::sim
