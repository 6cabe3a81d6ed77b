// What happens to a live world's clients and servers.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <system_error>
#include <utility>

#include "app/live/live_limits.h"
#include "app/live/live_world.h"
#include "app/live/refused_writes.h"
#include "app/words/display_text.h"
#include "lock/redis/blocking_client.h"
#include "sim/scenario/cluster_slots.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

using sim::Fault;
using sim::FaultKind;
using sim::NoEffect;

namespace {

constexpr Duration restart_patience = 10s;
/// So long does a server take to start on a machine that has nothing else to do.
constexpr Duration usual_start = 30ms;

/// Makes a server look at all its keys, so that those are gone whose leases are over by its clock.
void let_keys_expire(redis::BlockingClient& server) {
  Command scan("SCAN");
  scan.add("0").add("COUNT").add(std::int64_t{1'000'000});
  server.call(scan);
}

}  // namespace

// --- clients

NoEffect LiveWorld::strike_client(const Fault& fault, sim::FaultToken token) {
  RunClient& client = *clients_[index(fault.client)];
  switch (fault.kind) {
    case FaultKind::crash:
      return client.crash(token);
    case FaultKind::pause:
      return client.pause(token, fault.duration ? us(*fault.duration) : -1);
    case FaultKind::resume:
      return client.resume(sim::every_fault);
    case FaultKind::jump:
      return client.jump(token, us(fault.amount));
    case FaultKind::drift:
      return client.drift(token, fault.ppm);
    default:
      return client.foreign_release();
  }
}

// --- servers

NoEffect LiveWorld::absence(NodeStage stage) {
  if (stage == NodeStage::up) return NoEffect::none;
  return stage == NodeStage::stopped ? NoEffect::node_frozen : NoEffect::node_dead;
}

NoEffect LiveWorld::strike_node(const Fault& fault, sim::FaultToken token) {
  switch (fault.kind) {
    case FaultKind::kill:
      return kill(fault.node, token, fault.power);
    case FaultKind::stop:
      return stop(fault.node, token);
    case FaultKind::promote:
      return promote(fault.node, token);
    case FaultKind::refuse:
      return refuse(fault.node, token, fault.refusal);
    case FaultKind::migrate:
      return migrate(fault.node, token, sim::receiver_of(fault, nodes_.size()));
    case FaultKind::jump:
      return set_clock(fault.node, token, [&](sim::Clock& clock, std::int64_t now) {
        clock.jump(now, us(fault.amount));
      });
    case FaultKind::drift:
      return set_clock(fault.node, token,
                       [&](sim::Clock& clock, std::int64_t now) { clock.drift(now, fault.ppm); });
    default:
      if (go_on(fault.node, sim::every_fault)) return NoEffect::none;
      return restart(fault.node, sim::every_fault);
  }
}

NoEffect LiveWorld::stop(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::up && node.stage != NodeStage::stopped) return NoEffect::node_dead;
  if (node.stage == NodeStage::up) servers_.fleet->server(index(id)).stop();
  node.stage = NodeStage::stopped;
  node.stops.push_back(token);
  record(sim::EventKind::node_stopped, id, token);
  return NoEffect::none;
}

bool LiveWorld::go_on(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (!sim::end_fault(node.stops, token)) return false;
  if (node.stops.empty()) node.stage = NodeStage::up;
  node.serves_since_us = record_.now_us();
  record(sim::EventKind::node_continued, id, token, !node.stops.empty());
  if (!node.stops.empty()) return true;
  servers_.fleet->server(index(id)).go_on();
  tell_late(id);
  tell_refusals(id);
  return true;
}

NoEffect LiveWorld::kill(NodeId id, sim::FaultToken token, bool power) {
  LiveNode& node = nodes_[index(id)];
  ServerProcess& server = servers_.fleet->server(index(id));
  node.kills.push_back(token);
  if (node.stage == NodeStage::dead) {
    record_.add({.node = id,
                 .kind = sim::EventKind::node_killed,
                 .detail = power,
                 .standing = true,
                 .fault = token});
    if (power) lose_power(id, token);
    return NoEffect::none;
  }
  // Its process runs, whether or not it has answered anybody: the earlier kill has ended.
  if (node.stage == NodeStage::coming_back) is_back(id, inference_.keys_at(id), record_.now_us());
  if (node.stage == NodeStage::up) server.await_syncs();
  node.watch.reset();
  node.stage = NodeStage::dead;
  node.stops.clear();
  node.is_told_late = false;
  node.refusals.clear();
  node.refuses = 0;
  const std::int64_t since = record_.now_us();
  server.kill();
  proxy_.hear(id);  // what it has answered, whoever has not read it yet: that ran before it died
  const std::int64_t at = record_.now_us();
  record_.add({.since_us = static_cast<std::uint32_t>(at - since),
               .node = id,
               .kind = sim::EventKind::node_killed,
               .detail = power,
               .fault = token});
  if (server.plan().persistence == sim::Persistence::none)
    inference_.node_forgot(id, record_.now_us());
  if (power) lose_power(id, token);
  return NoEffect::none;
}

