// The parts of Node that its service and its cluster call. Changes that the service reports are
// recorded after the command, and pushes are sent then. Deferred requests that can now be answered
// are answered in turn.
#include <algorithm>

#include "sim/world/node.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

EventKind event_kind(KeyChange::Kind kind) {
  switch (kind) {
    case KeyChange::Kind::set:
      return EventKind::key_set;
    case KeyChange::Kind::lease:
      return EventKind::key_lease;
    case KeyChange::Kind::deleted:
      return EventKind::key_deleted;
    case KeyChange::Kind::expired:
      return EventKind::key_expired;
    case KeyChange::Kind::lost:
    case KeyChange::Kind::moved:
      break;
  }
  return EventKind::key_lost;
}

}  // namespace

void Node::key_changed(const KeyChange& change) {
  const EventKind kind = event_kind(change.kind);
  Event& changed = changes_.emplace_back();
  changed.kind = kind;
  if (running_) running_->sign(changed);
  changed.node = id_;
  changed.key = world_.trace().name_id(change.key);
  if (change.kind == KeyChange::Kind::moved)
    changed.detail = static_cast<std::uint8_t>(KeyLoss::moved);
  const bool lives = change.kind == KeyChange::Kind::set || change.kind == KeyChange::Kind::lease;
  if (change.kind == KeyChange::Kind::expired) {
    changed.value = lateness_of_end(change.deadline_ms);
    LOCKLAB_ASSERT(is_end_of_lease(world_.now() - changed.value, change.deadline_ms));
  }
  if (lives)
    changed.value = change.deadline_ms < 0 ? -1 : (change.deadline_ms - now_us() / 1000) * 1000;
  if (change.kind == KeyChange::Kind::set) {
    if (running_) LOCKLAB_ASSERT(change.origin.message == running_->message);
    changed.text = world_.trace().keep(change.value);
    changed.detail = running_ ? 0 : 1;
    changed.client = change.origin.client;
    changed.acquisition = change.origin.acquisition;
    changed.message = change.origin.message;
  }
}

void Node::accessed(const Event& access) {
  LOCKLAB_ASSERT(running_);
  Event& said = changes_.emplace_back(access);
  running_->sign(said);
  said.key = world_.trace().name_id(world_.trace().info.resource);
}

void Node::busy(const char* why) {
  Event& said = changes_.emplace_back(event(EventKind::node_busy));
  said.text = world_.trace().keep(why);
}

void Node::record_changes() {
  for (std::size_t i = 0; i < changes_.size(); ++i) world_.record(changes_[i]);
  changes_.clear();
}

void Node::push(SessionId session, Reply frame) {
  Exchange& exchange = world_.network().push(session, std::move(frame));
  pushes_.push_back(&exchange);
  Event& pushed = changes_.emplace_back();
  exchange.tell(pushed, EventKind::pushed, exchange.reply, world_.trace());
  exchange.reply_text = pushed.text;
}

void Node::tell_changes() {
  record_changes();
  send_pushes();
}

void Node::send_pushes() {
  for (Exchange* exchange : std::exchange(pushes_, {})) leave(*exchange);
}

void Node::ready(Ticket ticket) {
  if (running_ && running_->message == ticket) {
    running_is_ready_ = true;
    return;
  }
  const auto found =
      std::find_if(unanswered_.begin(), unanswered_.end(),
                   [&](const Exchange* exchange) { return exchange->message == ticket; });
  if (found == unanswered_.end()) return;
  world_.queue().cancel((*found)->wire);
  ready_.push_back(*found);
  unanswered_.erase(found);
}

// ---- in a cluster ----

void Node::join_cluster(std::function<std::string(std::uint16_t)> slot_error,
                        std::function<void(std::string_view, std::string_view)> publish) {
  if (Clustered* const one = service_->clustered())
    one->join(std::move(slot_error), std::move(publish));
  family_ = NodeId{0};
}

std::vector<Effect> Node::give_away(std::uint16_t slot) {
  Clustered* const one = service_->clustered();
  return one ? one->give_away(slot, now_us()) : std::vector<Effect>();
}

void Node::gave_away() { tell_changes(); }

void Node::take_over(const std::vector<Effect>& keys) {
  Clustered* const one = service_->clustered();
  for (const Effect& key : keys)
    if (one) one->take_over(key, now_us());
  for (Event& change : changes_) change.message = 0;  // no command of the client caused this change
  tell_changes();
  arm_expiry();
}

void Node::hear(const std::string& channel, const std::string& text) {
  if (!has_process()) return;
  if (!stops_.empty()) {
    heard_.emplace_back(channel, text);
    return;
  }
  if (Clustered* const one = service_->clustered()) one->publish(channel, text);
  tell_changes();
}

std::int64_t Node::replicas_with(std::uint64_t offset) const {
  return std::count_if(replicas_.begin(), replicas_.end(),
                       [&](const Node* replica) { return replica->acknowledged_ >= offset; });
}

}  // namespace locklab::sim
