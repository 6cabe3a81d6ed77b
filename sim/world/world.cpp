#include "sim/world/world.h"

#include <fmt/format.h>

#include "lock/strategy.h"
#include "sim/check/verdict_words.h"
#include "sim/scenario/describe.h"
#include "sim/trace/time_words.h"

namespace locklab::sim {

namespace {

constexpr std::int64_t us_of_a_step = 10;

void planned_fired(World& world, Timer& timer) { world.strike(timer); }

Fault on_one_link(Fault fault, ClientId client, NodeId node) {
  fault.client = client;
  fault.node = node;
  return fault;
}

}  // namespace

World::Planned::Planned(Fault planned)
    : timer(planned_fired, this, TimerKind::fault), fault(std::move(planned)) {}

World::World(const Scenario& scenario, Choice& choice, const std::string& run)
    : scenario_(scenario),
      choice_(choice),
      orders_(choice.orders()),
      recorded_at_(asynchronous() ? &steps_as_time_ : &now_),
      horizon_(us(scenario.lock.lease.value_or(scenario.lock.ttl) - scenario.lock.drift())),
      network_(*this, scenario, choice),
      resource_(scenario.resource, scenario.initial_value, scenario.fence_check),
      plan_(scenario.faults) {
  trace_.info = describe(scenario, "simulated", run);
  add_nodes();
  add_clients();
  set_initial_value();
  if (plan_.waits_for_events())
    trace_.on_add([this](std::size_t i) {
      const Event event = trace_[i];
      plan_.on_event(event, *this);
    });
  for (auto& node : nodes_) node->start();
  plan_.start(*this);
  for (auto& client : clients_) client->start();
}

World::~World() = default;

void World::add_nodes() {
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n) {
    const auto id = static_cast<NodeId>(n);
    nodes_.push_back(std::make_unique<Node>(*this, id, scenario_.nodes[n]));
    routes_.push_back(id);
  }
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
    for (std::size_t m = 0; m < scenario_.nodes.size(); ++m)
      if (scenario_.nodes[n].replica_of == scenario_.nodes[m].name)
        nodes_[n]->follow(nodes_[m].get());
}

void World::add_clients() {
  RandomBits seeds(scenario_.seed);
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c) {
    const ClientSpec& spec = scenario_.clients[c];
    const Clock clock(us(spec.clock_offset), spec.drift_ppm);
    clients_.push_back(std::make_unique<Client>(*this, static_cast<ClientId>(c),
                                                program_of(scenario_, c), clock, seeds.next()));
  }
}

/// A strategy whose work is one command keeps the counter in its node.
void World::set_initial_value() {
  const Strategy* strategy = find_strategy(scenario_.strategy);
  if (!strategy->atomic_work) return;
  Command set("SET");
  set.add("locklab:" + scenario_.resource).add(scenario_.initial_value);
  for (NodeId node : scenario_.lock.nodes) nodes_[index(node)]->prepare(set);
}

NodeId World::route(NodeId id) const { return id == resource_node ? id : routes_[index(id)]; }

void World::reroute(NodeId old, NodeId promoted) {
  for (NodeId& route : routes_)
    if (route == old) route = promoted;
}

void World::remember_origin(const Event& set) {
  constexpr std::size_t remembered = 16;
  if (set.key >= origins_.size()) origins_.resize(set.key + std::size_t{1});
  std::vector<Origin>& known = origins_[set.key];
  if (known.size() == remembered) known.erase(known.begin());
  known.push_back({set.text, set.message, set.acquisition, set.client});
}

void World::restore_origin(Event& set) const {
  if (set.key >= origins_.size()) return;
  const std::vector<Origin>& known = origins_[set.key];
  for (auto origin = known.rbegin(); origin != known.rend(); ++origin) {
    if (trace_.text(origin->text) != trace_.text(set.text)) continue;
    set.client = origin->client;
    set.acquisition = origin->acquisition;
    set.message = origin->message;
    return;
  }
}

bool World::step() {
  const std::optional<std::int64_t> at = next_at();
  if (!at) {
    // Something is left, but only after the end.
    if (scenario_.run_for && !asynchronous() && !queue_.empty() && !quiet() && !full())
      now_ = us(*scenario_.run_for);
    return false;
  }
  now_ = *at;
  if (!orders_) {
    queue_.pop([this](Timer& timer) { fire(timer); });
    return true;
  }
  fire(take_chosen());
  if (choice_.left_the_path() && !left_the_path_at_) left_the_path_at_ = now_;
  return true;
}

void World::fire(Timer& timer) {
  if (timer.kind != TimerKind::fault) steps_as_time_ += us_of_a_step;
  timer.fire(*this, timer);
}

void World::let_nodes_finish() {
  while (!queue_.empty() && (asynchronous() ? quiet() && ways() > 0 : queue_.next_at() <= now_)) {
    ties_are_known_ = false;
    if (!asynchronous()) {
      queue_.pop([this](Timer& timer) { timer.fire(*this, timer); });
      continue;
    }
    Timer& timer = ties_[0];
    queue_.cancel(timer);
    timer.fire(*this, timer);
  }
}

Timer& World::take_chosen() {
  const unsigned chosen =
      ways() > 1 ? choice_.pick(static_cast<unsigned>(ties_.size()), "order") : 0;
  Timer& timer = ties_[chosen];
  ties_are_known_ = false;
  queue_.cancel(timer);
  return timer;
}

