// Collects the effects that a master sends, and applies them on a replica.
#include "sim/service/redis/server.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {

void Server::become_replica() {
  state_->replica = true;
  state_->keys.replica = true;
}

void Server::become_master() {
  state_->replica = false;
  state_->keys.replica = false;
}

bool Server::is_replica() const { return state_->replica; }
void Server::collect_effects(bool on) { state_->keys.journal.collect_effects(on); }
std::vector<Effect> Server::take_effects() { return state_->keys.journal.take_effects(); }
std::uint64_t Server::offset() const { return state_->keys.journal.offset(); }

void Server::apply(const Effect& effect, std::int64_t now_us) {
  state_->set_clock(now_us);
  state_->keys.restore(effect, KeyChange::Kind::deleted);
  state_->settle();
}

std::vector<Effect> Server::snapshot() const {
  std::vector<Effect> all;
  for (const Key* key : state_->keys.sorted())
    all.push_back({key->first, key->second.value, key->second.deadline_ms, key->second.origin});
  return all;
}

void Server::forget_all() {
  ChangeJournal& journal = state_->keys.journal;
  journal.only_observe = true;
  state_->keys.erase_all(KeyChange::Kind::lost);
  journal.only_observe = false;
  journal.drop_past();
}

void Server::set_replicas(int connected) { state_->replicas = connected; }

}  // namespace locklab::sim
