#include "sim/world/node.h"

#include <algorithm>

#include "sim/scenario/cluster_slots.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void expiry_fired(Timer& timer) { static_cast<Node*>(timer.owner)->expire(); }

void replication_fired(Timer& timer) {
  Replication& replication = *static_cast<Replication*>(timer.owner);
  (replication.acknowledges ? replication.master : replication.replica)->deliver(replication);
}

}  // namespace

Replication::Replication() : timer(replication_fired, this, TimerKind::replication) {}

Node::Node(World& world, NodeId id, const NodeSpec& spec, const MakeService& make_service)
    : world_(world),
      id_(id),
      family_(id),
      monotonic_expiry_(spec.monotonic_expiry),
      first_offset_(us(spec.clock_offset)),
      lag_us_(us(spec.replication_lag)),
      clock_(us(spec.clock_offset), spec.drift_ppm),
      service_(make_service(*this)),
      replicated_(service_->replicated()),
      restart_delay_us_(us(spec.restart_delay)),
      expiry_(expiry_fired, this, TimerKind::expiry) {}

std::int64_t Node::now_us() const { return own_time_at(world_.now()); }

std::int64_t Node::own_time_at(std::int64_t world_us) const {
  return world_epoch_us +
         (monotonic_expiry_ ? clock_.monotonic(world_us) + first_offset_ : clock_.wall(world_us));
}

Event Node::event(EventKind kind) const {
  Event event;
  event.kind = kind;
  event.node = id_;
  return event;
}

void Node::prepare(std::string_view key, std::int64_t value) {
  service_->prepare(key, value, now_us());
  changes_.clear();
  if (replicas_.empty()) return;
  const std::vector<Effect> effects = replicated_->take_effects();
  for (Node* replica : replicas_) {
    for (const Effect& effect : effects) replica->replicated_->apply(effect, replica->now_us());
    replica->changes_.clear();
    replica->acknowledged_ = replicated_->offset();
  }
}

void Node::arrived(Exchange& exchange) {
  if (has_process()) {
    if (!has_to_wait()) return run(exchange);
    exchange.stage = Stage::at_node;
    inbox_.push_back(&exchange);
    return;
  }
  // The connection stays dead once the node is back: the new process does not know it.
  const bool was_open = std::exchange(exchange.connection->dead_at_node, true);
  if (!has_power()) return world_.network().lose(exchange, Loss::node_down);
  world_.network().refuse(exchange, was_open ? Silence::reset : Silence::refused);
}

void Node::run(Exchange& exchange) {
  exchange.stage = Stage::at_node;
  WireConnection& connection = *exchange.connection;
  if (!connection.session) connection.session = service_->open(connection.number);
  LOCKLAB_ASSERT(!running_);
  LOCKLAB_ASSERT(up());
  running_ = &exchange;
  const Origin from{exchange.from, exchange.command.acquisition, exchange.message};
  const Service::Answer answer =
      service_->run(*connection.session, exchange.command, from, now_us(), exchange.reply);
  running_ = nullptr;

  switch (answer.when) {
    case Service::Answer::When::now:
      record_ran(exchange);
      record_changes();
      replicate();
      leave(exchange);
      break;
    case Service::Answer::When::later:
      record_changes();
      if (std::exchange(running_is_ready_, false)) {
        ready_.push_back(&exchange);
        break;
      }
      unanswered_.push_back(&exchange);
      if (answer.timeout_us > 0)
        world_.queue().set(exchange.wire, world_.now() + answer.timeout_us);
      break;
    case Service::Answer::When::never:
      kill(0, false);
      world_.network().refuse(exchange, Silence::server_ended);
      break;
  }
  if (!pushes_.empty()) send_pushes();
  if (!ready_.empty()) serve_ready();
  arm_expiry();
  if (world_.cluster()) world_.cluster()->spread();
}

void Node::wait_over(Exchange& exchange) {
  ready(exchange.message);
  serve_ready();
}

/// Answers requests that can be answered, unless requests queued while it was frozen come first.
void Node::serve_ready() {
  while (!ready_.empty() && up() && inbox_.empty()) {
    Exchange& exchange = *ready_.front();
    ready_.erase(ready_.begin());
    answer_late(exchange);
  }
}

void Node::answer_late(Exchange& exchange) {
  exchange.reply = service_->conclude(exchange.message);
  record_ran(exchange);
  leave(exchange);
}

void Node::leave(Exchange& exchange) {
  if (leaving_.empty() && !world_.faults_wait_for_events())
    return world_.network().answer(exchange);
  leaving_.push_back(&exchange);
  world_.agenda().add(*this);
}

/// Whether an arriving request has to queue: the node is frozen, or serves earlier ones first.
bool Node::has_to_wait() const { return !stops_.empty() || !inbox_.empty() || !ready_.empty(); }

bool Node::perform_next() {
  if (!up()) return false;
  const auto take_first = [](std::vector<Exchange*>& from) -> Exchange& {
    Exchange* first = from.front();
    from.erase(from.begin());
    return *first;
  };
  if (!leaving_.empty()) {
    world_.network().answer(take_first(leaving_));
  } else if (!ready_.empty()) {
    answer_late(take_first(ready_));
  } else if (!inbox_.empty()) {
    run(take_first(inbox_));
  }
  return has_work();
}