void World::run() {
  while (step()) {
  }
  Event event;
  event.kind = EventKind::ended;
  if (full()) return record(event, stopped_at(scenario_.most_events));
  const char* const why = quiet()                            ? "every client is done"
                          : queue_.empty() || asynchronous() ? "nothing is left to happen"
                                                             : "time is up";
  if (!left_the_path_at_) return record(event, why);
  record(event,
         fmt::format("{}; its choices fitted only up to {}", why, as_ms(*left_the_path_at_)));
}

void World::request_arrived(Exchange& exchange) {
  if (exchange.node == resource_node) return run_at_resource(exchange);
  if (exchange.connection->dead_at_node && node(exchange.node).up())
    return network_.refuse(exchange, "connection reset");
  node(exchange.node).arrived(exchange);
}

void World::run_at_resource(Exchange& exchange) {
  Resource::Answer answer =
      resource_.answer(exchange.words, exchange.event(EventKind::ran), trace_);
  exchange.reply_text = answer.ran.text;
  record(answer.ran);
  if (answer.access) record(*answer.access);
  exchange.reply = std::move(answer.reply);
  network_.answer(exchange);
}

void World::strike(Timer& timer) {
  const Planned& planned = *static_cast<const Planned*>(timer.owner);
  --planned_pending_;
  apply(planned.fault);
}

void World::apply_later(const Fault& fault, Duration delay) {
  Planned& planned = planned_.emplace_back(fault);
  ++planned_pending_;
  queue_.set(planned.timer, now_ + us(delay));
}

void World::apply(const Fault& fault) {
  ties_are_known_ = false;
  switch (fault.kind) {
    case FaultKind::crash:
    case FaultKind::pause:
    case FaultKind::resume:
    case FaultKind::foreign_release:
      return apply_to_client(fault);
    case FaultKind::jump:
    case FaultKind::drift:
      return fault.client != no_client ? apply_to_client(fault) : apply_to_node(fault);
    case FaultKind::kill:
    case FaultKind::stop:
    case FaultKind::restart:
    case FaultKind::promote:
      return apply_to_node(fault);
    default:
      break;
  }
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    const auto client = static_cast<ClientId>(c);
    if (fault.client != no_client && fault.client != client) continue;
    if (fault.node != no_node) {
      apply_to_link(fault, client, fault.node);
    } else {
      for (std::size_t n = 0; n < nodes_.size(); ++n)
        apply_to_link(fault, client, static_cast<NodeId>(n));
    }
  }
}

void World::apply_to_client(const Fault& fault) {
  Client& target = client(fault.client);
  switch (fault.kind) {
    case FaultKind::crash:
      target.crash();
      break;
    case FaultKind::pause:
      target.pause(fault.duration ? us(*fault.duration) : -1);
      if (fault.duration) end_later(fault, FaultKind::resume);
      break;
    case FaultKind::resume:
      target.resume();
      break;
    case FaultKind::jump:
      target.jump(us(fault.amount));
      break;
    case FaultKind::drift:
      target.drift(fault.ppm);
      break;
    default:
      target.foreign_release();
  }
}

void World::apply_to_node(const Fault& fault) {
  Node& target = node(fault.node);
  switch (fault.kind) {
    case FaultKind::jump:
      target.jump(us(fault.amount));
      break;
    case FaultKind::drift:
      target.drift(fault.ppm);
      break;
    case FaultKind::kill: {
      target.kill(fault.power);
      Fault back = fault;
      back.duration = fault.restart_after;
      if (back.duration) end_later(back, FaultKind::restart);
      break;
    }
    case FaultKind::stop:
      target.stop();
      if (fault.duration) end_later(fault, FaultKind::restart);
      break;
    case FaultKind::restart:
      target.restart();
      break;
    default:
      target.promote();
  }
}

void World::record_link(const Fault& fault, EventKind kind, ClientId client, NodeId node) {
  Event event;
  event.kind = kind;
  event.client = client;
  event.node = node;
  event.detail = static_cast<std::uint8_t>((fault.requests ? 1 : 0) | (fault.replies ? 2 : 0));
  event.value = kind == EventKind::link_slowed && fault.duration ? us(*fault.duration) : 0;
  record(event);
}

void World::apply_to_link(const Fault& fault, ClientId client, NodeId node) {
  switch (fault.kind) {
    case FaultKind::cut:
      record_link(fault, EventKind::link_cut, client, node);
      network_.cut(client, node, fault.requests, fault.replies);
      if (fault.duration) end_later(on_one_link(fault, client, node), FaultKind::heal);
      break;
    case FaultKind::heal:
      record_link(fault, EventKind::link_healed, client, node);
      network_.heal(client, node);
      break;
    case FaultKind::slow:
      record_link(fault, EventKind::link_slowed, client, node);
      network_.link(client, node).slowed = fault.duration.value_or(Duration(0));
      break;
    case FaultKind::hold:
      record_link(fault, EventKind::link_held, client, node);
      network_.hold(client, node, fault.requests, fault.replies, fault.count);
      if (fault.duration) end_later(on_one_link(fault, client, node), FaultKind::release);
      break;
    case FaultKind::release:
      record_link(fault, EventKind::link_released, client, node);
      network_.release(client, node);
      break;
    case FaultKind::drop:
      network_.drop(client, node, fault.requests, fault.replies, fault.count);
      break;
    case FaultKind::delay:
      network_.delay(client, node, fault.requests, fault.replies, fault.count,
                     fault.duration.value_or(Duration(0)));
      break;
    default:
      record_link(fault, EventKind::link_reset, client, node);
      network_.reset(client, node);
  }
}

}  // namespace locklab::sim