/// Takes what a dead server had not synced, too, and lets nobody hear of its end.
void LiveWorld::lose_power(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  const ServerProcess& server = servers_.fleet->server(index(id));
  node.outages.push_back(token);
  set_power(id, false);
  if (server.plan().persistence == sim::Persistence::none) return;
  server.lose_unsynced();
  const std::int64_t at = record_.now_us();
  const std::int64_t wall_us = wall_us_of(id, at);
  inference_.node_kept(id, server.kept_keys(wall_us), wall_us, at);
  after();
}

/// Microseconds since 1970 by the clock of that node, which stands still where the run's time does.
std::int64_t LiveWorld::wall_us_of(NodeId id, std::int64_t at) const {
  return loop_.wall_us() + nodes_[index(id)].clock.wall(at) - at;
}

void LiveWorld::set_power(NodeId id, bool on) {
  for (std::size_t c = 0; c < clients_.size(); ++c)
    proxy_.link(static_cast<ClientId>(c), id).set_power(on);
}

/// Waits for the wall clocks to begin a second, as they do when a simulated world begins: a server
/// that syncs every second does so when its clock's second is another.
void LiveWorld::begin_a_second() {
  const bool syncs_by_the_second =
      std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
        return fault.kind == FaultKind::kill && fault.power &&
               scenario_.nodes[index(fault.node)].persistence == sim::Persistence::everysec;
      });
  if (!syncs_by_the_second) return;
  constexpr std::int64_t a_second = 1'000'000;
  bool begun = false;
  redis::Alarm next([&] { begun = true; });
  constexpr std::int64_t rounding = 1'000;
  ring_in(next, Duration(a_second - loop_.wall_us() % a_second + rounding));
  while (!begun && !problem_) loop_.run_once();
}

NoEffect LiveWorld::restart(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage == NodeStage::coming_back) return NoEffect::coming_back;
  if (node.stage != NodeStage::dead || !sim::end_fault(node.kills, token))
    return NoEffect::not_down;
  if (sim::end_fault(node.outages, token) && node.outages.empty()) set_power(id, true);
  if (!node.kills.empty()) {
    record(sim::EventKind::node_restarted, id, token, true);
    return NoEffect::none;
  }
  node.stage = NodeStage::coming_back;
  node.restarted_by = token;
  node.since_us = record_.now_us();
  const auto failed = [this, id](const Sentence& why) {
    problem_ = LiveProblem{
        say("{} could not be restarted: {}", trace_.node_name(id), why),
        raise_limit_or(why.english(), say("see whether `redis-server` starts by hand"))};
  };
  if (!servers_.fleet->restart(index(id))) {
    failed(say("no process: {}", std::generic_category().message(errno)));
    return NoEffect::none;  // and the run ends
  }
  node.watch =
      std::make_unique<ReadyWatch>(loop_, servers_.fleet->server(index(id)), restart_patience,
                                   [this, id, failed](ReadyWatch::Result result) {
                                     if (!result.ready) return failed(Sentence::name(result.why));
                                     if (nodes_[index(id)].stage == NodeStage::coming_back) {
                                       is_back(id, result.keys, record_.now_us());
                                       after();
                                       settle();
                                     }
                                   });
  return NoEffect::none;
}

void LiveWorld::is_back(NodeId id, std::int64_t keys, std::int64_t at) {
  LiveNode& node = nodes_[index(id)];
  node.stage = NodeStage::up;
  node.serves_since_us = at;
  lateness_.note(at - node.since_us - us(usual_start));
  const sim::Event restarted{.at = at,
                             .value = keys,
                             .since_us = static_cast<std::uint32_t>(at - node.since_us),
                             .node = id,
                             .kind = sim::EventKind::node_restarted,
                             .fault = node.restarted_by};
  inference_.is_back(restarted);
  trace_.add(restarted);
}

