// The messages of a relay: how its bytes are split and described, and how the link handles them.
#include <algorithm>
#include <array>
#include <utility>

#include "app/proxy/relay.h"
#include "lock/command.h"
#include "lock/redis/connection_use.h"

namespace locklab::app {

namespace {

/// Returns who will soon answer a command: `nothing` if the reply depends on a later event at the
/// server.
Owed answer_of(const std::string& command_name) {
  const Command command(command_name);
  if (redis::counts_own_writes(command.words())) return Owed::by_replicas;
  const bool waits = redis::connection_use(command.words()) == redis::ConnectionUse::waits;
  return waits ? Owed::nothing : Owed::by_server;
}

}  // namespace

void Relay::requests(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = from_client_.take(bytes);
    const std::string_view piece = bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    const bool whole = from_client_.ended();
    std::string& half = client_.half;
    if (half.empty() && whole) {
      request_leaves(piece, true);
      continue;
    }
    half += piece;
    if (whole || half.size() >= whole_message) request_leaves(std::exchange(half, {}), whole);
  }
}

void Relay::request_leaves(std::string_view bytes, bool whole) {
  const bool begins = !std::exchange(client_.piece_left, !whole) && !from_client_.foreign();
  Awaited what;
  std::array<char, 16> room;
  if (begins) what.command = command_name(bytes, room);
  if (begins && is_announced_ && !announced_.empty()) {
    what.about = announced_.front();
    announced_.pop_front();
  }
  what.counted = begins && (!is_announced_ || what.about.message != 0);
  if (what.counted && is_announced_ && !std::exchange(first_left_, true) && !silent_)
    link_.first_leaves(*this);
  if (!silent_ && link_.passes(*this, Way::request))
    return request_arrives(bytes, std::move(what), begins);
  auto message = std::make_unique<LinkMessage>(Way::request, what.counted);
  message->about = what.about;
  message->command = std::move(what.command);
  message->bytes = bytes;
  message->begins = begins;
  if (silent_) return link_.watch().lost(*message, loss_);
  link_.leave(*this, std::move(message));
}

void Relay::request_arrives(std::string_view bytes, Awaited awaited, bool begins) {
  if (stage_ == Stage::vanished && link_.has_power())
    return server_ended(Reply::unknown(Silence::reset));
  if (stage_ == Stage::vanished) return lose_request(bytes, awaited, sim::Loss::node_down);
  if (stage_ != Stage::open && stage_ != Stage::connecting) return;
  subscribed_ = subscribed_ || awaited.command.ends_with("SUBSCRIBE");
  if (begins && !is_announced_) {
    leaves_for_server(bytes, std::move(awaited));
  } else if (begins) {
    leaving_.push_back({std::string(bytes), std::move(awaited)});
    turns_.ask(*this);
  } else if (leaving_.empty()) {
    server_.out.append(bytes);
  } else {
    leaving_.back().bytes.append(bytes);
  }
}

void Relay::leaves_for_server(std::string_view bytes, Awaited awaited) {
  awaited.since_us = loop_.time_us();
  awaited_.push_back(std::move(awaited));
  server_.out.append(bytes);
}

bool Relay::take_turn() {
  Leaving next = std::move(leaving_.front());
  leaving_.pop_front();
  // Behind another command on its connection, which may block, the reply may take long.
  const bool owed = awaited_.empty() && answer_of(next.awaited.command) == Owed::by_server;
  leaves_for_server(next.bytes, std::move(next.awaited));
  if (!reading_) {
    write_server();
    watch_ends();
  }
  return owed;
}

void Relay::lose_request(std::string_view bytes, const Awaited& awaited, sim::Loss loss) {
  LinkMessage lost(Way::request, awaited.counted);
  lost.about = awaited.about;
  lost.bytes = bytes;
  link_.watch().lost(lost, loss);
}

