#include "app/live/servers/struck_servers.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "app/live/live_limits.h"
#include "app/live/servers/refused_writes.h"
#include "app/words/display_text.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

using sim::EventKind;
using sim::FaultKind;
using sim::NoEffect;

NoEffect StruckServers::absence(NodeId id) const {
  if (stage(id) == Stage::up) return NoEffect::none;
  return stage(id) == Stage::stopped ? NoEffect::node_frozen : NoEffect::node_dead;
}

NoEffect StruckServers::strike(const sim::Fault& fault, sim::FaultToken token) {
  switch (fault.kind) {
    case FaultKind::kill:
      return kill(fault.node, token, fault.power);
    case FaultKind::stop:
      return stop(fault.node, token);
    case FaultKind::refuse:
      return refuse(fault.node, token, fault.refusal);
    case FaultKind::jump:
      return change_clock(fault.node, token, [&](sim::Clock& clock, std::int64_t now) {
        clock.jump(now, us(fault.amount));
      });
    case FaultKind::drift:
      return change_clock(fault.node, token, [&](sim::Clock& clock, std::int64_t now) {
        clock.drift(now, fault.ppm);
      });
    default:
      if (go_on(fault.node, sim::every_fault)) return NoEffect::none;
      return restart(fault.node, sim::every_fault);
  }
}

void StruckServers::end(const sim::Fault& fault, sim::FaultToken token) {
  if (fault.kind == FaultKind::stop) go_on(fault.node, token);
  if (fault.kind == FaultKind::kill) restart(fault.node, token);
  if (fault.kind == FaultKind::refuse) accept(fault.node, token);
}

void StruckServers::end_all() {
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    Server& server = servers_[i];
    if (server.stage == Stage::stopped) {
      server.stage = Stage::up;
      process(NodeId(i)).go_on();
    }
    server.stops.clear();
    server.refusals.clear();
    tell_refusals(NodeId(i));
  }
}

// --- processes

NoEffect StruckServers::stop(NodeId id, sim::FaultToken token) {
  Server& server = servers_[index(id)];
  if (server.stage != Stage::up && server.stage != Stage::stopped) return NoEffect::node_dead;
  if (server.stage == Stage::up) process(id).stop();
  server.stage = Stage::stopped;
  server.stops.push_back(token);
  owner_.record({.node = id, .kind = EventKind::node_stopped, .fault = token}, {});
  return NoEffect::none;
}

bool StruckServers::go_on(NodeId id, sim::FaultToken token) {
  Server& server = servers_[index(id)];
  if (!sim::end_fault(server.stops, token)) return false;
  const bool others = !server.stops.empty();
  if (!others) server.stage = Stage::up;
  owner_.record({.node = id, .kind = EventKind::node_continued, .standing = others, .fault = token},
                {});
  if (others) return true;
  process(id).go_on();
  owner_.continued(id);
  tell_refusals(id);
  return true;
}

NoEffect StruckServers::kill(NodeId id, sim::FaultToken token, bool power) {
  Server& server = servers_[index(id)];
  const bool dead = server.stage == Stage::dead;
  server.kills.push_back(token);
  sim::Event killed{.node = id,
                    .kind = EventKind::node_killed,
                    .detail = power,
                    .standing = dead,
                    .fault = token};
  if (dead) {
    owner_.record(killed, {});
  } else {
    owner_.will_be_killed(id);
    server.stage = Stage::dead;
    server.stops.clear();
    server.refusals.clear();
    server.refuses = 0;
    const std::int64_t since = owner_.event_time_us();
    process(id).kill();
    owner_.record(killed, since);
  }
  if (power) lose_power(id, token);
  return NoEffect::none;
}

/// Discards what a dead server had not synced, and hides its end from the clients.
void StruckServers::lose_power(NodeId id, sim::FaultToken token) {
  servers_[index(id)].outages.push_back(token);
  owner_.power_changed(id, false);
  if (process(id).plan().persistence == sim::Persistence::none) return;
  process(id).lose_unsynced();
  owner_.lost_unsynced(id);
}

