#include "sim/world/client.h"

#include <algorithm>

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void sleep_fired(World&, Timer& timer) {
  PendingSleep& sleep = *static_cast<PendingSleep*>(timer.owner);
  sleep.client->sleep_over(sleep);
}

Exchange& exchange_of(const Await& await) {
  return *static_cast<Exchange*>(static_cast<Pending*>(await.slot));
}

PendingSleep& sleep_of(const Await& await) {
  return *static_cast<PendingSleep*>(static_cast<Pending*>(await.slot));
}

}  // namespace

PendingSleep::PendingSleep() : timer(sleep_fired, this, TimerKind::sleep) {}

Client::Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed)
    : Actor(&world.frames()),
      world_(world),
      id_(id),
      program_(std::move(program)),
      clock_(clock),
      random_(seed) {
  if (world.orders()) observe_tasks(task_log_.emplace());
}

Client::~Client() { destroy_tasks(); }

void Client::destroy_tasks() { tasks_.clear(); }

Event Client::event(EventKind kind) const {
  Event event;
  event.kind = kind;
  event.client = id_;
  return event;
}

// ---- its program ----

void Client::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock(0);
  run_also([this](Actor& self) { return run_client(self, &program_); });
}

bool Client::foreign_release() {
  return run_also([this](Actor& self) { return run_foreign_release(self, &program_); });
}

bool Client::run_also(std::function<Task<>(Actor&)> task) {
  if (crashed_) return false;
  if (!paused()) {
    run(task);
    return true;
  }
  Deed later;
  later.kind = Deed::Kind::run;
  later.task = std::move(task);
  defer(std::move(later));
  return true;
}

void Client::run(const std::function<Task<>(Actor&)>& task) {
  tasks_.push_back(task(*this));
  tasks_.back().start();
}

bool Client::defers() const {
  return !deeds_.empty() || paused() || world_.faults_wait_for_events();
}

void Client::defer(Deed deed) {
  deeds_.push_back(std::move(deed));
  if (!paused()) world_.put_on_agenda(*this);
}

bool Client::perform_next() {
  if (deeds_.empty() || paused()) return false;
  Deed next = std::move(deeds_.front());
  deeds_.erase(deeds_.begin());
  perform(next);
  return !deeds_.empty() && !paused();
}

void Client::perform(Deed& deed) {
  switch (deed.kind) {
    case Deed::Kind::say:
      return record(deed.event);
    case Deed::Kind::send:
      return send(*deed.exchange);
    case Deed::Kind::sleep:
      return set_timer(*deed.sleep);
    case Deed::Kind::hand_over:
      return hand_over(*deed.exchange);
    case Deed::Kind::give_up:
      return give_up(*deed.exchange);
    case Deed::Kind::run:
      return run(deed.task);
  }
}

// ---- what the world brings ----

void Client::reply_arrived(Exchange& exchange) {
  if (crashed_ || exchange.connection->closed_by_client) {
    Event lost = exchange.event(EventKind::message_lost);
    lost.detail = 1;
    world_.record(lost, crashed_ ? "the client is gone" : "the client had given up on it");
    world_.network().settle(exchange);
    return;
  }
  exchange.stage = Stage::mailbox;
  if (paused()) {
    mailbox_.push_back(&exchange);
    return;
  }
  if (exchange.failure) {
    fail(exchange);
    world_.network().settle(exchange);
    return;
  }
  Event& received = world_.draft();
  received.kind = EventKind::received;
  exchange.sign(received);
  received.detail = static_cast<std::uint8_t>(exchange.reply.kind);
  received.value = exchange.reply.integer;
  received.text = exchange.reply_text;
  world_.record_draft();
  if (!defers()) return hand_over(exchange);
  Deed given;
  given.kind = Deed::Kind::hand_over;
  given.exchange = &exchange;
  world_.network().wait_is_over(exchange);
  defer(std::move(given));
}

