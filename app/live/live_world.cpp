#include "app/live/live_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "app/live/named_servers.h"
#include "sim/scenario/describe.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

using sim::Fault;

template <class Handle>
void close_handle(Handle& handle) {
  uv_close(reinterpret_cast<uv_handle_t*>(&handle), nullptr);
}

std::uint64_t milliseconds_up(Duration duration) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>((us(duration) + 999) / 1000, 0));
}

}  // namespace

bool LiveWorld::LiveClient::done() const {
  if (crashed) return true;
  return task.done() && std::all_of(others.begin(), others.end(),
                                    [](const Task<>& other) { return other.done(); });
}

LiveWorld::LiveWorld(const sim::Scenario& scenario, const LiveServers& servers, Trace& trace)
    : scenario_(scenario),
      servers_(servers),
      trace_(trace),
      journal_(trace, this),
      inference_(trace),
      resource_(scenario.resource, scenario.initial_value, scenario.fence_check),
      plan_(scenario.faults),
      clients_(scenario.clients.size()),
      nodes_(servers.endpoints.size()) {
  uv_loop_init(&loop_);
  uv_idle_init(&loop_, &idle_);
  uv_timer_init(&loop_, &run_for_);
  uv_timer_init(&loop_, &look_);
  uv_timer_init(&loop_, &expiry_);
  uv_signal_init(&loop_, &interrupt_);
  uv_signal_init(&loop_, &terminate_);
  idle_.data = run_for_.data = look_.data = expiry_.data = interrupt_.data = terminate_.data = this;
}

LiveWorld::~LiveWorld() {
  // Tasks before the Env that they use.
  for (LiveClient& client : clients_) {
    client.others.clear();
    client.task = {};
    client.env.reset();
  }
  nodes_.clear();
  close_handle(idle_);
  close_handle(run_for_);
  close_handle(look_);
  close_handle(expiry_);
  close_handle(interrupt_);
  close_handle(terminate_);
  for (const auto& planned : planned_) close_handle(planned->timer);
  uv_run(&loop_, UV_RUN_DEFAULT);
  uv_loop_close(&loop_);
}

// --- the run

std::optional<Problem> LiveWorld::run() {
  catch_signals();
  if (scenario_.run_for) end_after(*scenario_.run_for);
  if (servers_.observer) show_observer();
  make_clients();
  strike_what_is_due();
  start_clients();
  while (!why_over() && !problem_) uv_run(&loop_, UV_RUN_ONCE);
  if (servers_.fleet)
    for (std::size_t i = 0; i < nodes_.size(); ++i) miss_own_server(NodeId(i));
  Event ended{.kind = EventKind::ended};
  if (const char* why = why_over()) ended.text = trace_.keep(why);
  journal_.add_now(ended);
  return problem_;
}

const char* LiveWorld::why_over() {
  if (time_is_up_) return "time is up";
  if (stopped_) return "stopped by the user";
  if (trace_.size() >= scenario_.most_events) {
    if (stopped_at_.empty()) stopped_at_ = sim::stopped_at(scenario_.most_events);
    return stopped_at_.c_str();
  }
  if (planned_pending_ > 0 || !posted_.empty()) return nullptr;
  bool all_done = true;
  for (const LiveClient& client : clients_) {
    if (client.done()) continue;
    if (!client.env->paused()) return nullptr;
    all_done = false;
  }
  for (const LiveNode& node : nodes_)
    if (node.stage == NodeStage::coming_back) return nullptr;
  return all_done ? "every client is done" : "nothing is left to happen";
}

void LiveWorld::make_clients() {
  const Surroundings around{.loop = &loop_,
                            .journal = &journal_,
                            .nodes = &servers_.endpoints,
                            .login = &servers_.login,
                            .resource = this};
  for (std::size_t c = 0; c < clients_.size(); ++c) {
    clients_[c].env = std::make_unique<LiveEnv>(static_cast<ClientId>(c), around);
    clients_[c].program = sim::program_of(scenario_, c);
    clients_[c].task = sim::run_client(*clients_[c].env, &clients_[c].program);
  }
}

void LiveWorld::start_clients() {
  for (LiveClient& client : clients_)
    if (!client.crashed) client.task.start();
}

void LiveWorld::catch_signals() {
  const auto stop = [](uv_signal_t* signal, int number) {
    auto& world = *static_cast<LiveWorld*>(signal->data);
    world.problem_ = number == SIGINT ? Problem{say("interrupted"), {}, interrupted_status}
                                      : Problem{say("terminated"), {}, terminated_status};
  };
  uv_signal_start(&interrupt_, stop, SIGINT);
  uv_signal_start(&terminate_, stop, SIGTERM);
}

void LiveWorld::end_after(Duration run_for) {
  uv_update_time(&loop_);
  uv_timer_start(
      &run_for_,
      [](uv_timer_t* timer) { static_cast<LiveWorld*>(timer->data)->time_is_up_ = true; },
      milliseconds_up(run_for), 0);
}

void LiveWorld::show_observer() {
  constexpr std::uint64_t between_looks_ms = 100;
  uv_timer_start(
      &look_,
      [](uv_timer_t* timer) {
        auto& world = *static_cast<LiveWorld*>(timer->data);
        world.stopped_ = world.servers_.observer->wants_to_stop();
        if (!world.stopped_) world.servers_.observer->recorded(world.trace_);
      },
      between_looks_ms, between_looks_ms);
}

