#include "sim/world/node.h"

#include <algorithm>

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void expiry_fired(Timer& timer) { static_cast<Node*>(timer.owner)->expire(); }

void replication_fired(Timer& timer) {
  Replication& replication = *static_cast<Replication*>(timer.owner);
  (replication.acknowledges ? replication.master : replication.replica)->deliver(replication);
}

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
      break;
  }
  return EventKind::key_lost;
}

/// What a server keeps of one connection.
struct RedisSession final : ServiceSession {
  void fingerprint(Fingerprint& print) const override { session.fingerprint(print); }
  Session session;
};

Session& session_on(WireConnection& connection) {
  if (!connection.session) connection.session = std::make_unique<RedisSession>();
  return static_cast<RedisSession&>(*connection.session).session;
}

ServerOptions options_of(const NodeSpec& spec) {
  ServerOptions options;
  options.persistence = spec.persistence;
  return options;
}

}  // namespace

Replication::Replication() : timer(replication_fired, this, TimerKind::replication) {}

Node::Node(World& world, NodeId id, const NodeSpec& spec)
    : world_(world),
      id_(id),
      family_(id),
      monotonic_expiry_(spec.monotonic_expiry),
      remembers_(spec.persistence != Persistence::none || !spec.replica_of.empty()),
      first_offset_(us(spec.clock_offset)),
      lag_us_(us(spec.replication_lag)),
      clock_(us(spec.clock_offset), spec.drift_ppm),
      server_(options_of(spec)),
      expiry_(expiry_fired, this, TimerKind::expiry) {
  server_.on_change([this](const KeyChange& change) { keep_change(change); });
}

std::int64_t Node::now_us() const {
  const std::int64_t now = world_.now();
  return world_epoch_us +
         (monotonic_expiry_ ? clock_.monotonic(now) + first_offset_ : clock_.wall(now));
}

Event Node::event(EventKind kind) const {
  Event event;
  event.kind = kind;
  event.node = id_;
  return event;
}

void Node::prepare(const Command& command) {
  Session session;
  server_.execute(session, command.words(), now_us());
  changes_.clear();
  replicate();
}

void Node::arrived(Exchange& exchange) {
  switch (state_) {
    case State::up:
      if (!has_to_wait()) return run(exchange);
      exchange.stage = Stage::at_node;
      inbox_.push_back(&exchange);
      break;
    case State::dead:
      world_.network().refuse(exchange, "connection refused");
      break;
    case State::without_power:
      world_.network().lose(exchange, "the node is down");
      break;
  }
}

void Node::run(Exchange& exchange) {
  exchange.stage = Stage::at_node;
  if (exchange.command.script) server_.preload(*exchange.command.script);
  running_ = &exchange;
  Outcome outcome =
      server_.execute(session_on(*exchange.connection), exchange.command.words(), now_us());
  running_ = nullptr;

  switch (outcome.kind) {
    case Outcome::Kind::replied:
      record_ran(exchange, outcome.reply);
      record_changes();
      record_atomic_work(exchange, outcome.reply);
      replicate();
      exchange.reply = std::move(outcome.reply);
      leave(exchange);
      break;
    case Outcome::Kind::waits_for_replicas:
      exchange.wait_replicas = outcome.replicas;
      exchange.wait_offset = outcome.offset;
      waits_.push_back(&exchange);
      if (outcome.timeout_ms > 0)
        world_.queue().set(exchange.wire, world_.now() + outcome.timeout_ms * 1000);
      answer_satisfied_waits();
      break;
    case Outcome::Kind::blocked_by_script:
      script_ = &exchange;
      record_changes();
      world_.record(event(EventKind::node_busy), "a script does not end");
      break;
    case Outcome::Kind::no_reply:
      kill(0, false);
      world_.network().refuse(exchange, "connection lost");
      break;
  }
  if (script_) {
    if (std::optional<Reply> killed = server_.take_killed_script())
      answer(*std::exchange(script_, nullptr), std::move(*killed));
  }
  arm_expiry();
}

/// Answers a command that had to wait at the node.
void Node::answer(Exchange& exchange, Reply reply) {
  record_ran(exchange, reply);
  exchange.reply = std::move(reply);
  leave(exchange);
}

