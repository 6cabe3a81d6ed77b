#include "app/stress/servers/server_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/live/servers/named_servers.h"
#include "app/words/display_text.h"
#include "sim/wire/link_strike.h"

namespace locklab::app {

namespace {

constexpr std::int64_t between_looks_us = 200'000;
/// Interval between checks of a lost server: longer, since each silent request blocks until its
/// timeout.
constexpr std::int64_t between_looks_at_lost_us = 1'000'000;
constexpr std::int64_t a_moment_us = 20'000;
constexpr Duration ping_patience = 300ms;
/// Silence after which a server counts as lost.
constexpr std::int64_t lost_after_us = 1'500'000;

}  // namespace

ServerWatch::ServerWatch(const Load& load, StressServers& servers, ServerMeters& meters)
    : servers_(servers),
      meters_(meters),
      recording_(load.recording.get()),
      from_us_(load.measure_from_us),
      masters_(load.work.strategy->topology == Topology::masters),
      state_(servers.endpoints.size()),
      struck_(*this, servers.fleet.get(), servers.endpoints.size()) {
  for (std::size_t i = 0; const auto planned = load.strikes.after(i); ++i)
    if (planned->strike.at_server()) plan_.push_back(planned);
  std::ranges::stable_sort(plan_, {}, [](const auto& one) { return one->strike.at(); });
}

std::int64_t ServerWatch::next_look_us(std::int64_t now_us) const {
  std::int64_t next = now_us + a_moment_us;
  if (next_ < plan_.size()) next = std::min(next, from_us_ + us(plan_[next_]->strike.at()));
  for (const Ending& ending : endings_) next = std::min(next, ending.at_us);
  return next;
}

std::optional<LiveProblem> ServerWatch::look(std::int64_t now_us) {
  const auto due = std::stable_partition(endings_.begin(), endings_.end(),
                                         [&](const Ending& one) { return one.at_us > now_us; });
  const std::vector<Ending> over(due, endings_.end());
  endings_.erase(due, endings_.end());
  for (const Ending& one : over) {
    note_link_fault_over(one);
    struck_.end(one.fault, one.token);
  }
  for (; next_ < plan_.size() && from_us_ + us(plan_[next_]->strike.at()) <= now_us; ++next_)
    strike(*plan_[next_]);
  if (problem_) return problem_;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    Server& server = state_[i];
    if (!is_up(i) || now_us < server.look_again_us) continue;
    const auto why = servers_.fleet ? why_own_is_lost(i) : why_named_is_lost(i, now_us);
    if (!why && server.silent_since_us == 0) found(i, now_us);
    if (why)
      if (auto problem = lost(i, *why, now_us)) return problem;
    server.look_again_us = now_us + (server.outage ? between_looks_at_lost_us : between_looks_us);
  }
  return std::nullopt;
}

/// Begins an outage; returns a problem unless the lock is on masters and a majority still answers.
std::optional<LiveProblem> ServerWatch::lost(std::size_t i, const Sentence& why,
                                             std::int64_t now_us) {
  Server& server = state_[i];
  if (server.outage) return std::nullopt;
  const std::int64_t since_us = server.silent_since_us > 0 ? server.silent_since_us : now_us;
  server.outage = outages_.size();
  outages_.push_back({i, Duration(since_us - from_us_), std::nullopt, why});
  if (servers_.fleet && !servers_.fleet->server(i).lives()) struck_.has_died(NodeId(i));
  if (majority_answers()) return std::nullopt;
  outages_.pop_back();  // the problem reports it instead
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
  const auto stage = struck_.stage(NodeId(*one.node));
  if (one.fault.kind == sim::FaultKind::restart) return stage != StruckServers::Stage::up;
  if (one.fault.kind == sim::FaultKind::refuse) return stage == StruckServers::Stage::up;
  return stage != StruckServers::Stage::dead;
}

std::optional<LiveProblem> ServerWatch::strike(const Strikes::One& planned) {
  const Strike& one = planned.strike;
  const sim::FaultToken token = planned.number;
  sim::Fault fault = one.fault;
  fault.node = NodeId(*one.node);
  if (one.on_links()) {
    strike_links(fault, token);
  } else if (!has_effect(one) || struck_.strike(fault, token) != sim::NoEffect::none) {
    return std::nullopt;
  }
  // The duration counts from now, since injecting may have taken the server a while.
  if (const auto time = sim::lasts(fault))
    endings_.push_back({redis::Loop::now_us() + us(*time), fault, token});
  return problem_;
}

// --- callbacks of StruckServers

void ServerWatch::record(sim::Event event, std::optional<std::int64_t> since_us) {
  if (since_us) event.since_us = static_cast<std::uint32_t>(event_time_us() - *since_us);
  if (recording_) recording_->struck(event);
}

std::string ServerWatch::name_of(NodeId node) const { return fmt::format("n{}", index(node) + 1); }

void ServerWatch::set_machine_clock(NodeId node) {
  const sim::Clock& clock = struck_.clock_of(node);
  const std::int64_t now_us = redis::Loop::now_us();
  servers_.fleet->server(index(node))
      .machine()
      ->set_clock(
          {.ahead_us = clock.wall(now_us) - now_us, .ppm = clock.ppm(), .since_us = now_us});
}

void ServerWatch::will_be_killed(NodeId node) {
  if (is_up(index(node))) meters_.will_be_killed(index(node));
}

/// Counts a restarted server as up at once, since the clients of a load wait for it themselves.
void ServerWatch::starts(NodeId node) {
  const sim::FaultToken ended = struck_.is_up(node);
  found(index(node), redis::Loop::now_us());
  record({.node = node, .kind = sim::EventKind::node_restarted, .fault = ended}, {});
}

// --- link faults, which the load's threads inject themselves

void ServerWatch::strike_links(const sim::Fault& fault, sim::FaultToken token) {
  if (const auto kinds = sim::ended_by(fault.kind); !kinds.empty())
    return note_links_whole(fault.node, kinds);
  const auto event = sim::link_struck(fault, token, no_client, fault.node, nullptr);
  if (!event) return;  // visible in the messages it hits
  record(*event, {});
  if (sim::end_of(fault.kind)) state_[index(fault.node)].on_links.emplace_back(token, fault.kind);
}

/// Records the end of a link fault, unless it was ended early.
void ServerWatch::note_link_fault_over(const Ending& over) {
  auto& standing = state_[index(over.fault.node)].on_links;
  if (std::erase(standing, std::pair(over.token, over.fault.kind)) == 0) return;
  record(sim::link_fault_over(over.fault.kind, over.token, no_client, over.fault.node,
                              !standing.empty()),
         {});
}

/// Records that all link faults of a node of these kinds are over.
void ServerWatch::note_links_whole(NodeId node, std::span<const sim::FaultKind> kinds) {
  auto& standing = state_[index(node)].on_links;
  const std::size_t ended = std::erase_if(standing, [&](const auto& one) {
    return std::find(kinds.begin(), kinds.end(), one.second) != kinds.end();
  });
  if (ended == 0) return;
  record(sim::link_fault_over(kinds.front(), sim::every_fault, no_client, node, !standing.empty()),
         {});
}

// --- lost servers

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

bool ServerWatch::all_run() const {
  for (std::size_t i = 0; i < state_.size(); ++i)
    if (!is_up(i) || state_[i].silent_since_us > 0 || state_[i].outage) return false;
  return true;
}

}  // namespace locklab::app