void LiveWorld::post(std::function<void()> later) {
  posted_.push_back(std::move(later));
  uv_idle_start(&idle_, [](uv_idle_t* idle) { static_cast<LiveWorld*>(idle->data)->run_posted(); });
}

void LiveWorld::run_posted() {
  uv_idle_stop(&idle_);
  for (std::size_t still = posted_.size(); still > 0; --still) {
    const std::function<void()> next = std::move(posted_.front());
    posted_.pop_front();
    next();
  }
}

// --- what is recorded

void LiveWorld::about_to_send(NodeId node, const Command& command) {
  if (servers_.fleet || node == resource_node) return;  // our own servers go with all their keys
  for (std::string_view word : command.words()) {
    if (!word.starts_with("locklab:") && !word.starts_with("{locklab:")) continue;
    if (minded_keys_.emplace(node, word).second)
      servers_.janitor->mind_key(servers_.endpoints[index(node)], word);
  }
}

void LiveWorld::before(const Event& event, const Reply* reply) {
  // A server that answers is back, also if this client noticed it before we did.
  if (event.kind == EventKind::received && event.node != resource_node &&
      nodes_[index(event.node)].stage == NodeStage::coming_back)
    is_back(event.node, inference_.keys_at(event.node), event.at);
  inference_.before(event, reply);
  look_for_trouble(event, reply);
}

/// Nothing may happen to servers but what the scenario says: a run without one of them, or with one
/// that does not let its user do what the lock does, shows nothing of its scenario.
void LiveWorld::look_for_trouble(const Event& event, const Reply* reply) {
  if (problem_ || event.node == resource_node) return;
  if (event.kind == EventKind::timed_out) {
    if (servers_.fleet) return miss_own_server(event.node);
    const std::string_view why = trace_.text(event);
    if (why != "timeout")  // which alone is no such sign yet
      problem_ = server_lost(servers_.endpoints[index(event.node)], Sentence::name(why));
  }
  if (event.kind == EventKind::received && reply && reply->is_error() &&
      reply->text.starts_with("NOPERM"))
    problem_ = server_refused(servers_.endpoints[index(event.node)], *reply);
}

/// One of the lab's own that somebody else has ended or stopped.
void LiveWorld::miss_own_server(NodeId id) {
  if (problem_ || nodes_[index(id)].stage != NodeStage::up) return;
  ServerProcess& server = servers_.fleet->server(index(id));
  if (!server.lives()) {
    problem_ = server_lost(server.endpoint(), say("its process has ended"));
  } else if (server.is_stopped()) {
    problem_ = server_lost(server.endpoint(), say("its process was stopped"));
  }
}

void LiveWorld::after() {
  while (seen_ < trace_.size()) {
    const Event event = trace_[seen_++];
    plan_.on_event(event);
    strike_what_is_due();
  }
  arm_expiry();
}

/// A lease's end is an event of its own, which a fault may wait for: it must not wait for the next
/// message.
void LiveWorld::arm_expiry() {
  const std::optional<std::int64_t> next = inference_.next_expiry_us();
  if (!plan_.waits_for_events() || !next) {
    uv_timer_stop(&expiry_);
    return;
  }
  uv_update_time(&loop_);
  uv_timer_start(
      &expiry_,
      [](uv_timer_t* timer) {
        auto& world = *static_cast<LiveWorld*>(timer->data);
        world.inference_.forget_expired(world.journal_.now_us());
        world.after();
      },
      milliseconds_up(Duration(*next - journal_.now_us())), 0);
}

void LiveWorld::record(EventKind kind, ClientId client, NodeId node, sim::FaultToken token,
                       std::int64_t value, bool standing) {
  journal_.add_now({.value = value,
                    .client = client,
                    .node = node,
                    .kind = kind,
                    .standing = standing,
                    .fault = token});
}

void LiveWorld::ask(ClientId client, std::uint32_t message, Command command,
                    std::function<void(Reply)> answer) {
  post([this, client, message, command = std::move(command), answer = std::move(answer)] {
    Event request;
    request.client = client;
    request.message = message;
    request.acquisition = command.acquisition;
    request.purpose = command.purpose;
    sim::Resource::Answer done = resource_.answer(command.words(), request, trace_);
    journal_.add_now(done.ran);
    if (done.access) journal_.add_now(*done.access);
    answer(std::move(done.reply));
  });
}

// --- faults

void LiveWorld::plan(const Fault& fault, sim::FaultToken token, bool ends, Duration delay) {
  planned_.push_back(std::make_unique<Planned>());
  Planned& planned = *planned_.back();
  planned.world = this;
  planned.fault = fault;
  planned.token = token;
  planned.ends = ends;
  planned.timer.data = &planned;
  ++planned_pending_;
  uv_timer_init(&loop_, &planned.timer);
  uv_update_time(&loop_);
  uv_timer_start(
      &planned.timer,
      [](uv_timer_t* timer) {
        const Planned& due = *static_cast<Planned*>(timer->data);
        --due.world->planned_pending_;
        if (due.ends) {
          due.world->end(due.fault, due.token);
        } else {
          due.world->strike(due.fault, due.token);
        }
      },
      milliseconds_up(delay), 0);
}

}  // namespace locklab::app