void Node::leave(Exchange& exchange) {
  if (leaving_.empty() && !world_.faults_wait_for_events())
    return world_.network().answer(exchange);
  leaving_.push_back(&exchange);
  world_.agenda().add(*this);
}

/// Whether what arrives has to wait: it is frozen, or has just woken and has others to serve first.
bool Node::has_to_wait() const { return !stops_.empty() || !inbox_.empty() || !overdue_.empty(); }

bool Node::perform_next() {
  if (!up()) return false;
  const auto take_first = [](std::vector<Exchange*>& from) {
    Exchange* first = from.front();
    from.erase(from.begin());
    return first;
  };
  if (!leaving_.empty()) {
    world_.network().answer(*take_first(leaving_));
  } else if (!overdue_.empty()) {
    answer_wait(*take_first(overdue_));
  } else if (!inbox_.empty()) {
    run(*take_first(inbox_));
  }
  return !leaving_.empty() || !overdue_.empty() || !inbox_.empty();
}

void Node::record_ran(Exchange& exchange, const Reply& reply) {
  Event& ran = world_.draft();
  ran.kind = EventKind::ran;
  exchange.sign(ran);
  ran.node = id_;
  ran.detail = static_cast<std::uint8_t>(reply.kind);
  ran.value = reply.integer;
  if (reply.kind == Reply::Kind::array) {
    ran.text = world_.trace().keep(as_printed(reply));
  } else if (!reply.text.empty() && !reply.ok()) {
    ran.text = world_.trace().keep(reply.text);
  }
  exchange.reply_text = ran.text;
  world_.record_draft();
}

/// Reported in the middle of a command, recorded after it: a fault that an event triggers must not
/// strike while the server is at work.
void Node::keep_change(const KeyChange& change) {
  const EventKind kind = event_kind(change.kind);
  Event& changed = changes_.emplace_back();
  changed.kind = kind;
  if (running_) running_->sign(changed);
  changed.node = id_;
  changed.key = world_.trace().name_id(change.key);
  const bool lives = change.kind == KeyChange::Kind::set || change.kind == KeyChange::Kind::lease;
  if (lives)
    changed.value = change.deadline_ms < 0 ? -1 : (change.deadline_ms - now_us() / 1000) * 1000;
  if (change.kind == KeyChange::Kind::set) {
    changed.text = world_.trace().keep(change.value);
    if (!running_) {
      world_.restore_origin(changed);
    } else if (remembers_) {
      world_.remember_origin(changed);
    }
  }
}

void Node::record_changes() {
  for (std::size_t i = 0; i < changes_.size(); ++i) world_.record(changes_[i]);
  changes_.clear();
}

/// A command that changes the resource by itself (atomic_decr) is its read and its write at once.
void Node::record_atomic_work(const Exchange& exchange, const Reply& reply) {
  if (exchange.command.purpose != Purpose::write || reply.kind != Reply::Kind::integer) return;
  Event wrote = exchange.event(EventKind::resource_wrote);
  wrote.node = id_;
  wrote.key = world_.trace().name_id(world_.trace().info.resource);
  wrote.value = reply.integer;
  wrote.detail = 1;
  world_.record(wrote);
}

void Node::wait_over(Exchange& exchange) {
  if (std::erase(waits_, &exchange) == 0) return;
  world_.queue().cancel(exchange.wire);
  if (has_to_wait()) {
    overdue_.push_back(&exchange);
  } else {
    answer_wait(exchange);
  }
}

std::int64_t Node::replicas_that_have(std::uint64_t offset) const {
  return std::count_if(replicas_.begin(), replicas_.end(),
                       [&](const Node* replica) { return replica->acknowledged_ >= offset; });
}

void Node::answer_wait(Exchange& exchange) {
  answer(exchange, Reply::number(replicas_that_have(exchange.wait_offset)));
}

void Node::answer_satisfied_waits() {
  const std::vector<Exchange*> waiting = waits_;
  for (Exchange* exchange : waiting)
    if (replicas_that_have(exchange->wait_offset) >= exchange->wait_replicas) wait_over(*exchange);
}

