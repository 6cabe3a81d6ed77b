// The faults of a live world's servers.
#include <algorithm>
#include <chrono>
#include <utility>

#include "app/live/run/live_world.h"
#include "app/live/servers/refused_writes.h"
#include "app/live/servers/removed_keys.h"
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
/// Usual time for a server to start on an idle machine.
constexpr Duration usual_start = 30ms;

/// Makes a server check all its keys, and thus remove those whose leases are over by its clock.
void let_keys_expire(redis::BlockingClient& server) {
  Command scan("SCAN");
  scan.add("0").add("COUNT").add(std::int64_t{1'000'000});
  server.call(scan);
}

}  // namespace

// --- servers

NoEffect LiveWorld::strike_node(const Fault& fault, sim::FaultToken token) {
  switch (fault.kind) {
    case FaultKind::promote:
      return promote(fault.node, token);
    case FaultKind::migrate:
      return migrate(fault.node, token, sim::receiver_of(fault, nodes_.size()));
    case FaultKind::remove:
      return remove_keys(fault, token);
    case FaultKind::jump:
    case FaultKind::drift:
      return change_clock(fault.node, [&] { return struck_.strike(fault, token); });
    default:
      return struck_.strike(fault, token);
  }
}

void LiveWorld::record(sim::Event event, std::optional<std::int64_t> since_us) {
  const bool dies = event.kind == sim::EventKind::node_killed && !event.standing;
  if (dies) proxy_.hear(event.node);  // commands with a reply ran before it died
  if (dies) refusing_.erase(event.node);
  if (since_us) event.since_us = static_cast<std::uint32_t>(record_.now_us() - *since_us);
  record_.add(event);
  if (dies &&
      servers_.fleet->server(index(event.node)).plan().persistence == sim::Persistence::none)
    inference_.node_forgot(event.node, record_.now_us());
}

void LiveWorld::will_be_killed(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  // The process runs, even if it has not replied yet: the earlier kill has ended.
  if (struck_.stage(id) == Stage::coming_back)
    is_back(id, inference_.keys_at(id), record_.now_us());
  if (struck_.stage(id) == Stage::up) servers_.fleet->server(index(id)).await_syncs();
  node.watch.reset();
  node.is_told_late = false;
}

void LiveWorld::continued(NodeId id) {
  nodes_[index(id)].serves_since_us = record_.now_us();
  tell_late(id);
}

void LiveWorld::lost_unsynced(NodeId id) {
  const std::int64_t at = record_.now_us();
  const std::int64_t wall_us = wall_us_of(id, at);
  inference_.node_kept(id, servers_.fleet->server(index(id)).kept_keys(wall_us), wall_us, at);
  after();
}

/// Returns a node's wall clock in microseconds since 1970, frozen while the run's time is.
std::int64_t LiveWorld::wall_us_of(NodeId id, std::int64_t at) const {
  return loop_.wall_us() + struck_.clock_of(id).wall(at) - at;
}

/// Cuts or restores a node's power on its links: without power, clients do not notice its end.
void LiveWorld::power_changed(NodeId id, bool on) {
  for (std::size_t c = 0; c < clients_.size(); ++c)
    proxy_.link(static_cast<ClientId>(c), id).set_power(on);
}

/// If a node with everysec is to lose power, waits until the wall clocks begin a second, as they do
/// when a simulated world begins: everysec syncs when the second of the server's clock changes.
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

void LiveWorld::starts(NodeId id) {
  LiveNode& node = nodes_[index(id)];
  node.since_us = record_.now_us();
  node.watch =
      std::make_unique<ReadyWatch>(loop_, servers_.fleet->server(index(id)), restart_patience,
                                   [this, id](ReadyWatch::Result result) {
                                     if (!result.ready)
                                       return struck_.not_restarted(id, Sentence::name(result.why));
                                     if (struck_.stage(id) == Stage::coming_back) {
                                       is_back(id, result.keys, record_.now_us());
                                       after();
                                       settle();
                                     }
                                   });
}

void LiveWorld::is_back(NodeId id, std::int64_t keys, std::int64_t at) {
  LiveNode& node = nodes_[index(id)];
  node.serves_since_us = at;
  lateness_.note(at - node.since_us - us(usual_start));
  const sim::Event restarted{.at = at,
                             .value = keys,
                             .since_us = static_cast<std::uint32_t>(at - node.since_us),
                             .node = id,
                             .kind = sim::EventKind::node_restarted,
                             .fault = struck_.is_up(id)};
  inference_.is_back(restarted);
  trace_.add(restarted);
  if (!scenario_.cluster) return;
  refusing_[id] = {sim::WriteRefusal::rejoining, restarted.fault};
  trace_.add({.at = at,
              .node = id,
              .kind = sim::EventKind::node_refuses,
              .detail = static_cast<std::uint8_t>(sim::WriteRefusal::rejoining),
              .fault = restarted.fault});
}