/// Gives the reply to whoever waits for it.
void Client::hand_over(Exchange& exchange) {
  Call* call = exchange.call;
  if (call) call->take(std::move(exchange.reply));
  world_.network().close(exchange);
  if (call) call->complete();
}

void Client::deadline_passed(Exchange& exchange) {
  if (crashed_) return;
  if (paused()) {
    late_.push_back(&exchange.deadline);
    return;
  }
  fail(exchange);
}

/// Ends the wait without a reply: cancelled, timed out, or the connection was lost.
void Client::fail(Exchange& exchange) {
  Call* call = exchange.call;
  if (!call) return;
  if (exchange.cancelled) {
    call->slot = nullptr;
    world_.network().stop_waiting(exchange);
    call->complete(Reply::cancelled());
    return;
  }
  if (!exchange.failure) exchange.failure = "timeout";
  world_.record(exchange.event(EventKind::timed_out), exchange.failure);
  if (!defers()) return give_up(exchange);
  world_.network().wait_is_over(exchange);
  Deed ended;
  ended.kind = Deed::Kind::give_up;
  ended.exchange = &exchange;
  defer(std::move(ended));
}

/// Its patience is over, or its connection: it drops the connection, and tells whoever waits.
void Client::give_up(Exchange& exchange) {
  Call* call = exchange.call;
  const char* why = exchange.failure;
  const NodeId node = exchange.node;
  const bool current = world_.network().link(id_, node).current == exchange.connection;
  if (call) call->slot = nullptr;
  world_.network().stop_waiting(exchange);
  if (current) world_.network().drop_connection(*this, node, "the connection was dropped");
  if (call) call->complete(Reply::unknown(why));
}

void Client::sleep_over(PendingSleep& pending) {
  if (crashed_) return;
  if (paused()) {
    late_.push_back(&pending.timer);
    return;
  }
  Sleep* sleep = std::exchange(pending.sleep, nullptr);
  const bool cancelled = pending.cancelled;
  free_sleeps_.push_back(&pending);
  sleep->slot = nullptr;
  sleep->complete(cancelled);
}

// ---- what its program asks for ----

void Client::task_received(std::uint64_t value) {
  if (task_log_) task_log_->received(value);
}

