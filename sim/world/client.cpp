#include "sim/world/client.h"

#include <algorithm>
#include <utility>

#include "lock/strategy.h"
#include "sim/process/client_process_body.h"
#include "sim/world/world.h"

namespace locklab::sim {

namespace {

void wait_fired(Timer& timer) {
  SimulatedWait& wait = *static_cast<SimulatedWait*>(timer.owner);
  wait.client.sleep_over(wait);
}

/// The shortest time for which the client tries to acquire one of its locks.
Duration shortest_patience(const ClientProgram& program) {
  Duration least = Duration::max();
  for (const KnownStep& step : program.steps)
    if (step.kind == StepKind::lock) least = std::min(least, step.time);
  return least;
}

}  // namespace

std::uint32_t most_decided_pauses(const Scenario& scenario) {
  const bool small = scenario.clients.size() <= 2 &&
                     find_strategy(scenario.strategy)->topology != Topology::masters;
  return small ? 8 : 2;
}

SimulatedWait::SimulatedWait(Client& its_client)
    : timer(wait_fired, this, TimerKind::sleep), client(its_client) {}

Client::Client(World& world, ClientId id, ClientProgram program, Clock clock, std::uint64_t seed)
    : ClientProcess(id, std::move(program), clock, &world.frames()), world_(world), random_(seed) {
  if (world.orders()) observe_tasks(task_log_.emplace());
}

Client::~Client() { destroy_tasks(); }

Time Client::wall_now() {
  const std::int64_t now = world_epoch_us + clock().wall(world_.now());
  received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

std::uint64_t Client::random_below(std::uint64_t below) {
  if (below <= 1) return 0;
  const std::uint64_t drawn = world_.choice().amount(below - 1, 0, "retry jitter");
  received(drawn);
  return drawn;
}

std::optional<Pause> Client::random_pause(Duration least, Duration spread, Time deadline) {
  const std::optional<Pause> pause = world_.choice().leaves_open() && spread > Duration(0)
                                         ? open_pause(least, spread, deadline)
                                         : Env::random_pause(least, spread, deadline);
  if (!pause) patient_until_.reset();
  return pause;
}

/// In a search, the ends of the first delays are decided while they last, and only whether one
/// would be too long is decided now. Delays after `most_decided_pauses` are drawn now (fair_pause).
std::optional<Pause> Client::open_pause(Duration least, Duration spread, Time deadline) {
  const std::uint32_t number = world_.open_times().number();
  tries_again_ = true;
  // The task receives only whether any time is left for a delay, and not the clock's reading, so
  // that the current time does not distinguish states later.
  const Duration room = deadline - at_us(clock().monotonic(world_.now())) - least;
  received(room > Duration(0));
  if (room <= Duration(0)) return std::nullopt;
  if (decided_pauses_ >= most_decided_pauses(world_.scenario())) {
    const Duration more = fair_pause(spread);
    world_.choice().drew_from_series();
    world_.open_times().decided(number, static_cast<std::uint64_t>(us(more)), 0);
    received(more < room);
    return more < room ? std::optional(Pause(least + more)) : std::nullopt;
  }
  if (room > spread) return Pause(least, spread, number);
  const bool too_long = world_.choice().too_long();
  received(too_long);
  if (too_long) {
    world_.open_times().decided(number, static_cast<std::uint64_t>(us(spread)), 0);
    return std::nullopt;
  }
  return Pause(least, room - Duration(1), number);
}

/// A pseudorandom part of `spread`, in steps of 500 us. Clients that ask at the same instant draw
/// from different seeds.
Duration Client::fair_pause(Duration spread) {
  constexpr std::int64_t grid_us = 500;
  const auto parts = static_cast<std::uint64_t>(us(spread) / grid_us + 1);
  RandomBits dice(fingerprint_of(world_.open_times().asked_at(world_.now())));
  return Duration(static_cast<std::int64_t>(dice.below(parts)) * grid_us);
}

bool Client::may_lose_patience(std::int64_t at) const {
  // Without a server, an attempt begins and fails in one step.
  if (attempt_began_ < 0) return program().strategy->topology == Topology::none;
  LOCKLAB_ASSERT(patient_until_.has_value());
  const LockConfig& lock = program().lock;
  const std::int64_t local = clock().monotonic(at);
  return *patient_until_ - local - us(lock.retry_delay) <= us(lock.retry_jitter);
}

void Client::note(const Note& note) {
  if (note.kind == NoteKind::attempt) {
    attempt_began_ = world_.now();
    if (!patient_until_)
      patient_until_ = clock().monotonic(world_.now()) + us(shortest_patience(program()));
  }
  if (note.kind == NoteKind::refused && attempt_began_ >= 0)
    attempt_us_ = world_.now() - std::exchange(attempt_began_, -1);
  if (note.kind == NoteKind::acquired) {
    decided_pauses_ = 0;
    tries_again_ = false;
    attempt_began_ = -1;
    patient_until_.reset();
  }
  ClientProcess::note(note);
}

void Client::fingerprint(Fingerprint& print) const {
  fingerprint_process(print);
  print.add(std::uint64_t{decided_pauses_} * 2 + tries_again_);
  if (world_.choice().leaves_open()) {
    print.add(attempt_began_);
    print.add(tries_again_ ? attempt_us_ : 0);
  }
  print.add(random_.state());
  if (task_log_) task_log_->fingerprint(print);
}

std::int64_t Client::now() const { return world_.now(); }
bool Client::faults_wait() const { return world_.faults_wait_for_events(); }
Agenda& Client::agenda() { return world_.agenda(); }
Trace& Client::trace() { return world_.trace(); }
Event& Client::draft() { return world_.draft(); }
void Client::record_draft() { world_.record_draft(); }
void Client::program_over() { world_.client_is_done(); }

void Client::record(Exchange& exchange, Event& received) {
  received.text = exchange.reply_text;
  world_.record_draft();
}

Exchange& Client::open(NodeId node) {
  return world_.network().open(*this, id(), world_.route(id(), node));
}
void Client::carry(Exchange& exchange) { world_.network().send(exchange); }
void Client::consumed(Exchange& exchange) { world_.network().settle(exchange); }
void Client::not_awaited(Exchange& exchange) { world_.network().stop_waiting(exchange); }
void Client::told(Exchange& exchange) { world_.network().wait_is_over(exchange); }

void Client::drop_connection(Exchange& exchange) {
  if (exchange.connection) world_.network().drop_connection(*exchange.connection, Silence::dropped);
}

NodeId Client::reached(NodeId node) const { return world_.route(id(), node); }
NodeId Client::node_at(const Redirection& to) const { return world_.node_at(to); }
bool Client::listens(NodeId node) const { return world_.network().listens(id(), node); }

void Client::disconnect() {
  gone_ = true;
  world_.network().drop_connections(id(), Silence::closed);
}

void Client::arrives_again(Exchange& exchange) { world_.queue().set(exchange.wire, world_.now()); }

void Client::wake_at(Exchange& exchange, std::int64_t at) {
  world_.queue().set(exchange.deadline, at);
}

void Client::wake_at(SimulatedWait& wait, std::int64_t at) {
  world_.queue().set(wait.timer, at);
  if (wait.cancelled) return world_.open_times().close(wait.timer);
  if (wait.spread == 0) return;
  OpenTimes::Open time;
  time.timer = &wait.timer;
  time.draw = wait.draw;
  time.most = static_cast<std::uint64_t>(wait.spread);
  time.earliest = time.at = at;
  time.latest = std::max(at, clock().when_monotonic(wait.due_local + wait.spread));
  world_.open_times().open(time);
}

void Client::cancel_wake(SimulatedWait& wait) {
  world_.open_times().close(wait.timer);
  world_.queue().cancel(wait.timer);
}

std::uint64_t SimulatedWait::end_at(std::int64_t world_time) {
  const std::int64_t amount = client.clock().monotonic(world_time) - due_local;
  const std::int64_t taken = std::clamp<std::int64_t>(amount, 0, std::exchange(spread, 0));
  due_local += taken;
  return static_cast<std::uint64_t>(taken);
}

void Client::each_request(const std::function<void(Exchange&)>& visit) {
  for (Exchange& exchange : world_.network().exchanges())
    if (exchange.from == id()) visit(exchange);
}

template class ClientProcess<Client, Exchange, SimulatedWait>;

}  // namespace locklab::sim