// --- keys

/// Returns why no key can be removed from the node; NoEffect::none if one can.
NoEffect LiveWorld::keeps_keys(NodeId id, sim::KeyRemoval how) const {
  if (const NoEffect why = struck_.absence(id); why != NoEffect::none) return why;
  if (nodes_[index(id)].master != no_node) return NoEffect::is_replica;
  const sim::WriteRefusals refusals = struck_.refusals_of(id);
  const bool keeps = sim::has(refusals, sim::WriteRefusal::full) ||
                     sim::has(refusals, sim::WriteRefusal::read_only);
  return how == sim::KeyRemoval::evicted && keeps ? NoEffect::node_refuses : NoEffect::none;
}

/// Removes keys over a connection that no client uses.
NoEffect LiveWorld::remove_keys(const Fault& fault, sim::FaultToken token) {
  const NodeId id = fault.node;
  if (const NoEffect why = keeps_keys(id, fault.removal); why != NoEffect::none) return why;
  redis::BlockingClient server(servers_.endpoints[index(id)], servers_.login);
  server.call(Command("PING"));
  proxy_.hear(id);  // commands that have reached the server ran before its reply to this one
  const std::int64_t since = record_.now_us();
  inference_.forget_expired(since);
  const RemovedKeys gone = app::remove_keys(server, fault.removal, sim::locks_of(scenario_));
  if (!gone.failed.empty())
    fail({say("no key of {} could be removed: {}", name_of(id), printable(gone.failed)), {}});
  if (gone.keys.empty()) return gone.why;
  record_.add({.value = static_cast<std::int64_t>(gone.keys.size()),
               .since_us = static_cast<std::uint32_t>(record_.now_us() - since),
               .node = id,
               .kind = sim::EventKind::keys_removed,
               .detail = static_cast<std::uint8_t>(fault.removal),
               .fault = token});
  inference_.keys_removed(id, gone.keys, sim::loss_by(fault.removal), since, record_.now_us());
  after();
  return NoEffect::none;
}

// --- write refusals

/// Does the slow part of a refusal before the run begins.
void LiveWorld::prepare_refusals() {
  for (const Fault& fault : scenario_.faults)
    if (fault.kind == FaultKind::refuse && fault.refusal == sim::WriteRefusal::unsaved)
      fail_to_save(servers_.fleet->server(index(fault.node)));
}

/// Whether the node may refuse writes: by a fault, as a master demoted by Sentinels while commands
/// are in flight, or because it is not the lab's.
bool LiveWorld::may_refuse(NodeId id) const {
  return !servers_.fleet || scenario_.sentinels > 0 ||
         std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
           return fault.kind == FaultKind::refuse && fault.node == id;
         });
}

bool LiveWorld::may_restart(NodeId id) const {
  return std::any_of(scenario_.faults.begin(), scenario_.faults.end(), [&](const Fault& fault) {
    return fault.kind == FaultKind::kill && fault.node == id;
  });
}

// --- clocks

/// Sets the clocks that are wrong from the start.
void LiveWorld::start_clocks() {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const sim::NodeSpec& spec = scenario_.nodes[i];
    if (spec.clock_offset == Duration(0) && spec.drift_ppm == 0) continue;
    change_clock(NodeId(i), [&] {
      struck_.start_clock(NodeId(i), spec.clock_offset, spec.drift_ppm);
      return NoEffect::none;
    });
  }
}

/// Changes a server's clock, and makes the server check its keys before and after. A server ends a
/// lease only when it next checks the key, a simulated one at once: without this, a clock that is
/// set back would revive keys.
template <class Change>
NoEffect LiveWorld::change_clock(NodeId id, Change change) {
  ServerProcess& server = servers_.fleet->server(index(id));
  std::optional<redis::BlockingClient> at_server;
  if (struck_.stage(id) == Stage::up) at_server.emplace(server.endpoint(), server.login());
  if (at_server) let_keys_expire(*at_server);
  const NoEffect why = change();
  if (at_server) let_keys_expire(*at_server);
  inference_.forget_expired(record_.now_us());
  after();
  return why;
}

}  // namespace locklab::app
