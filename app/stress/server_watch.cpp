#include "app/stress/server_watch.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>
#include <utility>

#include "app/live/live_limits.h"
#include "app/live/named_servers.h"
#include "app/live/refused_writes.h"
#include "app/words/display_text.h"
#include "sim/wire/link_strike.h"

namespace locklab::app {

namespace {

constexpr std::int64_t until_restarted = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t between_looks_us = 200'000;
/// Of one that is lost: it is asked less often, for a silent one is waited for.
constexpr std::int64_t between_looks_at_lost_us = 1'000'000;
constexpr std::int64_t a_moment_us = 20'000;
constexpr Duration ping_patience = 300ms;
/// A server that has not answered for as long is lost.
constexpr std::int64_t lost_after_us = 1'500'000;

}  // namespace

ServerWatch::ServerWatch(const Load& load, StressServers& servers, ServerMeters& meters)
    : servers_(servers),
      meters_(meters),
      recording_(load.recording.get()),
      from_us_(load.measure_from_us),
      masters_(load.work.strategy->topology == Topology::masters),
      state_(servers.endpoints.size()) {
  std::copy_if(load.work.strikes.begin(), load.work.strikes.end(), std::back_inserter(plan_),
               [](const Strike& one) { return one.at_server(); });
  std::stable_sort(plan_.begin(), plan_.end(),
                   [](const Strike& a, const Strike& b) { return a.at < b.at; });
}

std::int64_t ServerWatch::next_look_us(std::int64_t now_us) const {
  std::int64_t next = now_us + a_moment_us;
  if (next_ < plan_.size()) next = std::min(next, from_us_ + us(plan_[next_].at));
  for (const Server& server : state_)
    for (const std::int64_t due : {server.frozen_until_us, server.back_at_us})
      if (due > 0) next = std::min(next, due);
  for (const Healing& healing : healings_) next = std::min(next, healing.at_us);
  return next;
}

std::optional<LiveProblem> ServerWatch::look(std::int64_t now_us) {
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (state_[i].frozen_until_us > 0 && state_[i].frozen_until_us <= now_us)
      if (auto problem = go_on(i)) return problem;
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (state_[i].dead && state_[i].back_at_us > 0 && state_[i].back_at_us <= now_us)
      if (auto problem = restart(static_cast<std::uint32_t>(i))) return problem;
  for (std::size_t i = healings_.size(); i > 0; --i) {
    const Healing healing = healings_[i - 1];
    if (healing.at_us > now_us) continue;
    healings_.erase(healings_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    if (auto problem = heal(healing)) return problem;
  }
  for (; next_ < plan_.size() && from_us_ + us(plan_[next_].at) <= now_us; ++next_)
    if (auto problem = strike(plan_[next_], now_us)) return problem;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    Server& server = state_[i];
    if (server.dead || server.frozen_until_us > 0 || now_us < server.look_again_us) continue;
    const auto why = servers_.fleet ? why_own_is_lost(i) : why_named_is_lost(i, now_us);
    if (!why && server.silent_since_us == 0) found(i, now_us);
    if (why)
      if (auto problem = lost(i, *why, now_us)) return problem;
    server.look_again_us = now_us + (server.outage ? between_looks_at_lost_us : between_looks_us);
  }
  return std::nullopt;
}

/// A problem: what is left is no majority.
std::optional<LiveProblem> ServerWatch::lost(std::size_t i, const Sentence& why,
                                             std::int64_t now_us) {
  Server& server = state_[i];
  if (server.outage) return std::nullopt;
  const std::int64_t since_us = server.silent_since_us > 0 ? server.silent_since_us : now_us;
  server.outage = outages_.size();
  outages_.push_back({i, Duration(since_us - from_us_), std::nullopt, why});
  if (servers_.fleet && !servers_.fleet->server(i).lives()) server.dead = true;  // for a restart
  if (majority_answers()) return std::nullopt;
  outages_.pop_back();  // the problem tells it
  server.outage.reset();
  return server_lost_under_load(servers_.endpoints[i], why);
}

void ServerWatch::found(std::size_t i, std::int64_t now_us) {
  if (const auto outage = std::exchange(state_[i].outage, std::nullopt))
    outages_[*outage].until = Duration(now_us - from_us_);
}

bool ServerWatch::majority_answers() const {
  std::size_t answering = 0;
  for (std::size_t i = 0; i < state_.size(); ++i) answering += answers(i) ? 1 : 0;
  return masters_ && answering > state_.size() / 2;
}

bool ServerWatch::has_effect(const Strike& one) const {
  if (!one.at_server()) return true;
  const Server& server = state_[one.who];
  return one.kind == sim::FaultKind::restart ? server.dead || server.frozen_until_us > 0
                                             : !server.dead;
}

std::optional<LiveProblem> ServerWatch::strike(const Strike& one, std::int64_t now_us) {
  Server& server = state_[one.who];
  if (one.on_links()) {
    note_links_struck(one, now_us);
    return std::nullopt;
  }
  if (one.kind == sim::FaultKind::restart) return restart(one.who);
  if (server.dead) return std::nullopt;
  if (one.kind == sim::FaultKind::refuse) return begin_to_refuse(one);
  switch (one.kind) {
    case sim::FaultKind::kill:
      kill(one, now_us);
      return std::nullopt;
    case sim::FaultKind::jump:
    case sim::FaultKind::drift:
      set_clock(one, now_us);
      return std::nullopt;
    default:
      break;
  }
  servers_.fleet->server(one.who).stop();
  record(one.who, {.kind = sim::EventKind::node_stopped, .fault = token()});
  const std::int64_t until = one.lasts > 0us ? now_us + us(one.lasts) : until_restarted;
  server.frozen_until_us = std::max(server.frozen_until_us, until);
  return std::nullopt;
}

void ServerWatch::kill(const Strike& one, std::int64_t now_us) {
  Server& server = state_[one.who];
  std::erase_if(healings_, [&](const Healing& healing) {
    return healing.refusal && healing.server == one.who;
  });
  server.refusals.clear();
  server.refuses = 0;
  if (server.frozen_until_us == 0) meters_.will_be_killed(one.who);
  server.dead = true;
  server.frozen_until_us = 0;
  if (one.restart_after > 0us) server.back_at_us = now_us + us(one.restart_after);
  servers_.fleet->server(one.who).kill();
  if (one.power) servers_.fleet->server(one.who).lose_unsynced();
  record(one.who, {.kind = sim::EventKind::node_killed, .detail = one.power, .fault = token()});
}

void ServerWatch::set_clock(const Strike& one, std::int64_t now_us) {
  ClockError& clock = state_[one.who].clock;
  clock = {.ahead_us = clock.ahead_at(now_us) + us(one.by),
           .ppm = one.kind == sim::FaultKind::drift ? one.ppm : clock.ppm,
           .since_us = now_us};
  servers_.fleet->server(one.who).machine()->set_clock(clock);
  record(one.who, {.value = clock.ahead_us,
                   .extra = clock.ppm,
                   .kind = sim::EventKind::node_clock,
                   .fault = token()});
}

/// The load's threads break their links themselves.
void ServerWatch::note_links_struck(const Strike& one, std::int64_t now_us) {
  if (one.kind == sim::FaultKind::heal || one.kind == sim::FaultKind::release)
    return note_links_whole(one.who, one.kind);
  sim::Fault fault;
  fault.kind = one.kind;
  fault.requests = one.requests;
  fault.replies = one.replies;
  fault.duration = one.by;
  const auto event =
      sim::link_struck(fault, token(), no_client, static_cast<NodeId>(one.who), nullptr);
  if (!event) return;  // its messages say it
  record(one.who, *event);
  if (!sim::end_of(one.kind)) return;
  state_[one.who].on_links.emplace_back(token(), one.kind);
  if (one.lasts > 0us) healings_.push_back({now_us + us(one.lasts), one.who, token(), {}});
}

/// None that somebody has ended before its time.
void ServerWatch::note_link_fault_over(std::size_t server, sim::FaultToken token) {
  auto& standing = state_[server].on_links;
  const auto over = std::find_if(standing.begin(), standing.end(),
                                 [&](const auto& one) { return one.first == token; });
  if (over == standing.end()) return;
  const sim::FaultKind kind = over->second;
  standing.erase(over);
  record(server, sim::link_fault_over(kind, token, no_client, static_cast<NodeId>(server),
                                      !standing.empty()));
}

/// Every fault there is over, or every hold.
void ServerWatch::note_links_whole(std::size_t server, sim::FaultKind by) {
  auto& standing = state_[server].on_links;
  const bool release = by == sim::FaultKind::release;
  const std::size_t ended = std::erase_if(
      standing, [&](const auto& one) { return !release || one.second == sim::FaultKind::hold; });
  if (ended == 0) return;
  record(server, sim::link_fault_over(release ? sim::FaultKind::hold : sim::FaultKind::cut,
                                      sim::every_fault, no_client, static_cast<NodeId>(server),
                                      !standing.empty()));
}

/// That it cannot save takes a server some time to find out; the time of refusing begins then.
std::optional<LiveProblem> ServerWatch::begin_to_refuse(const Strike& one) {
  state_[one.who].refusals.push_back(one.refusal);
  record(one.who, {.kind = sim::EventKind::node_refuses,
                   .detail = static_cast<std::uint8_t>(one.refusal),
                   .fault = token()});
  if (std::optional<LiveProblem> problem = refuse_as_told(one.who)) return problem;
  if (one.lasts > 0us)
    healings_.push_back({redis::Loop::now_us() + us(one.lasts), one.who, token(), one.refusal});
  return std::nullopt;
}

std::optional<LiveProblem> ServerWatch::heal(const Healing& healing) {
  if (!healing.refusal) {
    note_link_fault_over(healing.server, healing.strike);
    return std::nullopt;
  }
  std::vector<sim::WriteRefusal>& refusals = state_[healing.server].refusals;
  refusals.erase(std::find(refusals.begin(), refusals.end(), *healing.refusal));
  record(healing.server, {.kind = sim::EventKind::node_accepts,
                          .detail = static_cast<std::uint8_t>(*healing.refusal),
                          .fault = healing.strike});
  return refuse_as_told(healing.server);
}

std::optional<LiveProblem> ServerWatch::refuse_as_told(std::size_t i) {
  Server& server = state_[i];
  sim::WriteRefusals why = 0;
  for (const sim::WriteRefusal one : server.refusals)
    why = static_cast<sim::WriteRefusals>(why | bit(one));
  if (why == server.refuses || server.frozen_until_us > 0) return std::nullopt;
  const std::string failed = refuse_writes(servers_.fleet->server(i), server.refuses, why);
  server.refuses = why;
  if (failed.empty()) return std::nullopt;
  return LiveProblem{say("n{} could not be made to refuse writes: {}", i + 1, printable(failed)),
                     {}};
}

/// Tells the server also what it could not be told while it was stopped.
std::optional<LiveProblem> ServerWatch::go_on(std::size_t i) {
  state_[i].frozen_until_us = 0;
  record(i, {.kind = sim::EventKind::node_continued});
  servers_.fleet->server(i).go_on();
  return refuse_as_told(i);
}

std::optional<LiveProblem> ServerWatch::restart(std::uint32_t i) {
  if (state_[i].frozen_until_us > 0)
    if (auto problem = go_on(i)) return problem;
  if (!state_[i].dead) return std::nullopt;
  if (!servers_.fleet->restart(i)) {
    const std::string why = std::generic_category().message(errno);
    return LiveProblem{say("n{} could not be restarted: {}", i + 1, why), raise_limit_or(why, {})};
  }
  state_[i].dead = false;
  state_[i].back_at_us = 0;
  found(i, redis::Loop::now_us());
  record(i, {.kind = sim::EventKind::node_restarted});
  return std::nullopt;
}

std::optional<Sentence> ServerWatch::why_own_is_lost(std::size_t i) {
  const std::size_t last = servers_.login.cluster ? servers_.fleet->size() - 1 : i;
  for (; i <= last; ++i) {
    ServerProcess& server = servers_.fleet->server(i);
    if (!server.lives()) return say("its process has ended");
    if (server.is_stopped()) return say("its process was stopped");
  }
  return std::nullopt;
}

std::optional<Sentence> ServerWatch::why_named_is_lost(std::size_t i, std::int64_t now_us) {
  Server& server = state_[i];
  if (!server.client)
    server.client = std::make_unique<redis::BlockingClient>(servers_.endpoints[i], servers_.login);
  const Reply pong = server.client->call(Command("PING"), ping_patience);
  if (!pong.is_unknown()) {
    server.silent_since_us = 0;
    return std::nullopt;
  }
  if (server.silent_since_us == 0) server.silent_since_us = now_us;
  if (now_us - server.silent_since_us < lost_after_us) return std::nullopt;
  return Sentence::text(printable(pong.text));
}

void ServerWatch::end() {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (state_[i].frozen_until_us > 0) servers_.fleet->server(i).go_on();
    state_[i].frozen_until_us = 0;
    state_[i].refusals.clear();
    refuse_as_told(i);
  }
}

void ServerWatch::record(std::size_t server, sim::Event event) {
  event.node = static_cast<NodeId>(server);
  if (recording_) recording_->struck(event);
}

bool ServerWatch::all_run() const {
  return std::none_of(state_.begin(), state_.end(), [](const Server& server) {
    return server.dead || server.silent_since_us || server.outage;
  });
}

}  // namespace locklab::app
