// The fingerprint of everything in a server's memory that decides its future replies.
#include "sim/trace/fingerprint.h"

#include "sim/service/redis/state.h"

namespace locklab::sim {

namespace {

/// Omits the origin's message: it only distinguishes commands of one attempt.
void add(Fingerprint& print, const Origin& origin) {
  print.add(origin.acquisition);
  print.add(std::uint64_t{index(origin.client)});
}

void add(Fingerprint& print, const Effect& effect) {
  print.add(std::string_view(effect.key));
  print.add(effect.value.has_value());
  if (effect.value) add(print, *effect.value);
  print.add(effect.deadline_ms);
  add(print, effect.origin);
}

}  // namespace

void ChangeJournal::fingerprint(Fingerprint& print) const {
  print.add(std::uint64_t{undo_.size()});
  for (const Effect& past : undo_) add(print, past);
  print.add(std::uint64_t{written_});
  if (persistence_ != Persistence::none) print.add(last_sync_s_);
  for (const Effect& effect : effects_) add(print, effect);
  if (collecting_) print.add(offset_);
  std::uint64_t watched = 0;  // a sum, since the watched keys are unordered
  for (const auto& [key, touches] : watched_) {
    Fingerprint one;
    one.add(std::string_view(key));
    one.add(touches);
    watched += one.value();
  }
  print.add(watched);
}

void Server::fingerprint(Fingerprint& print) const {
  print.add(state_->replica);
  print.add(std::uint64_t{state_->refusals});
  print.add(state_->random);
  print.add(state_->blocked.has_value());
  // Known scripts are omitted: a client that runs one provides it. Origins matter only if a value
  // may reappear with its origin, here or on another server.
  const ServerOptions& options = state_->options;
  const bool may_return = options.shares_keys || options.persistence != Persistence::none;
  print.add(std::uint64_t{state_->keys.size()});
  for (const Key* key : state_->keys.sorted()) {
    print.add(std::string_view(key->first));
    add(print, key->second.value);
    print.add(key->second.deadline_ms);
    if (may_return) add(print, key->second.origin);
  }
  state_->keys.journal.fingerprint(print);
  if (state_->channels) state_->channels->fingerprint(print);
}

void Session::fingerprint(Fingerprint& print) const {
  if (!state_) return;
  print.add(state_->in_transaction);
  print.add(state_->must_abort);
  print.add(std::uint64_t{state_->queue.size()});
  for (const Command& command : state_->queue) print.add(std::string_view(command.packed()));
  for (const State::Watch& watch : state_->watches) {
    print.add(std::string_view(watch.key));
    print.add(watch.touches);
    print.add(watch.alive);
  }
  print.add(state_->write_offset);
  for (const std::string& channel : state_->subscribed) print.add(std::string_view(channel));
}

}  // namespace locklab::sim
