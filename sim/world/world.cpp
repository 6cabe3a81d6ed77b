#include "sim/world/world.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "lock/strategy.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/resource_commands.h"
#include "sim/service/redis/redis_service.h"
#include "sim/service/resource/resource_service.h"

namespace locklab::sim {

namespace {

constexpr std::int64_t us_of_a_step = 10;

}  // namespace

World::World(const Scenario& scenario, Choice& choice, const std::string& run, Observation observed)
    : scenario_(scenario),
      choice_(choice),
      orders_(choice.orders()),
      horizon_(us(scenario.lock.lease.value_or(scenario.lock.ttl) - scenario.lock.drift())),
      record_(scenario.faults, asynchronous() ? &steps_as_time_ : &now_, observed),
      network_({now_, queue_, agenda_, record_, choice, open_times_, *this}, scenario),
      frames_(!orders_),                    // keeps no unused frames in a search, which would copy
                                            // them
      seeds_(orders_ ? 0 : scenario.seed),  // nothing is random if the choice orders events
      next_token_(static_cast<FaultToken>(scenario.faults.size() + 1)) {
  trace().info = describe(scenario, "simulated", run);
  add_nodes();
  for (const ClientSpec& client : scenario.clients) add_client(client);
  set_initial_value();
  for (auto& node : nodes_) node->start();
  settle();
  for (auto& client : clients_) {
    client->start();
    settle();
  }
}

World::~World() = default;

void World::add_nodes() {
  for (const NodeSpec& spec : scenario_.nodes) add_node(spec, {});
  for (std::size_t n = 0; n < scenario_.nodes.size(); ++n)
    for (std::size_t m = 0; m < scenario_.nodes.size(); ++m)
      if (scenario_.nodes[n].replica_of == scenario_.nodes[m].name)
        nodes_[n]->follow(nodes_[m].get());
  const auto resource = [this](ServiceHost& host) -> std::unique_ptr<Service> {
    return std::make_unique<ResourceService>(
        host, Resource(scenario_.resource, scenario_.initial_value, scenario_.fence_check));
  };
  resource_ = std::make_unique<Node>(*this, resource_node, NodeSpec(), resource);
  if (scenario_.cluster) cluster_ = std::make_unique<Cluster>(*this, scenario_);
  if (scenario_.sentinels > 0)
    sentinels_ = std::make_unique<Sentinels>(*this, scenario_.sentinels, scenario_.down_after);
}

Node& World::add_node(const NodeSpec& spec, const MakeService& make_service) {
  const auto redis = [&](ServiceHost& host) -> std::unique_ptr<Service> {
    ServerOptions options;
    options.persistence = spec.persistence;
    options.shares_keys = scenario_.cluster || scenario_.has_replicas();
    return std::make_unique<RedisService>(host, options);
  };
  const auto id = static_cast<NodeId>(nodes_.size());
  masters_.push_back(id);
  for (std::vector<NodeId>& routes : routes_) routes.push_back(id);
  nodes_.push_back(
      std::make_unique<Node>(*this, id, spec, make_service ? make_service : MakeService(redis)));
  return *nodes_.back();
}

Client& World::add_client(const ClientSpec& spec) {
  const Clock clock(us(spec.clock_offset), spec.drift_ppm);
  routes_.push_back(masters_);
  clients_.push_back(std::make_unique<Client>(*this, static_cast<ClientId>(clients_.size()),
                                              program_of(scenario_, spec), clock, seeds_.next()));
  return *clients_.back();
}

ClientId World::join(const ClientSpec& client) {
  trace().info.clients.push_back(client.name);
  const ClientId id = network_.add_client(client.name);
  add_client(client).start();
  settle();
  return id;
}

NodeId World::join(const NodeSpec& node, const MakeService& make_service) {
  TraceInfo& info = trace().info;
  const auto master = std::find(info.nodes.begin(), info.nodes.end(), node.replica_of);
  info.replica_of.push_back(
      master == info.nodes.end() ? -1 : static_cast<std::int32_t>(master - info.nodes.begin()));
  info.nodes.push_back(node.name);
  const NodeId id = network_.add_node(node.name);
  Node& joined = add_node(node, make_service);
  joined.start();
  if (info.replica_of.back() >= 0)
    joined.join(*nodes_[static_cast<std::size_t>(info.replica_of.back())]);
  settle();
  return id;
}

bool World::run_also(ClientId id, std::function<Task<>(Actor&)> task) {
  const bool runs = client(id).run_also(std::move(task));
  settle();
  return runs;
}

void World::leave(ClientId id) {
  Client& leaving = client(id);
  if (leaving.finished() && leaving.done()) {
    network_.drop_connections(id, Silence::closed);
  } else {
    leaving.crash();
  }
  settle();
}

/// For a strategy whose work is a single command, the counter is a key of the lock's nodes.
void World::set_initial_value() {
  const Strategy* strategy = find_strategy(scenario_.strategy);
  if (!strategy->atomic_work) return;
  for (NodeId node : scenario_.lock.nodes)
    nodes_[index(node)]->prepare(counter_key(scenario_.resource), scenario_.initial_value);
}

NodeId World::route(ClientId client, NodeId id) const {
  return id == resource_node ? id : routes_[index(client)][index(id)];
}

bool World::reroute(ClientId client, NodeId old, NodeId promoted) {
  const auto replace = [&](std::vector<NodeId>& routes) {
    const bool any = std::find(routes.begin(), routes.end(), old) != routes.end();
    std::replace(routes.begin(), routes.end(), old, promoted);
    return any;
  };
  replace(masters_);
  bool any = false;
  for (std::size_t c = 0; c < routes_.size(); ++c)
    if (client == no_client || c == index(client)) any = replace(routes_[c]) || any;
  return any;
}

void World::leave(NodeId id) {
  node(id).kill(0, false);
  settle();
}

bool World::step() {
  const std::optional<std::int64_t> at = next_at();
  if (!at) {
    // The remaining events are due after the end of the run.
    if (scenario_.run_for && !asynchronous() && !queue_.empty() && !quiet() && !full())
      now_ = us(*scenario_.run_for);
    return false;
  }
  LOCKLAB_ASSERT(*at >= now_);
  now_ = *at;
  if (!orders_) {
    queue_.pop([this](Timer& timer) { fire(timer); });
    return true;
  }
  while (!open_times_.all().empty() && undecided())
    decide(true);  // a caller that steps without asking decides "now"
  fire(take_chosen());
  if (!open_times_.all().empty()) move_open_times();
  if (choice_.left_the_path() && !left_the_path_at_) left_the_path_at_ = now_;
  return true;
}

void World::fire(Timer& timer) {
  if (timer.kind != TimerKind::fault) steps_as_time_ += us_of_a_step;
  timer.fire(timer);
  settle();
}

void World::let_nodes_finish() {
  while (!queue_.empty() && (asynchronous() ? quiet() && ways() > 0 : queue_.next_at() <= now_)) {
    ties_are_known_ = false;
    if (!asynchronous()) {
      queue_.pop([this](Timer& timer) { fire(timer); });
      continue;
    }
    Timer& timer = ties_[0];
    queue_.cancel(timer);
    fire(timer);
  }
}

Timer& World::take_chosen() {
  orders_chosen_ += ways() > 1;
  const unsigned chosen =
      ways() > 1 ? choice_.pick(static_cast<unsigned>(ties_.size()), "order") : 0;
  Timer& timer = ties_[chosen];
  if (client_of(timer) != no_client) clients_acted_at_ = now_;
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
  tell_final_resource();
  const char* const why = quiet()                            ? "every client is done"
                          : queue_.empty() || asynchronous() ? "nothing is left to happen"
                                                             : "time is up";
  event.detail = left_the_path_at_.has_value();
  event.value = left_the_path_at_.value_or(0);
  if (const std::size_t none = choice_.not_followed(); none > 0)
    event.extra = static_cast<std::int64_t>(none);
  record(event, why);
}

void World::tell_final_resource() {
  if (!find_strategy(scenario_.strategy)->atomic_work) return;
  for (const NodeId configured : scenario_.lock.nodes) {
    const std::string counter = counter_key(scenario_.resource);
    const NodeId master =
        cluster_ ? cluster_->owner(slot_of_key(counter)) : masters_[index(configured)];
    const auto text = node(master).service().text_at(counter);
    Event final;
    final.kind = EventKind::resource_final;
    final.node = master;
    final.key = trace().name_id(scenario_.resource);
    // A command treats a missing key as 0.
    if (text &&
        std::from_chars(text->data(), text->data() + text->size(), final.value).ec != std::errc())
      continue;
    record(final);
  }
}

void World::request_arrived(Exchange& exchange) {
  Node& to = node(exchange.node);
  if (exchange.connection->dead_at_node && to.has_process())
    return network_.refuse(exchange, Silence::reset);
  to.arrived(exchange);
}

void World::settle_all() {
  agenda_.settle([this] { return strike_next(); });
  record_.nothing_is_due();
}

bool World::strike_next() {
  if (const auto due = record_.take_due()) {
    if (due->delay > Duration(0)) {
      plan(*due->fault, due->token, false, due->delay);
    } else {
      strike(*due->fault, due->token);
    }
    return true;
  }
  if (!before_answer_ || !node(before_answer_->node).has_answers_to_send()) return false;
  before_answer_->struck = true;
  for (const Fault& fault : std::exchange(before_answer_, nullptr)->faults)
    strike(fault, next_token_++);
  return true;
}

}  // namespace locklab::sim