void Node::record_ran(Exchange& exchange) {
  LOCKLAB_ASSERT(up());
  Event& ran = world_.draft();
  exchange.tell(ran, EventKind::ran, exchange.reply, world_.trace());
  exchange.reply_text = ran.text;
  exchange.answered = true;
  world_.record_draft();
}

bool Node::has_power() const {
  return std::none_of(kills_.begin(), kills_.end(), [](const Kill& kill) { return kill.power; });
}

bool Node::killed_by(FaultToken token) const {
  return std::any_of(kills_.begin(), kills_.end(),
                     [&](const Kill& kill) { return kill.token == token; });
}

NoEffect Node::kill(FaultToken token, bool power) {
  const bool dead = !has_process();
  Event killed = event(EventKind::node_killed);
  killed.detail = power;
  killed.standing = dead;
  killed.fault = token;
  starts_later_ = false;
  kills_.push_back({token, power});
  if (dead) {
    world_.record(killed);
    for (const FaultToken before : std::exchange(untold_ends_, {}))
      if (before != every_fault) record_end(before, true);
    // Data that the dead process had not synced survives only while the machine runs.
    if (power) service_->lose_power(died_us_);
    record_changes();
    return NoEffect::none;
  }
  ++incarnation_;
  died_us_ = now_us();
  stops_.clear();  // a dead process is no longer frozen
  refusals_.clear();
  rejoining_.reset();
  heard_.clear();
  world_.record(killed);
  if (power) {
    service_->lose_power(died_us_);
  } else {
    service_->lose_process(died_us_);
  }
  world_.network().node_died(id_, power);
  record_changes();
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;
  for (Replication* parked : std::exchange(parked_, {})) parked->used = false;

  std::vector<Exchange*> here = std::exchange(leaving_, {});
  for (std::vector<Exchange*>* waiting : {&pushes_, &inbox_, &ready_, &unanswered_})
    for (Exchange* exchange : std::exchange(*waiting, {})) here.push_back(exchange);
  for (Exchange* exchange : here) {
    world_.queue().cancel(exchange->wire);
    if (power) {
      world_.network().lose(*exchange, Loss::power_lost);
    } else if (exchange->pushed) {
      world_.network().lose(*exchange, Loss::connection_lost);
    } else {
      world_.network().refuse(*exchange, Silence::server_ended);
    }
  }
  world_.came_or_went(*this);
  return NoEffect::none;
}

NoEffect Node::restart(FaultToken token) {
  if (has_process()) {
    const bool goes_on = token == every_fault && go_on(every_fault);
    return goes_on ? NoEffect::none : NoEffect::not_down;
  }
  if (!starts_later_) LOCKLAB_ASSERT(untold_ends_.empty());
  std::vector<FaultToken> ended;
  for (const Kill& kill : kills_)
    if (token == every_fault || kill.token == token) ended.push_back(kill.token);
  if (ended.empty()) return NoEffect::coming_back;
  std::erase_if(kills_,
                [&](const Kill& kill) { return token == every_fault || kill.token == token; });
  restarted_by_ = token;
  if (has_process()) {
    untold_ends_ = ended;
    start_when_due();
  } else {
    record_end(token, true);
  }
  return NoEffect::none;
}

void Node::record_end(FaultToken token, bool others_stand) {
  LOCKLAB_ASSERT(others_stand == !has_process());
  Event ended = event(EventKind::node_restarted);
  ended.fault = token;
  ended.standing = others_stand;
  if (!others_stand) ended.value = static_cast<std::int64_t>(service_->key_count());
  world_.record(ended);
}

std::int64_t Node::world_time_of(std::int64_t own_us) const {
  const std::int64_t local = own_us - world_epoch_us;
  return monotonic_expiry_ ? clock_.when_monotonic(local - first_offset_) : clock_.when_wall(local);
}

std::int64_t Node::lateness_of_end(std::int64_t deadline_ms) const {
  if (ends_are_unknown_) return -1;
  const std::int64_t end = std::max(world_time_of((deadline_ms + 1) * 1000), clock_.changed());
  LOCKLAB_ASSERT(end <= world_.now());
  return world_.now() - end;
}

bool Node::is_end_of_lease(std::int64_t at, std::int64_t deadline_ms) const {
  if (ends_are_unknown_ || at <= clock_.changed()) return true;
  return own_time_at(at - 1) < (deadline_ms + 1) * 1000;
}

void Node::start_when_due() {
  const std::int64_t due = died_us_ + restart_delay_us_;
  // Without a delay, a clock that has jumped back does not keep the node dead.
  starts_later_ = restart_delay_us_ > 0 && now_us() < due;
  if (starts_later_) return world_.queue().set(expiry_, std::max(world_time_of(due), world_.now()));
  const FaultToken kill = std::exchange(untold_ends_, {}).back();
  service_->let_time_pass(now_us());
  ends_are_unknown_ = false;
  tell_changes();
  record_end(restarted_by_, false);
  if (world_.cluster()) rejoin(kill);
  if (master_) {
    replicated_->become_replica();
    master_->synchronise(*this);
  }
  for (Node* replica : replicas_) synchronise(*replica);
  arm_expiry();
  world_.came_or_went(*this);
}

