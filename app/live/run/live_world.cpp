#include "app/live/run/live_world.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <system_error>
#include <utility>

#include "app/live/live_limits.h"
#include "app/live/servers/named_servers.h"
#include "app/live/servers/refused_writes.h"
#include "app/runs/interruption.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "lock/strategy.h"
#include "sim/scenario/describe.h"
#include "sim/scenario/resource_commands.h"
#include "sim/trace/sentence.h"
#include "sim/world/simulate.h"

namespace locklab::app {

namespace {

using sim::Fault;

/// Whether a silence does not mean that the server is lost: the reply is slow, the client dropped
/// the connection, or a link fault ended it.
bool is_expected(Silence silence) {
  return silence == Silence::timeout || silence == Silence::dropped || silence == Silence::lost ||
         silence == Silence::reset;
}

}  // namespace

struct LiveWorld::Signals {
  uv_signal_t interrupt{};
  uv_signal_t terminate{};
  LiveWorld* world = nullptr;
  int open = 0;

  bool listen(uv_loop_t* loop, uv_signal_t& handle, int number) {
    if (uv_signal_init(loop, &handle) != 0) return false;
    handle.data = this;
    ++open;
    return uv_signal_start(&handle, arrived, number) == 0;
  }
  static void arrived(uv_signal_t* handle, int number) {
    LiveWorld& world = *static_cast<Signals*>(handle->data)->world;
    world.problem_ = number == SIGINT ? LiveProblem{say("interrupted"), {}, interrupted_status}
                                      : LiveProblem{say("terminated"), {}, terminated_status};
  }
  void close() {
    if (open == 0) {
      delete this;
      return;
    }
    const bool caught = world->problem_ && world->problem_->by_signal();
    for (uv_signal_t* handle : {&interrupt, &terminate})
      if (handle->data) uv_close(reinterpret_cast<uv_handle_t*>(handle), closed);
    if (caught) first_signal_caught();  // libuv has restored the default
  }
  static void closed(uv_handle_t* handle) {
    auto* signals = static_cast<Signals*>(handle->data);
    if (--signals->open == 0) delete signals;
  }
};

LiveWorld::LiveWorld(const sim::Scenario& scenario, const LiveServers& servers, sim::Trace& trace,
                     FlightRecorder* recorder)
    : scenario_(scenario),
      servers_(servers),
      trace_(trace),
      recorder_(recorder),
      loop_(*servers.loop),
      lateness_(loop_),
      record_(*servers.loop, trace, this),
      inference_(trace),
      resource_(scenario.resource, scenario.initial_value, scenario.fence_check),
      plan_(scenario.faults),
      proxy_(*servers.loop, servers.endpoints, *this),
      resource_link_(*servers.loop, proxy_,
                     [this](const sim::Event& about, const Command& command) {
                       return run_at_resource(about, command);
                     }),
      nodes_(servers.endpoints.size()),
      struck_(*this, servers.fleet, servers.endpoints.size()),
      routes_(servers.endpoints.size()),
      expiry_([this] {
        inference_.forget_expired(record_.now_us());
        after();
        settle();
      }) {
  for (std::size_t i = 0; i < routes_.size(); ++i) routes_[i] = NodeId(i);
}

LiveWorld::~LiveWorld() {
  clients_.clear();  // while everything they use still exists
  if (signals_) signals_->close();
}

// --- the run

std::optional<LiveProblem> LiveWorld::run() {
  if (auto problem = catch_signals()) return problem;
  make_clients();
  set_latencies();
  if (auto problem = connect_clients()) return problem;
  prepare_refusals();
  if (auto problem = start_replicas()) return problem;
  begin_a_second();
  if (auto problem = begin_steps()) return problem;
  record_.begin();
  lateness_.restart();
  running_ = true;
  watch_sentinels();
  start_clocks();
  if (find_strategy(scenario_.strategy)->atomic_work)
    for (NodeId node : scenario_.lock.nodes)
      inference_.assume(node, sim::counter_key(scenario_.resource),
                        std::to_string(scenario_.initial_value));
  if (scenario_.run_for) ring_in(run_for_, *scenario_.run_for);
  look_from_time_to_time(!stepper_);
  settle();
  for (const auto& client : clients_) {
    client->start();
    settle();
    // Many processes take a while to start: the requests of the first must not wait for the last.
    if (servers_.processes) loop_.run_ready();
  }
  while (!why_over() && !problem_) turn();
  if (servers_.fleet)
    for (std::size_t i = 0; i < nodes_.size(); ++i) miss_own_server(NodeId(i));
  if (servers_.sentinels)
    for (std::size_t i = 0; i < servers_.sentinels->size(); ++i)
      miss_process(servers_.sentinels->sentinel(i));
  sentinels_.reset();
  if (!problem_) tell_final_resource();
  trace_.info.late_us = lateness_.longest().us;
  sim::Event ended{.kind = sim::EventKind::ended};
  if (const char* why = why_over()) ended.text = trace_.keep(why);
  trace_.info.cut_short = stopped_ || problem_;
  record_.add(ended);
  if (!servers_.fleet)
    for (const auto& [node, key] : minded_keys_)
      if (!inference_.may_exist(node, key))
        servers_.janitor->key_is_gone(servers_.endpoints[index(node)], key);
  return problem_;
}

/// Records the final value of the resource if the work is one command at a node, as the simulated
/// world does. Skips a node that may have run a write whose outcome is unknown: the value after
/// such a write looks like a lost update.
void LiveWorld::tell_final_resource() {
  if (!find_strategy(scenario_.strategy)->atomic_work) return;
  for (const NodeId number : scenario_.lock.nodes) {
    const NodeId node = has(sim::counter_key(scenario_.resource), number);
    if (inference_.writes_in_doubt(node)) continue;
    const std::optional<std::int64_t> value = counter_at(node);
    if (!value) continue;
    sim::Event final{.node = node, .kind = sim::EventKind::resource_final};
    final.value = *value;
    final.key = trace_.name_id(scenario_.resource);
    record_.add(final);
  }
}

/// Returns the counter's value at the node; nullopt if it is unknown.
std::optional<std::int64_t> LiveWorld::counter_at(NodeId node) {
  // A missing key counts as 0.
  const Stage stage = struck_.stage(node);
  const bool forgot = scenario_.nodes[index(node)].persistence == sim::Persistence::none;
  if (stage == Stage::dead && forgot) return 0;
  if (stage != Stage::up) return std::nullopt;
  Command get("GET");
  get.add(sim::counter_key(scenario_.resource));
  const Reply reply =
      redis::BlockingClient(servers_.endpoints[index(node)], servers_.login).call(get);
  if (reply.kind == Reply::Kind::nil) return 0;
  if (reply.kind != Reply::Kind::text) return std::nullopt;
  std::int64_t value = 0;
  const char* const end = reply.text.data() + reply.text.size();
  const bool number = std::from_chars(reply.text.data(), end, value).ec == std::errc();
  return number ? std::optional(value) : std::nullopt;
}

const char* LiveWorld::why_over() {
  if (time_is_up_) return "time is up";
  if (stopped_) return "stopped by the user";
  if (recorder_ && recorder_->is_over()) return "a promise is broken";
  if (!recorder_ && trace_.size() >= scenario_.most_events) {
    if (stopped_at_.empty()) stopped_at_ = sim::stopped_at(scenario_.most_events);
    return stopped_at_.c_str();
  }
  if (awaits_faults() || !resource_link_.idle()) return nullptr;
  bool all_done = true;
  for (const auto& client : clients_) {
    if (client->done()) continue;
    if (!client->paused()) return nullptr;
    all_done = false;
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (struck_.stage(NodeId(i)) == Stage::coming_back) return nullptr;
  if (proxy_.travels()) return nullptr;
  return all_done ? "every client is done" : "nothing is left to happen";
}

/// Makes the proxy delay the messages of links whose latency or jitter is above the default: up to
/// that, a link is left to the real network.
void LiveWorld::set_latencies() {
  const sim::LinkSpec usual;
  std::uint64_t seed = scenario_.seed;
  for (std::size_t c = 0; c < scenario_.clients.size(); ++c)
    for (std::size_t n = 0; n <= nodes_.size(); ++n) {
      const bool resource = n == nodes_.size();
      const std::string& node = resource ? scenario_.resource : scenario_.nodes[n].name;
      const sim::LinkSpec link = scenario_.link_between(scenario_.clients[c].name, node);
      FaultyLink& way =
          proxy_.link(static_cast<ClientId>(c), resource ? resource_node : static_cast<NodeId>(n));
      way.set_seed(++seed);
      if (link.latency > usual.latency || link.jitter > usual.jitter)
        way.set_latency(link.latency, link.jitter);
    }
}

std::optional<LiveProblem> LiveWorld::catch_signals() {
  signals_ = new Signals;
  signals_->world = this;
  if (signals_->listen(loop_.uv(), signals_->interrupt, SIGINT) &&
      signals_->listen(loop_.uv(), signals_->terminate, SIGTERM))
    return std::nullopt;
  return LiveProblem{say("signals cannot be caught"), raise_limit()};
}

// --- recording

void LiveWorld::about_to_send(NodeId node, const PackedWords& command) {
  if (servers_.fleet || node == resource_node) return;  // keys of the lab's servers need no removal
  for (std::string_view word : command) {
    if (!word.starts_with("locklab:") && !word.starts_with("{locklab:")) continue;
    if (minded_keys_.emplace(node, word).second)
      servers_.janitor->mind_key(servers_.endpoints[index(node)], word);
  }
}

void LiveWorld::before(const sim::Event& event, const Reply* reply) {
  // A server that replies is back, even if a client notices that before the lab. But the reply may
  // come from the process that was killed, and be read only now.
  if (event.kind == sim::EventKind::received && event.node != resource_node &&
      struck_.stage(event.node) == Stage::coming_back && inference_.answers_now(event.message))
    is_back(event.node, inference_.keys_at(event.node), event.at);
  inference_.before(event, reply);
  look_for_trouble(event, reply);
}

/// Fails the run if a server is lost or refuses a command, and no fault of the scenario explains
/// it: a run without one of its servers, or whose user may not run the lock's commands, shows
/// nothing about its scenario.
void LiveWorld::look_for_trouble(const sim::Event& event, const Reply* reply) {
  if (problem_ || event.node == resource_node) return;
  if (event.kind == sim::EventKind::timed_out) {
    const redis::Endpoint& server = servers_.endpoints[index(event.node)];
    const Silence silence = sim::silence_of(event.reason);
    const std::string_view why = trace_.text(event);
    if (silence == Silence::no_socket) {
      problem_ = connection_refused(server, Reply::unknown(silence, why));
    } else if (servers_.fleet) {
      miss_own_server(event.node);
    } else if (!is_expected(silence)) {
      problem_ = server_lost(server, Sentence::name(printable(why)));
    }
  }
  if (event.kind != sim::EventKind::received || !reply) return;
  note_refusal(event, *reply);
  // A server of the lab may be loading after a restart, wait for its cluster, or be made to refuse
  // writes.
  if (reply->is_error() && !(may_refuse(event.node) && refusal_in(*reply)) &&
      !(may_restart(event.node) && reply->text.starts_with("CLUSTERDOWN ")) &&
      !is_sent_elsewhere(*reply))
    problem_ = server_trouble(servers_.endpoints[index(event.node)], *reply, servers_.fleet);
}

/// Records that a server of somebody else refuses writes, or that one in refusing_ accepts them
/// again: the lock is then judged as under a fault that makes a server refuse.
void LiveWorld::note_refusal(const sim::Event& event, const Reply& reply) {
  sim::Event change{.at = event.at, .node = event.node, .kind = sim::EventKind::node_refuses};
  const auto known = refusing_.find(event.node);
  if (known != refusing_.end()) {
    if (event.purpose != Purpose::claim || reply.is_error()) return;
    change.kind = sim::EventKind::node_accepts;
    change.detail = static_cast<std::uint8_t>(known->second.why);
    change.fault = known->second.fault;
    refusing_.erase(known);
  } else if (const auto why = refusal_in(reply); why && !servers_.fleet) {
    refusing_.insert({event.node, {*why}});
    change.detail = static_cast<std::uint8_t>(*why);
  } else {
    return;
  }
  trace_.add(change);
}

/// Fails the run if somebody else has ended or stopped this server of the lab, which should be up.
void LiveWorld::miss_own_server(NodeId id) {
  if (struck_.stage(id) == Stage::up) miss_process(servers_.fleet->server(index(id)));
}

void LiveWorld::miss_process(ServerProcess& server) {
  if (problem_) return;
  if (!server.lives()) {
    problem_ = server_lost(server.endpoint(), say("its process has ended"));
  } else if (server.is_stopped()) {
    problem_ = server_lost(server.endpoint(), say("its process was stopped"));
  }
}

void LiveWorld::after() {
  while (seen_ < trace_.size()) {
    const sim::Event event = trace_[seen_++];
    plan_.on_event(event, trace_);
  }
  if (recorder_) recorder_->look();
  arm_expiry();
}

void LiveWorld::settle() {
  if (!running_) return;  // the proxy is already in use while the clients connect
  record_.agenda().settle([this] { return strike_next(); });
}

bool LiveWorld::strike_next() {
  const auto due = plan_.take_due();
  if (!due) return false;
  if (due->delay > Duration(0)) {
    plan(*due->fault, due->token, false, due->delay);
  } else {
    strike(*due->fault, due->token);
  }
  return true;
}

/// Sets the timer for the next expiry if anything waits for it. The end of a lease is an event that
/// a fault may wait for, so it must not wait for the next message.
void LiveWorld::arm_expiry() {
  const std::optional<std::int64_t> next = inference_.next_expiry_us();
  const bool awaited = plan_.waits_for_events() || stepper_;  // a stepped run stops at each expiry
  if (!awaited || !next) return loop_.stop(expiry_);
  ring_in(expiry_, Duration(*next - record_.now_us()));
}

Reply LiveWorld::run_at_resource(const sim::Event& about, const Command& command) {
  sim::Resource::Result done = resource_.handle(command.words());
  record_.add(told(about, sim::EventKind::ran, done.reply));
  if (done.happened) {
    sim::Event& happened = done.event;
    happened.message = about.message;
    happened.acquisition = about.acquisition;
    happened.client = about.client;
    happened.node = about.node;
    happened.purpose = about.purpose;
    happened.key = trace_.name_id(resource_.name());
    record_.add(happened);
  }
  return std::move(done.reply);
}

// --- faults

void LiveWorld::plan(const Fault& fault, sim::FaultToken token, bool ends, Duration delay) {
  const bool wakes = ends && fault.kind == sim::FaultKind::pause;
  PlannedFault& planned = planned_.emplace_back();
  planned.wakes = wakes ? fault.client : no_client;
  planned.alarm =
      std::make_unique<redis::Alarm>([this, fault, token, ends, at = planned_.size() - 1] {
        planned_[at].pending = false;
        if (ends) {
          end(fault, token);
        } else {
          strike(fault, token);
        }
        settle();
      });
  ring_in(*planned.alarm, delay);
}

/// Whether the timer of a fault, or of a fault's end, is still to fire. The end of a pause does not
/// count once its client is done.
bool LiveWorld::awaits_faults() const {
  return std::any_of(planned_.begin(), planned_.end(), [&](const PlannedFault& one) {
    const bool matters = one.wakes == no_client || !clients_[index(one.wakes)]->done();
    return one.pending && matters;
  });
}

}  // namespace locklab::app
