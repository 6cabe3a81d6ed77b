#include "app/live/live_env.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace locklab::app {

LiveEnv::LiveEnv(ClientId self, const Surroundings& around)
    : self_(self),
      around_(around),
      connections_(around.nodes->size()),
      living_(std::make_shared<bool>(true)) {}

LiveEnv::~LiveEnv() { *living_ = false; }

void LiveEnv::connect(const std::vector<NodeId>& nodes) {
  for (NodeId node : nodes) connection(node);
}

bool LiveEnv::connected() const {
  return std::all_of(connections_.begin(), connections_.end(), [](const auto& connection) {
    return !connection || connection->ready() || !connection->alive();
  });
}

std::optional<std::pair<NodeId, Reply>> LiveEnv::lost_connection() const {
  for (std::size_t i = 0; i < connections_.size(); ++i)
    if (connections_[i] && !connections_[i]->alive())
      return std::pair(static_cast<NodeId>(i), connections_[i]->last_word());
  return std::nullopt;
}

Time LiveEnv::monotonic_now() { return at_us(redis::Loop::now_us()); }

Time LiveEnv::wall_now() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return Time(std::chrono::floor<Duration>(since_1970));
}

Token LiveEnv::random_token() {
  return Token::from_bits(random_.bits(), random_.bits(), ++acquisitions_);
}

std::uint64_t LiveEnv::random_below(std::uint64_t below) { return random_.below(below); }

void LiveEnv::note(const Note& note) {
  if (gone_) return;
  Trace& trace = around_.journal->trace();
  around_.journal->add_now({.value = note.value,
                            .extra = note.extra,
                            .acquisition = note.acquisition,
                            .text = note.text.empty() ? no_text : trace.keep(note.text),
                            .client = self_,
                            .key = note.key.empty() ? no_name : trace.name_id(note.key),
                            .kind = event_kind(note.kind),
                            .detail = note.detail});
}

void LiveEnv::say(EventKind kind, std::string_view key, std::uint32_t acquisition) {
  if (gone_) return;
  around_.journal->add_now({.acquisition = acquisition,
                            .client = self_,
                            .key = around_.journal->trace().name_id(key),
                            .kind = kind});
}

// --- what tasks ask for

LiveEnv::Wait& LiveEnv::new_wait(Await& await) {
  const WaitId id = ++last_wait_;
  Wait& wait = waits_[id];
  wait.id = id;
  await.slot = &wait;
  return wait;
}

void LiveEnv::begin(Call& call, NodeId node, Command&& command, Duration timeout,
                    const SourcePlace& where) {
  if (gone_) return;  // a task that is still on the stack: it ends at its next await
  Wait& wait = new_wait(call);
  wait.call = &call;
  wait.message = around_.journal->new_message();
  wait.node = node;
  wait.purpose = command.purpose;
  wait.acquisition = command.acquisition;
  wait.place = around_.journal->trace().place_id(where);
  start_timer(wait, timeout);
  if (paused_) {
    outbox_.push_back({wait.id, std::move(command)});
  } else {
    transmit(wait, command);
  }
}

void LiveEnv::transmit(Wait& wait, const Command& command) {
  Journal& journal = *around_.journal;
  const Event sent{.at = journal.now_us(),
                   .message = wait.message,
                   .acquisition = wait.acquisition,
                   .text = journal.trace().keep(command.packed()),
                   .client = self_,
                   .node = wait.node,
                   .place = wait.place,
                   .kind = EventKind::sent,
                   .purpose = wait.purpose};
  if (command.script) journal.trace().mention(*command.script);
  around_.journal->about_to_send(wait.node, command);

  // It leaves before it is recorded: a pause that strikes at this event must not hold it back.
  if (wait.node == resource_node) {
    around_.resource->ask(self_, wait.message, command,
                          [this, living = living_, id = wait.id](Reply reply) {
                            if (*living) answered(id, std::move(reply));
                          });
  } else {
    connection(wait.node).send(wait.id, command);
  }
  journal.add(sent);
}

void LiveEnv::begin(Sleep& sleep, Duration duration, const SourcePlace&) {
  if (gone_) return;
  Wait& wait = new_wait(sleep);
  wait.sleep = &sleep;
  start_timer(wait, duration);
}

void LiveEnv::abandon(Call& call) noexcept {
  if (!call.slot) return;
  Wait& wait = *static_cast<Wait*>(call.slot);
  stop_timer(wait);
  wait.call = nullptr;  // its reply still comes, and says what the command did
}

void LiveEnv::abandon(Sleep& sleep) noexcept {
  if (!sleep.slot) return;
  const Wait& wait = *static_cast<Wait*>(sleep.slot);
  stop_timer(wait);
  waits_.erase(wait.id);
}

void LiveEnv::cancel(Await& await) {
  if (!await.slot) return;
  ready_.push_back({static_cast<Wait*>(await.slot)->id, Reply::cancelled()});
  wake();
}

