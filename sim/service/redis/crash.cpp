// Failures of a server: it refuses writes, its process dies and loses its memory, or its machine
// loses power.
#include "sim/service/redis/server.h"
#include "sim/service/redis/state.h"

namespace locklab::sim {
namespace {

/// Forgets everything that only the process's memory held, except the keys.
void forget_process(ServerState& server) {
  server.scripts.clear();
  server.random = ServerState::first_random;
  server.blocked.reset();
  server.refusals = 0;
  server.killed_script.reset();
  if (server.channels) server.channels->clear();
  server.keys.journal.drop_unfinished();
}

void go_back(ServerState& server, const std::vector<Effect>& former) {
  server.keys.journal.only_observe = true;
  for (const Effect& state : former) server.keys.restore(state, KeyChange::Kind::lost);
  server.keys.journal.only_observe = false;
}

}  // namespace

void Server::refuse(WriteRefusals why) { state_->refusals = why; }

void Server::lose_process(std::int64_t now_us) {
  state_->set_clock(now_us);
  forget_process(*state_);
  if (state_->options.persistence == Persistence::none) {
    forget_all();
  } else {
    go_back(*state_, state_->keys.journal.take_unfinished());
  }
}

void Server::lose_power(std::int64_t now_us) {
  state_->set_clock(now_us);
  forget_process(*state_);
  if (state_->options.persistence == Persistence::none) {
    forget_all();
  } else {
    state_->keys.journal.sync_until(now_us);
    go_back(*state_, state_->keys.journal.take_unsynced());
  }
}

}  // namespace locklab::sim