Time Client::monotonic_now() {
  const std::int64_t now = clock_.monotonic(world_.now());
  task_received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

Time Client::wall_now() {
  const std::int64_t now = world_epoch_us + clock_.wall(world_.now());
  task_received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

Token Client::random_token() {
  const std::uint64_t high = random_.next();
  task_received(acquisitions_);
  return Token::from_bits(high, random_.next(), ++acquisitions_);
}

std::uint64_t Client::random_below(std::uint64_t below) {
  if (below <= 1) return 0;
  // To a search chance is no choice: it would draw the same for both for ever, and find that they
  // starve.
  const std::uint64_t drawn =
      world_.orders() ? random_.below(below) : world_.choice().amount(below - 1, 0, "retry jitter");
  task_received(drawn);
  return drawn;
}

void Client::note(const Note& note) {
  if (crashed_) return;
  if (!defers()) {
    write_down(note, world_.draft());
    return world_.record_draft();
  }
  Deed deed;
  write_down(note, deed.event);
  defer(std::move(deed));
}

void Client::write_down(const Note& note, Event& said) {
  said.kind = event_kind(note.kind);
  said.client = id_;
  said.acquisition = note.acquisition;
  said.value = note.value;
  said.extra = note.extra;
  said.detail = note.detail;
  if (!note.key.empty()) said.key = key_id(note.key);
  if (!note.text.empty()) said.text = world_.trace().keep(note.text);
}

void Client::say(EventKind kind, std::string_view key, std::uint32_t acquisition) {
  if (crashed_) return;
  Event said = event(kind);
  said.acquisition = acquisition;
  said.key = key_id(key);
  if (!defers()) return record(said);
  Deed deed;
  deed.event = said;
  defer(std::move(deed));
}

void Client::record(const Event& said) {
  if (said.kind == EventKind::finished) {
    finished_ = true;
    world_.client_is_done();
  }
  world_.record(said);
}

std::uint16_t Client::key_id(std::string_view key) {
  if (!same_bytes(key, last_key_)) {
    last_key_ = key;
    last_key_id_ = world_.trace().name_id(key);
  }
  return last_key_id_;
}

void Client::begin(Call& call, NodeId node, Command&& command, Duration timeout,
                   const SourcePlace& where) {
  if (crashed_) return;
  Exchange& exchange = world_.network().open(*this, world_.route(node), command, call);
  exchange.place = world_.trace().place_id(where);
  call.slot = static_cast<Pending*>(&exchange);
  exchange.timeout = timeout;
  if (!defers()) return send(exchange);
  Deed deed;
  deed.kind = Deed::Kind::send;
  deed.exchange = &exchange;
  defer(std::move(deed));
}

void Client::send(Exchange& exchange) {
  exchange.due_local = clock_.monotonic(world_.now()) + us(exchange.timeout);
  if (!exchange.cancelled) set_deadline(exchange);
  if (exchange.script) world_.trace().mention(*exchange.script);
  Event& sent = world_.draft();
  sent.kind = EventKind::sent;
  exchange.sign(sent);
  sent.place = exchange.place;
  sent.text = exchange.text;
  world_.record_draft();
  world_.network().send(exchange);
}

void Client::set_deadline(Exchange& exchange) {
  // A slow clock reads `due` first at a moment that may lie before now.
  const std::int64_t at = clock_.when_monotonic(exchange.due_local);
  world_.queue().set(exchange.deadline, std::max(at, world_.now()));
}

void Client::set_timer(PendingSleep& sleep) {
  const std::int64_t at = clock_.when_monotonic(sleep.due_local);
  world_.queue().set(sleep.timer, std::max(at, world_.now()));
}

PendingSleep& Client::take_sleep() {
  if (free_sleeps_.empty()) free_sleeps_.push_back(&sleeps_.emplace_back());
  PendingSleep& sleep = *free_sleeps_.back();
  free_sleeps_.pop_back();
  sleep.client = this;
  sleep.cancelled = false;
  return sleep;
}

void Client::begin(Sleep& sleep, Duration duration, const SourcePlace&) {
  if (crashed_) return;
  PendingSleep& pending = take_sleep();
  pending.sleep = &sleep;
  pending.due_local = us(monotonic_now() + duration);
  sleep.slot = static_cast<Pending*>(&pending);
  if (!defers()) return set_timer(pending);
  Deed deed;
  deed.kind = Deed::Kind::sleep;
  deed.sleep = &pending;
  defer(std::move(deed));
}

void Client::abandon(Call& call) noexcept {
  if (!call.slot) return;
  Exchange& exchange = exchange_of(call);
  const bool unsent = exchange.stage == Stage::outbox;
  std::erase_if(deeds_, [&](const Deed& deed) {
    return deed.exchange == &exchange && deed.kind != Deed::Kind::hand_over;
  });
  if (unsent) exchange.stage = Stage::over;
  world_.network().stop_waiting(exchange);
}

void Client::abandon(Sleep& sleep) noexcept {
  if (!sleep.slot) return;
  PendingSleep& pending = sleep_of(sleep);
  std::erase_if(deeds_, [&](const Deed& deed) { return deed.sleep == &pending; });
  std::erase(late_, &pending.timer);
  world_.queue().cancel(pending.timer);
  pending.sleep = nullptr;
  free_sleeps_.push_back(&pending);
}

void Client::cancel(Await& await) {
  if (!await.slot) return;
  Pending& pending = *static_cast<Pending*>(await.slot);
  pending.cancelled = true;
  if (pending.is_exchange) {
    world_.queue().set(exchange_of(await).deadline, world_.now());
    return;
  }
  PendingSleep& sleep = sleep_of(await);
  sleep.due_local = 0;  // whenever its timer is set, it goes off at once
  if (sleep.timer.pending()) world_.queue().set(sleep.timer, world_.now());
}

}  // namespace locklab::sim