void Relay::arrived(std::unique_ptr<LinkMessage> message) {
  if (message->way == Way::request) {
    request_arrives(message->bytes, {message->about, std::move(message->command), message->counted},
                    message->begins);
    if (reading_) return;
    write_server();
    close_if_done();
    return watch_ends();
  }
  if (closed_by_client()) {
    link_.watch().unread(*message);
  } else {
    client_.out.append(message->bytes);
  }
  if (taking_) return;
  write_client();
  close_if_done();
  watch_ends();
}

Owed Relay::owed() const {
  if (stage_ == Stage::connecting) return Owed::by_server;
  if (stage_ != Stage::open) return Owed::nothing;
  if (!leaving_.empty()) return Owed::by_server;
  Owed most = Owed::nothing;
  for (const Awaited& awaited : awaited_) most = std::max(most, answer_of(awaited.command));
  return most;
}

/// Removes and returns the request that has been answered. The server's time for the next one
/// begins now.
Relay::Awaited Relay::next_answered() {
  Awaited answered = std::move(awaited_.front());
  awaited_.pop_front();
  const std::int64_t now = loop_.time_us();
  if (!awaited_.empty()) awaited_.front().since_us = std::max(awaited_.front().since_us, now);
  if (is_announced_) turns_.answered(*this);
  return answered;
}

void Relay::replies(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = from_server_.take(bytes);
    const std::string_view piece = bytes.substr(0, taken);
    bytes.remove_prefix(taken);
    const bool whole = from_server_.ended();
    std::string& half = server_.half;
    if (half.empty() && whole) {
      reply_seen(piece, true);
      continue;
    }
    half += piece;
    if (whole || half.size() >= whole_message) reply_seen(std::exchange(half, {}), whole);
  }
}

void Relay::reply_seen(std::string_view bytes, bool whole) {
  const bool begins = !std::exchange(server_.piece_left, !whole) && !from_server_.foreign();
  const bool answers = begins && !awaited_.empty() && !is_push(bytes, subscribed_);
  if (!is_announced_ && seen_.empty() && !closed_by_client() && link_.passes(*this, Way::reply)) {
    if (answers) next_answered();
    return client_.out.append(bytes);
  }
  Awaited to;
  to.counted = begins;  // a pushed frame counts, too
  if (answers) to = next_answered();
  const bool at_once = is_announced_ && answers && answer_of(to.command) == Owed::by_server;
  auto reply = std::make_unique<LinkMessage>(Way::reply, to.counted);
  reply->about = to.about;
  reply->command = std::move(to.command);
  reply->bytes = bytes;
  reply->begins = begins;
  if (at_once) reply->served_in_us = loop_.time_us() - to.since_us;
  seen_.push_back({std::move(reply), !is_announced_ || !answers || to.about.message == 0});
}

/// Applies the link's faults to the received replies, one by one. A reply may make a fault due,
/// which is injected before that reply is passed on.
void Relay::take_seen() {
  if (taking_) return;
  taking_ = true;
  while (!seen_.empty()) {
    if (!std::exchange(seen_.front().heard, true)) {
      link_.watch().answered(*seen_.front().reply);
      link_.watch().settle();
      if (seen_.empty()) break;  // after a reset
    }
    std::unique_ptr<LinkMessage> reply = std::move(seen_.front().reply);
    seen_.pop_front();
    link_.leave(*this, std::move(reply));
  }
  taking_ = false;
  write_client();
  if (!server_end_.is_nil() && seen_.empty()) server_ended(std::exchange(server_end_, {}));
}

void Relay::hear() {
  if (stage_ == Stage::open) read_server(true);
  for (std::size_t i = 0; i < seen_.size(); ++i)
    if (!std::exchange(seen_[i].heard, true)) link_.watch().answered(*seen_[i].reply);
  if (!over()) loop_.queue(*this);
}

void Relay::lose_seen(sim::Loss loss) {
  for (const Seen& seen : seen_)
    if (seen.reply) link_.watch().lost(*seen.reply, loss);
  seen_.clear();
}

}  // namespace locklab::app