NoEffect StruckServers::restart(NodeId id, sim::FaultToken token) {
  Server& server = servers_[index(id)];
  if (server.stage == Stage::coming_back) return NoEffect::coming_back;
  if (server.stage != Stage::dead || !sim::end_fault(server.kills, token))
    return NoEffect::not_down;
  if (sim::end_fault(server.outages, token) && server.outages.empty())
    owner_.power_changed(id, true);
  if (!server.kills.empty()) {
    owner_.record({.node = id, .kind = EventKind::node_restarted, .standing = true, .fault = token},
                  {});
    return NoEffect::none;
  }
  server.stage = Stage::coming_back;
  server.restarted_by = token;
  if (fleet_->restart(index(id))) {
    owner_.starts(id);
  } else {
    not_restarted(id, say("no process: {}", std::generic_category().message(errno)));
  }
  return NoEffect::none;
}

void StruckServers::not_restarted(NodeId id, const Sentence& why) {
  owner_.fail({say("{} could not be restarted: {}", owner_.name_of(id), why),
               raise_limit_or(why.english(), say("see whether `redis-server` starts by hand"))});
}

sim::FaultToken StruckServers::is_up(NodeId id) {
  servers_[index(id)].stage = Stage::up;
  return servers_[index(id)].restarted_by;
}

void StruckServers::has_died(NodeId id) {
  servers_[index(id)].stage = Stage::dead;
  servers_[index(id)].kills.push_back(sim::every_fault);
}

// --- write refusals

NoEffect StruckServers::refuse(NodeId id, sim::FaultToken token, sim::WriteRefusal why) {
  if (stage(id) != Stage::up) return absence(id);
  servers_[index(id)].refusals.emplace_back(token, why);
  const std::int64_t since = owner_.event_time_us();
  tell_refusals(id);
  owner_.record({.node = id,
                 .kind = EventKind::node_refuses,
                 .detail = static_cast<std::uint8_t>(why),
                 .fault = token},
                since);
  return NoEffect::none;
}

void StruckServers::accept(NodeId id, sim::FaultToken token) {
  auto& refusals = servers_[index(id)].refusals;
  const auto ended = std::find_if(refusals.begin(), refusals.end(),
                                  [&](const auto& one) { return one.first == token; });
  if (ended == refusals.end()) return;
  const sim::WriteRefusal why = ended->second;
  refusals.erase(ended);
  owner_.record({.node = id,
                 .kind = EventKind::node_accepts,
                 .detail = static_cast<std::uint8_t>(why),
                 .standing = !refusals.empty(),
                 .fault = token},
                {});
  tell_refusals(id);
}

/// Makes a server refuse writes as its refusals require. A frozen one is changed when it resumes.
void StruckServers::tell_refusals(NodeId id) {
  Server& server = servers_[index(id)];
  if (server.stage != Stage::up) return;
  sim::WriteRefusals why = 0;
  for (const auto& [token, one] : server.refusals)
    why = static_cast<sim::WriteRefusals>(why | bit(one));
  if (why == server.refuses) return;
  const std::string failed = refuse_writes(process(id), server.refuses, why);
  server.refuses = why;
  if (!failed.empty())
    owner_.fail({why != 0 ? say("{} could not be made to refuse writes: {}", owner_.name_of(id),
                                printable(failed))
                          : say("{} could not be made to take writes again: {}", owner_.name_of(id),
                                printable(failed)),
                 {}});
}

// --- clocks

void StruckServers::start_clock(NodeId id, Duration offset, std::int64_t drift_ppm) {
  change_clock(id, 0, [&](sim::Clock& clock, std::int64_t now) {
    clock.jump(now, us(offset));
    clock.drift(now, drift_ppm);
  });
}

template <class Change>
NoEffect StruckServers::change_clock(NodeId id, sim::FaultToken token, Change change) {
  sim::Clock& clock = servers_[index(id)].clock;
  const std::int64_t since = owner_.event_time_us();
  change(clock, since);
  owner_.set_machine_clock(id);
  owner_.record({.value = clock.offset_us(),
                 .extra = clock.ppm(),
                 .node = id,
                 .kind = EventKind::node_clock,
                 .fault = token},
                since);
  return NoEffect::none;
}

}  // namespace locklab::app
