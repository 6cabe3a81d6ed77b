#include "sim/world/node.h"

#include <algorithm>

#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void expiry_fired(World&, Timer& timer) { static_cast<Node*>(timer.owner)->expire(); }

void replication_fired(World&, Timer& timer) {
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
      run(exchange);
      break;
    case State::stopped:
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
  const std::uint32_t incarnation = incarnation_;
  exchange.stage = Stage::at_node;
  if (exchange.script) server_.preload(*exchange.script);
  running_ = &exchange;
  Outcome outcome = server_.execute(exchange.connection->session, exchange.words, now_us());
  running_ = nullptr;

  switch (outcome.kind) {
    case Outcome::Kind::replied:
      record_ran(exchange, outcome.reply);
      record_changes();
      record_atomic_work(exchange, outcome.reply);
      replicate();
      // A fault may have struck at what was just recorded: a dead process answers nobody.
      if (incarnation == incarnation_) {
        exchange.reply = std::move(outcome.reply);
        world_.network().answer(exchange);
      } else {
        world_.network().refuse(exchange, "connection lost");
      }
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
      kill(false);
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
  world_.network().answer(exchange);
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
  if (exchange.purpose != Purpose::write || reply.kind != Reply::Kind::integer) return;
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
  const auto have = std::count_if(replicas_.begin(), replicas_.end(), [&](const Node* replica) {
    return replica->acknowledged_ >= exchange.wait_offset;
  });
  answer(exchange, Reply::number(have));
}

void Node::answer_satisfied_waits() {
  const std::vector<Exchange*> waiting = waits_;
  for (Exchange* exchange : waiting) {
    const auto have = std::count_if(replicas_.begin(), replicas_.end(), [&](const Node* replica) {
      return replica->acknowledged_ >= exchange->wait_offset;
    });
    if (have >= exchange->wait_replicas) wait_over(*exchange);
  }
}

void Node::kill(bool power) {
  if (state_ == State::dead || state_ == State::without_power) return;
  ++incarnation_;
  state_ = power ? State::without_power : State::dead;
  Event killed = event(EventKind::node_killed);
  killed.detail = power;
  world_.record(killed);
  if (power) {
    server_.lose_power(now_us());
    world_.network().node_lost_power(id_);
  } else {
    server_.lose_process(now_us());
    world_.network().node_died(id_);
  }
  record_changes();
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;

  std::vector<Exchange*> here = std::exchange(inbox_, {});
  for (Exchange* exchange : std::exchange(waits_, {})) here.push_back(exchange);
  if (script_) here.push_back(std::exchange(script_, nullptr));
  for (Exchange* exchange : here) {
    world_.queue().cancel(exchange->wire);
    if (power) {
      world_.network().lose(*exchange, "the node lost its power");
    } else {
      world_.network().refuse(*exchange, "connection lost");
    }
  }
}

void Node::restart() {
  if (state_ == State::stopped) return go_on();
  if (state_ == State::up) return;
  state_ = State::up;
  server_.expire_due(now_us());
  changes_.clear();  // a key whose time ran out while it was down is simply not there
  Event restarted = event(EventKind::node_restarted);
  restarted.value = static_cast<std::int64_t>(server_.key_count());
  world_.record(restarted);
  if (master_) {
    server_.become_replica();
    if (master_->up()) master_->resynchronise(*this);
  }
  for (Node* replica : replicas_) resynchronise(*replica);
  arm_expiry();
}

void Node::stop() {
  if (state_ != State::up) return;
  state_ = State::stopped;
  world_.record(event(EventKind::node_stopped));
}

void Node::go_on() {
  if (state_ != State::stopped) return;
  state_ = State::up;
  world_.record(event(EventKind::node_continued));
  expire();
  for (Replication* parked : std::exchange(parked_, {})) deliver(*parked);
  for (Exchange* exchange : std::exchange(inbox_, {})) arrived(*exchange);
}

void Node::record_clock() {
  Event clock = event(EventKind::node_clock);
  clock.value = clock_.offset_us();
  clock.extra = clock_.ppm();
  world_.record(clock);
}

void Node::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock();
}

void Node::jump(std::int64_t by_us) {
  clock_.jump(by_us);
  record_clock();
  clock_changed();
}

void Node::drift(std::int64_t ppm) {
  clock_.drift(world_.now(), ppm);
  record_clock();
  clock_changed();
}

void Node::clock_changed() {
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;
  expire();
}

void Node::expire() {
  armed_for_ms_ = -1;
  if (state_ != State::up) return;
  server_.expire_due(now_us());
  record_changes();
  replicate();
  arm_expiry();
}

void Node::arm_expiry() {
  if (state_ != State::up || server_.is_replica()) return;
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
