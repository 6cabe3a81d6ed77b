#include "sim/world/client.h"

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void nap_fired(World&, Timer& timer) {
  Nap& nap = *static_cast<Nap*>(timer.owner);
  nap.client->nap_over(nap);
}

void funeral_fired(World&, Timer& timer) { static_cast<Client*>(timer.owner)->bury(); }

Exchange& exchange_of(const Await& await) {
  return *static_cast<Exchange*>(static_cast<Pending*>(await.slot));
}

Nap& nap_of(const Await& await) { return *static_cast<Nap*>(static_cast<Pending*>(await.slot)); }

}  // namespace

Nap::Nap() : timer(nap_fired, this, TimerKind::nap) {}

Client::Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed)
    : world_(world),
      id_(id),
      program_(std::move(program)),
      clock_(clock),
      random_(seed),
      funeral_(funeral_fired, this, TimerKind::funeral) {}

Client::~Client() { bury(); }

void Client::bury() {
  other_tasks_.clear();
  program_task_ = Task<>();
}

void Client::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock();
  begin_tasks();
  program_task_ = run_client(*this, &program_);
  program_task_.start();
}

/// What is begun from outside of any task belongs to this client.
void Client::begin_tasks() { running_frame.list = world_.orders() ? &frames_ : nullptr; }

void Client::foreign_release() {
  begin_tasks();
  run_also(run_foreign_release(*this, &program_));
}

void Client::run_also(Task<> task) {
  if (crashed_) return;
  other_tasks_.push_back(std::move(task));
  other_tasks_.back().start();
}

void Client::crash() {
  if (crashed_) return;
  Event event;
  event.kind = EventKind::client_crashed;
  event.client = id_;
  world_.record(event);
  crashed_ = true;
  for (Exchange* exchange : std::exchange(mailbox_, {})) world_.network().settle(*exchange);
  late_.clear();
  if (!finished_) world_.client_is_done();
  for (std::size_t n = 0; n < world_.network().nodes(); ++n)
    world_.network().drop_connection(*this, static_cast<NodeId>(n), "the client crashed");
  world_.network().drop_connection(*this, resource_node, "the client crashed");
  // A trigger may have fired while one of its tasks is on the stack.
  world_.queue().set(funeral_, world_.now());
}

void Client::pause(std::int64_t for_us) {
  if (crashed_ || paused_) return;
  paused_ = true;
  Event event;
  event.kind = EventKind::client_paused;
  event.client = id_;
  event.value = for_us;
  world_.record(event);
}

void Client::resume() {
  if (crashed_ || !paused_) return;
  paused_ = false;
  Event event;
  event.kind = EventKind::client_resumed;
  event.client = id_;
  world_.record(event);
  for (Exchange* exchange : std::exchange(outbox_, {})) send(*exchange);
  for (Exchange* exchange : std::exchange(mailbox_, {}))
    world_.queue().set(exchange->wire, world_.now());
  for (Timer* timer : std::exchange(late_, {})) world_.queue().set(*timer, world_.now());
}

void Client::record_clock() {
  Event event;
  event.kind = EventKind::client_clock;
  event.client = id_;
  event.value = clock_.offset_us();
  event.extra = clock_.ppm();
  world_.record(event);
}

void Client::jump(std::int64_t by_us) {
  clock_.jump(by_us);
  record_clock();
}

void Client::drift(std::int64_t ppm) {
  clock_.drift(world_.now(), ppm);
  record_clock();
  for (Nap& nap : naps_)
    if (nap.timer.pending() && !nap.cancelled)
      world_.queue().set(nap.timer, std::max(world_.now(), clock_.when_monotonic(nap.due_local)));
}

void Client::reply_arrived(Exchange& exchange) {
  if (crashed_ || (exchange.connection->closed_by_client && !exchange.received)) {
    Event lost = exchange.event(EventKind::message_lost);
    lost.detail = 1;
    world_.record(lost, crashed_ ? "the client is gone" : "the client had given up on it");
    world_.network().settle(exchange);
    return;
  }
  if (paused_) return hold_for_later(exchange);
  if (exchange.received) return hand_over(exchange);
  if (exchange.failure) {
    fail(exchange);
    world_.network().settle(exchange);
    return;
  }
  exchange.stage = Stage::reply;
  Event& event = world_.draft();
  event.kind = EventKind::received;
  exchange.sign(event);
  event.detail = static_cast<std::uint8_t>(exchange.reply.kind);
  event.value = exchange.reply.integer;
  event.text = exchange.reply_text;
  world_.record_draft();
  if (paused_ || crashed_) {
    // It struck at this very event: the reply has come, but the program does not get to see it yet.
    exchange.received = true;
    hold_for_later(exchange);
    return;
  }
  hand_over(exchange);
}

/// Gives the reply to whoever waits for it.
void Client::hand_over(Exchange& exchange) {
  Call* call = exchange.call;
  if (call) call->take(std::move(exchange.reply));
  world_.network().close(exchange);
  if (call) call->complete();
}

void Client::hold_for_later(Exchange& exchange) {
  if (crashed_) return world_.network().settle(exchange);
  exchange.stage = Stage::mailbox;
  mailbox_.push_back(&exchange);
}

