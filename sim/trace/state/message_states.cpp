#include "sim/trace/state/message_states.h"

#include <algorithm>

namespace locklab::sim {

namespace {

/// Maximum number of stored requests without an outcome. A live server never reports the fate of a
/// request that timed out.
constexpr std::uint32_t most_abandoned = 256;

bool over(const MessageState& message) { return !message.on_its_way() && !message.awaited; }

bool abandoned(const MessageState& message) { return message.on_its_way() && !message.awaited; }

/// The position of a message by its number, or where to insert it.
template <class All>
auto place_of(All& all, std::uint32_t number) {
  return std::lower_bound(
      all.begin(), all.end(), number,
      [](const MessageState& one, std::uint32_t wanted) { return one.number < wanted; });
}

/// Adds the event to `message`. Returns false if it changes nothing about the message.
bool note(MessageState& message, const Event& event, std::uint32_t index) {
  switch (event.kind) {
    case EventKind::ran:
      message.ran = message.done = index;
      return true;
    case EventKind::received:
      message.received = index;
      message.awaited = false;
      return true;
    case EventKind::timed_out:
      message.timed_out = index;
      message.awaited = false;
      return true;
    case EventKind::message_lost:
      (lost_part(event) == LostPart::request ? message.request_lost : message.reply_lost) = index;
      return true;
    case EventKind::resource_read:
    case EventKind::resource_wrote:
    case EventKind::resource_rejected:
      message.resource = message.done = index;
      return true;
    case EventKind::key_set:
    case EventKind::key_lease:
    case EventKind::key_deleted:
      if (event.node != message.node) return false;  // a replica copies it
      message.done = index;
      return true;
    default:
      return false;
  }
}

}  // namespace

void MessageStates::on(const Event& event, std::size_t index) {
  if (ended_) {
    const auto gone = place_of(all_, latest_);
    if (gone != all_.end() && gone->number == latest_) all_.erase(gone);
    ended_ = false;
  }
  latest_ = 0;
  if (event.kind == EventKind::client_crashed) crashed(event.client);
  if (event.message == 0) return;
  if (event.kind == EventKind::sent) return begin(event, index);
  const auto message = place_of(all_, event.message);
  if (message == all_.end() || message->number != event.message) return;
  const bool was_abandoned = abandoned(*message);
  if (!note(*message, event, static_cast<std::uint32_t>(index))) return;
  abandoned_ += abandoned(*message);
  abandoned_ -= was_abandoned;
  ended_ = over(*message);
  latest_ = event.message;
  if (abandoned_ > most_abandoned) forget_abandoned();
}

void MessageStates::begin(const Event& event, std::size_t index) {
  const auto at = place_of(all_, event.message);
  MessageState message;
  message.number = latest_ = event.message;
  message.ordinal = sent_++;
  message.client = event.client;
  message.node = event.node;
  message.sent = message.done = static_cast<std::uint32_t>(index);
  if (at == all_.end() || at->number != event.message) {
    all_.insert(at, message);
  } else {  // a trace from elsewhere may use a number twice
    abandoned_ -= abandoned(*at);
    *at = message;
  }
}

const MessageState* MessageStates::latest() const {
  const auto at = place_of(all_, latest_);
  return at == all_.end() || at->number != latest_ ? nullptr : &*at;
}

/// Ends every wait of a client that crashed.
void MessageStates::crashed(ClientId client) {
  for (MessageState& one : all_) {
    if (one.client != client || !one.awaited) continue;
    one.awaited = false;
    abandoned_ += abandoned(one);
  }
  std::erase_if(all_, [&](const MessageState& one) { return one.client == client && over(one); });
}

void MessageStates::forget_abandoned() {
  const auto oldest = std::find_if(all_.begin(), all_.end(), abandoned);
  if (oldest == all_.end()) return;
  all_.erase(oldest);
  --abandoned_;
}

}  // namespace locklab::sim