// --- servers that refuse to write

NoEffect LiveWorld::refuse(NodeId id, sim::FaultToken token, sim::WriteRefusal why) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::up) return absence(node.stage);
  node.refusals.emplace_back(token, why);
  const std::int64_t since = record_.now_us();
  tell_refusals(id);
  const std::int64_t at = record_.now_us();
  record_.add({.since_us = static_cast<std::uint32_t>(at - since),
               .node = id,
               .kind = sim::EventKind::node_refuses,
               .detail = static_cast<std::uint8_t>(why),
               .fault = token});
  return NoEffect::none;
}

void LiveWorld::accept(NodeId id, sim::FaultToken token) {
  LiveNode& node = nodes_[index(id)];
  const auto ended = std::find_if(node.refusals.begin(), node.refusals.end(),
                                  [&](const auto& one) { return one.first == token; });
  if (ended == node.refusals.end()) return;
  const sim::WriteRefusal why = ended->second;
  node.refusals.erase(ended);
  record_.add({.node = id,
               .kind = sim::EventKind::node_accepts,
               .detail = static_cast<std::uint8_t>(why),
               .standing = !node.refusals.empty(),
               .fault = token});
  tell_refusals(id);
}

/// One that is frozen is told when it goes on.
void LiveWorld::tell_refusals(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  if (node.stage != NodeStage::up) return;
  sim::WriteRefusals why = 0;
  for (const auto& [token, one] : node.refusals)
    why = static_cast<sim::WriteRefusals>(why | bit(one));
  if (why == node.refuses) return;
  const std::string failed = refuse_writes(servers_.fleet->server(index(id)), node.refuses, why);
  node.refuses = why;
  if (!failed.empty())
    problem_ = LiveProblem{
        say("{} could not be made to refuse writes: {}", trace_.node_name(id), printable(failed)),
        {}};
}

/// What takes a server a while is done before the run begins.
void LiveWorld::prepare_refusals() {
  for (const Fault& fault : scenario_.faults)
    if (fault.kind == FaultKind::refuse && fault.refusal == sim::WriteRefusal::unsaved)
      fail_to_save(servers_.fleet->server(index(fault.node)));
}

/// A master that was demoted by somebody else, while commands were on their way there, does too.
bool LiveWorld::may_refuse(NodeId id) const {
  return scenario_.sentinels > 0 ||
         std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
           return fault.kind == FaultKind::refuse && fault.node == id;
         });
}

bool LiveWorld::may_restart(NodeId id) const {
  return std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
    return fault.kind == FaultKind::kill && fault.node == id;
  });
}

// --- clocks of servers

/// The clocks that are wrong from the start.
void LiveWorld::start_clocks() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const sim::NodeSpec& spec = scenario_.nodes[i];
    if (spec.clock_offset == Duration(0) && spec.drift_ppm == 0) continue;
    set_clock(NodeId(i), 0, [&](sim::Clock& clock, std::int64_t now) {
      clock.jump(now, us(spec.clock_offset));
      clock.drift(now, spec.drift_ppm);
    });
  }
}

/// A server sees the end of a lease when it next looks at the key. It is made to look before and
/// after the change, because a simulated one looks at once: otherwise a clock that is set back
/// would bring keys to life again.
template <class Change>
NoEffect LiveWorld::set_clock(NodeId id, sim::FaultToken token, Change change) {
  LiveNode& node = nodes_[index(id)];
  ServerProcess& server = servers_.fleet->server(index(id));
  std::optional<redis::BlockingClient> at_server;
  if (node.stage == NodeStage::up) at_server.emplace(server.endpoint(), server.login());
  if (at_server) let_keys_expire(*at_server);
  const std::int64_t since = record_.now_us();
  change(node.clock, since);
  tell_clock(id);
  const std::int64_t at = record_.now_us();
  record_.add({.value = node.clock.offset_us(),
               .extra = node.clock.ppm(),
               .since_us = static_cast<std::uint32_t>(at - since),
               .node = id,
               .kind = sim::EventKind::node_clock,
               .fault = token});
  if (at_server) let_keys_expire(*at_server);
  inference_.forget_expired(record_.now_us());
  after();
  return NoEffect::none;
}

}  // namespace locklab::app