// --- what the loop brings

void LiveEnv::answered(redis::Connection::Ticket id, Reply reply) {
  ready_.push_back({id, std::move(reply)});
  wake();
}

void LiveEnv::wake() {
  if (!paused_) around_.loop->queue(*this);
}

void LiveEnv::turn() {
  while (!paused_ && !outbox_.empty()) {
    const Unsent unsent = std::move(outbox_.front());
    outbox_.pop_front();
    transmit(waits_.at(unsent.wait), unsent.command);
  }
  // A reply that is there already comes before a timeout.
  if (!timers_.empty() && timers_.begin()->first <= redis::Loop::now_us())
    for (const auto& connection : connections_)
      if (connection) connection->read_now();
  deliver();
  fire_due_timers();
  arm();
}

void LiveEnv::deliver() {
  while (!paused_ && !ready_.empty()) {
    Ready ready = std::move(ready_.front());
    ready_.pop_front();
    deliver_one(std::move(ready));
  }
}

void LiveEnv::deliver_one(Ready ready) {
  const auto found = waits_.find(ready.wait);
  if (found == waits_.end()) return;  // it has timed out, or its sleep was abandoned
  stop_timer(found->second);
  const bool cancelled = ready.reply.kind == Reply::Kind::cancelled;
  Call* const call = found->second.call;
  if (Sleep* const sleep = found->second.sleep) {
    waits_.erase(found);
    sleep->complete(true);
  } else if (cancelled) {
    found->second.call = nullptr;  // its reply still comes
    if (call) call->complete(std::move(ready.reply));
  } else {
    const Wait wait = found->second;
    waits_.erase(found);
    record_answer(wait, ready.reply);
    if (call) call->complete(std::move(ready.reply));
  }
}

void LiveEnv::record_answer(const Wait& wait, const Reply& reply) {
  Journal& journal = *around_.journal;
  const bool unknown = reply.is_unknown();
  std::string text = reply.kind == Reply::Kind::array ? as_printed(reply) : reply.text;
  if (reply.ok()) text.clear();
  journal.add({.at = journal.now_us(),
               .value = reply.integer,
               .message = wait.message,
               .acquisition = wait.acquisition,
               .text = text.empty() ? no_text : journal.trace().keep(text),
               .client = self_,
               .node = wait.node,
               .kind = unknown ? EventKind::timed_out : EventKind::received,
               .purpose = wait.purpose,
               .detail = static_cast<std::uint8_t>(unknown ? 0 : static_cast<int>(reply.kind))},
              unknown ? nullptr : &reply);
}

void LiveEnv::fire_due_timers() {
  // What becomes due while we are at it waits for the next turn: a task that sleeps for nothing in
  // a loop must not keep the others from running.
  const std::int64_t now = redis::Loop::now_us();
  while (!paused_ && !timers_.empty() && timers_.begin()->first <= now) {
    const Wait wait = waits_.at(timers_.begin()->second);
    stop_timer(wait);
    waits_.erase(wait.id);
    if (wait.sleep) {
      wait.sleep->complete(false);
    } else {
      time_out(wait);
    }
    deliver();
  }
}

void LiveEnv::time_out(Wait wait) {
  const Reply unknown = Reply::unknown("timeout");
  record_answer(wait, unknown);
  if (wait.node != resource_node) connection(wait.node).drop("the connection was dropped");
  wait.call->complete(unknown);
}

void LiveEnv::start_timer(Wait& wait, Duration after) {
  wait.due_us = redis::Loop::now_us() + us(after);
  timers_.emplace(wait.due_us, wait.id);
  arm();
}

void LiveEnv::stop_timer(const Wait& wait) { timers_.erase({wait.due_us, wait.id}); }

void LiveEnv::arm() {
  if (paused_ || timers_.empty()) return around_.loop->stop(alarm_);
  const std::int64_t due = timers_.begin()->first;
  if (!alarm_.started() || alarm_.due_us() != due) around_.loop->start(alarm_, due);
}

redis::Connection& LiveEnv::connection(NodeId node) {
  std::unique_ptr<redis::Connection>& connection = connections_.at(index(node));
  if (!connection || !connection->alive()) {
    redis::Connection::Listener& listener = *this;
    connection = std::make_unique<redis::Connection>(*around_.loop, (*around_.nodes)[index(node)],
                                                     *around_.login, listener);
  }
  return *connection;
}

// --- faults

void LiveEnv::pause() {
  paused_ = true;
  for (const auto& connection : connections_)
    if (connection) connection->stand_still(true);
  arm();
}

void LiveEnv::go() {
  gone_ = true;
  pause();
}

void LiveEnv::resume() {
  paused_ = false;
  for (const auto& connection : connections_)
    if (connection) connection->stand_still(false);
  wake();
}

}  // namespace locklab::app