void Client::deadline_passed(Exchange& exchange) {
  if (crashed_) return;
  if (paused_) {
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
  const char* why = exchange.failure ? exchange.failure : "timeout";
  world_.record(exchange.event(EventKind::timed_out), why);
  const NodeId node = exchange.node;
  const bool current = world_.network().link(id_, node).current == exchange.connection;
  call->slot = nullptr;
  world_.network().stop_waiting(exchange);
  if (current) world_.network().drop_connection(*this, node, "the connection was dropped");
  call->complete(Reply::unknown(why));
}

void Client::nap_over(Nap& nap) {
  if (crashed_) return;
  if (paused_) {
    late_.push_back(&nap.timer);
    return;
  }
  Sleep* sleep = std::exchange(nap.sleep, nullptr);
  const bool cancelled = nap.cancelled;
  free_naps_.push_back(&nap);
  sleep->slot = nullptr;
  sleep->complete(cancelled);
}

Time Client::monotonic_now() {
  const std::int64_t now = clock_.monotonic(world_.now());
  frame_received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

Time Client::wall_now() {
  const std::int64_t now = world_epoch_us + clock_.wall(world_.now());
  frame_received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

Token Client::random_token() {
  const std::uint64_t high = random_.next();
  frame_received(acquisitions_);
  return Token::from_bits(high, random_.next(), ++acquisitions_);
}

std::uint64_t Client::random_below(std::uint64_t below) {
  if (below <= 1) return 0;
  // To a search chance is no choice: it would draw the same for both for ever, and find that they
  // starve.
  const std::uint64_t drawn =
      world_.orders() ? random_.below(below) : world_.choice().amount(below - 1, 0, "retry jitter");
  frame_received(drawn);
  return drawn;
}

void Client::note(const Note& note) {
  if (crashed_) return;
  Event& event = world_.draft();
  event.kind = event_kind(note.kind);
  event.client = id_;
  event.acquisition = note.acquisition;
  event.value = note.value;
  event.extra = note.extra;
  event.detail = note.detail;
  if (!note.key.empty()) event.key = key_id(note.key);
  if (!note.text.empty()) event.text = world_.trace().keep(note.text);
  world_.record_draft();
}

void Client::say(EventKind kind, std::string_view key, std::uint32_t acquisition) {
  if (crashed_) return;
  Event& event = world_.draft();
  event.kind = kind;
  event.client = id_;
  event.acquisition = acquisition;
  event.key = key_id(key);
  if (kind == EventKind::finished) {
    finished_ = true;
    world_.client_is_done();
  }
  world_.record_draft();
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
  if (crashed_) return;  // a task that is still on the stack: it ends at its next await
  Exchange& exchange = world_.network().open(*this, world_.route(node), command, call);
  exchange.place = world_.trace().place_id(where);
  call.slot = static_cast<Pending*>(&exchange);
  exchange.timeout = timeout;
  if (paused_) {
    outbox_.push_back(&exchange);
  } else {
    send(exchange);
  }
}

void Client::send(Exchange& exchange) {
  const std::int64_t due = clock_.monotonic(world_.now()) + us(exchange.timeout);
  world_.queue().set(exchange.deadline, clock_.when_monotonic(due));
  if (exchange.script) world_.trace().mention(*exchange.script);
  Event& event = world_.draft();
  event.kind = EventKind::sent;
  exchange.sign(event);
  event.place = exchange.place;
  event.text = exchange.text;
  world_.record_draft();
  // Recording it may have paused or crashed this client: the request had left by then.
  world_.network().send(exchange);
}

Nap& Client::take_nap() {
  if (free_naps_.empty()) free_naps_.push_back(&naps_.emplace_back());
  Nap& nap = *free_naps_.back();
  free_naps_.pop_back();
  nap.client = this;
  nap.cancelled = false;
  return nap;
}

void Client::begin(Sleep& sleep, Duration duration, const SourcePlace&) {
  if (crashed_) return;
  Nap& nap = take_nap();
  nap.sleep = &sleep;
  nap.due_local = us(monotonic_now() + duration);
  sleep.slot = static_cast<Pending*>(&nap);
  world_.queue().set(nap.timer, clock_.when_monotonic(nap.due_local));
}

void Client::abandon(Call& call) noexcept {
  if (!call.slot) return;
  Exchange& exchange = exchange_of(call);
  const bool unsent = exchange.stage == Stage::outbox;
  if (unsent) {
    std::erase(outbox_, &exchange);
    exchange.stage = Stage::over;
  }
  world_.network().stop_waiting(exchange);
}

void Client::abandon(Sleep& sleep) noexcept {
  if (!sleep.slot) return;
  Nap& nap = nap_of(sleep);
  world_.queue().cancel(nap.timer);
  nap.sleep = nullptr;
  free_naps_.push_back(&nap);
}

void Client::cancel(Await& await) {
  if (!await.slot) return;
  Pending& pending = *static_cast<Pending*>(await.slot);
  pending.cancelled = true;
  Timer& timer = pending.is_exchange ? exchange_of(await).deadline : nap_of(await).timer;
  world_.queue().set(timer, world_.now());
}

}  // namespace locklab::sim