/// Makes a master that has restarted refuse all keys until its cluster trusts it again.
void Node::rejoin(FaultToken kill) {
  rejoining_ = {kill, (now_us() + us(cluster_comeback) + 999) / 1000 * 1000};
  Event refuses = event(EventKind::node_refuses);
  refuses.detail = static_cast<std::uint8_t>(WriteRefusal::rejoining);
  refuses.fault = kill;
  world_.record(refuses);
}

void Node::has_rejoined() {
  Event accepts = event(EventKind::node_accepts);
  accepts.detail = static_cast<std::uint8_t>(WriteRefusal::rejoining);
  accepts.fault = std::exchange(rejoining_, std::nullopt)->kill;
  accepts.standing = !refusals_.empty();
  world_.record(accepts);
}

bool Node::refuses_by(FaultToken token) const {
  return std::any_of(refusals_.begin(), refusals_.end(),
                     [&](const Standing& one) { return one.token == token; });
}

bool Node::refuses(WriteRefusal why) const {
  return std::any_of(refusals_.begin(), refusals_.end(),
                     [&](const Standing& one) { return one.why == why; });
}

NoEffect Node::refuse(FaultToken token, WriteRefusal why) {
  if (!up()) return absence();
  refusals_.push_back({token, why});
  Event refuses = event(EventKind::node_refuses);
  refuses.detail = static_cast<std::uint8_t>(why);
  refuses.fault = token;
  world_.record(refuses);
  tell_refusals();
  return NoEffect::none;
}

bool Node::accept(FaultToken token) {
  const auto ended = std::find_if(refusals_.begin(), refusals_.end(),
                                  [&](const Standing& one) { return one.token == token; });
  if (ended == refusals_.end()) return false;
  Event accepts = event(EventKind::node_accepts);
  accepts.detail = static_cast<std::uint8_t>(ended->why);
  accepts.fault = token;
  refusals_.erase(ended);
  accepts.standing = !refusals_.empty();
  world_.record(accepts);
  tell_refusals();
  return true;
}

void Node::tell_refusals() {
  WriteRefusals why = 0;
  for (const Standing& one : refusals_) why = static_cast<WriteRefusals>(why | bit(one.why));
  service_->refuse(why);
}

/// Handles what expired and arrived while it was frozen.
void Node::wake() {
  expire();
  for (Replication* parked : std::exchange(parked_, {})) deliver(*parked);
  for (const auto& [channel, text] : std::exchange(heard_, {})) hear(channel, text);
  if (replicated_) replicated_->acknowledged();
  if (master_ && wants_everything_) master_->synchronise(*this);
  for (Node* replica : replicas_)
    if (replica->wants_everything_) synchronise(*replica);
  if (has_work()) world_.agenda().add(*this);
}

void Node::record_clock(FaultToken token, bool jumped) {
  Event clock = event(EventKind::node_clock);
  clock.value = clock_.offset_us();
  clock.extra = clock_.ppm();
  clock.detail = monotonic_expiry_ && (jumped || clock.value != 0) ? 1 : 0;
  clock.fault = token;
  world_.record(clock);
}

void Node::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock(0, false);
}

NoEffect Node::jump(FaultToken token, std::int64_t by_us) {
  clock_.jump(world_.now(), by_us);
  record_clock(token, by_us != 0);
  clock_changed();
  return NoEffect::none;
}

NoEffect Node::drift(FaultToken token, std::int64_t ppm) {
  clock_.drift(world_.now(), ppm);
  record_clock(token, false);
  clock_changed();
  return NoEffect::none;
}

void Node::clock_changed() {
  ends_are_unknown_ = !up();
  expire();
}

void Node::expire() {
  world_.queue().cancel(expiry_);
  armed_for_ms_ = -1;
  if (starts_later_) {
    LOCKLAB_ASSERT(restart_delay_us_ > 0);
    return start_when_due();
  }
  if (!up()) return;
  service_->let_time_pass(now_us());
  ends_are_unknown_ = false;
  tell_changes();
  if (rejoining_ && serves()) has_rejoined();
  replicate();
  arm_expiry();
}

void Node::arm_expiry() {
  // A replica waits for its master to delete a key.
  if (!up() || master_) return;
  std::int64_t next = service_->next_due_ms();
  if (rejoining_) {
    const std::int64_t before = rejoining_->until_us / 1000 - 1;
    next = next < 0 ? before : std::min(next, before);
  }
  // A timer that is set too early finds nothing expired and sets itself again.
  if (next < 0 || (armed_for_ms_ >= 0 && armed_for_ms_ <= next)) return;
  const std::int64_t at = world_time_of((next + 1) * 1000);
  armed_for_ms_ = next;
  world_.queue().set(expiry_, std::max(at, world_.now()));
}

}  // namespace locklab::sim