bool Node::kill(FaultToken token, bool power) {
  if (state_ != State::up) return false;
  ++incarnation_;
  state_ = power ? State::without_power : State::dead;
  killed_by_ = token;
  stops_.clear();  // what was frozen is dead now
  Event killed = event(EventKind::node_killed);
  killed.detail = power;
  killed.fault = token;
  world_.record(killed);
  if (power) {
    server_.lose_power(now_us());
  } else {
    server_.lose_process(now_us());
  }
  world_.network().node_died(id_, power);
  record_changes();
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;
  for (Replication* parked : std::exchange(parked_, {})) parked->used = false;

  std::vector<Exchange*> here = std::exchange(leaving_, {});
  for (std::vector<Exchange*>* waiting : {&inbox_, &overdue_, &waits_})
    for (Exchange* exchange : std::exchange(*waiting, {})) here.push_back(exchange);
  if (script_) here.push_back(std::exchange(script_, nullptr));
  for (Exchange* exchange : here) {
    world_.queue().cancel(exchange->wire);
    if (power) {
      world_.network().lose(*exchange, "the node lost its power");
    } else {
      world_.network().refuse(*exchange, "connection lost");
    }
  }
  return true;
}

bool Node::restart(FaultToken token) {
  if (state_ == State::up) return token == every_fault && go_on(every_fault);
  if (token != every_fault && token != killed_by_) return false;
  state_ = State::up;
  server_.expire_due(now_us());
  record_changes();
  Event restarted = event(EventKind::node_restarted);
  restarted.value = static_cast<std::int64_t>(server_.key_count());
  restarted.fault = token;
  world_.record(restarted);
  if (master_) {
    server_.become_replica();
    master_->synchronise(*this);
  }
  for (Node* replica : replicas_) synchronise(*replica);
  arm_expiry();
  return true;
}

bool Node::stop(FaultToken token) {
  if (state_ != State::up) return false;
  stops_.push_back(token);
  Event stopped = event(EventKind::node_stopped);
  stopped.fault = token;
  world_.record(stopped);
  return true;
}

bool Node::go_on(FaultToken token) {
  if (!end_fault(stops_, token)) return false;
  Event continued = event(EventKind::node_continued);
  continued.fault = token;
  continued.standing = !stops_.empty();
  world_.record(continued);
  if (up()) wake();
  return true;
}

/// Does what has come due and arrived while it was frozen.
void Node::wake() {
  expire();
  for (Replication* parked : std::exchange(parked_, {})) deliver(*parked);
  answer_satisfied_waits();
  if (master_ && wants_everything_) master_->synchronise(*this);
  for (Node* replica : replicas_)
    if (replica->wants_everything_) synchronise(*replica);
  if (!leaving_.empty() || !overdue_.empty() || !inbox_.empty()) world_.agenda().add(*this);
}

void Node::record_clock(FaultToken token) {
  Event clock = event(EventKind::node_clock);
  clock.value = clock_.offset_us();
  clock.extra = clock_.ppm();
  clock.fault = token;
  world_.record(clock);
}

void Node::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock(0);
}

bool Node::jump(FaultToken token, std::int64_t by_us) {
  clock_.jump(by_us);
  record_clock(token);
  clock_changed();
  return true;
}

bool Node::drift(FaultToken token, std::int64_t ppm) {
  clock_.drift(world_.now(), ppm);
  record_clock(token);
  clock_changed();
  return true;
}

void Node::clock_changed() {
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;
  expire();
}

void Node::expire() {
  armed_for_ms_ = -1;
  if (!up()) return;
  server_.expire_due(now_us());
  record_changes();
  replicate();
  arm_expiry();
}

void Node::arm_expiry() {
  if (!up() || server_.is_replica()) return;
  const std::int64_t next = server_.next_deadline_ms();
  // A timer that is set too early only looks, and sets itself again.
  if (next < 0 || (armed_for_ms_ >= 0 && armed_for_ms_ <= next)) return;
  const std::int64_t gone_at = (next + 1) * 1000 - world_epoch_us;
  const std::int64_t at = monotonic_expiry_ ? clock_.when_monotonic(gone_at - first_offset_)
                                            : clock_.when_wall(gone_at);
  armed_for_ms_ = next;
  world_.queue().set(expiry_, std::max(at, world_.now()));
}

}  // namespace locklab::sim
