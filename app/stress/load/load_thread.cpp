#include "app/stress/load/load_thread.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/live/lateness.h"
#include "app/stress/servers/part_clock.h"
#include "sim/trace/sentence.h"
#include "sim/wire/link_strike.h"

namespace locklab::app {

using redis::Loop;

namespace {

constexpr std::int64_t look_every_us = 20'000;  ///< between checks for a stop and for new faults
constexpr std::int64_t look_for_holder_us = 50;
constexpr std::int64_t second_us = 1'000'000;

/// Kind of an error reply: "NOAUTH", "ERR unknown command".
std::string kind_of(const std::string& error) {
  const std::size_t first = error.find(' ');
  if (!error.starts_with("ERR ") || first == std::string::npos) return error.substr(0, first);
  const std::size_t second = error.find(' ', first + 1);
  return error.substr(0, error.find(' ', second == std::string::npos ? second : second + 1));
}

}  // namespace

LoadThread::LoadThread(Load& load, std::uint32_t number, ThreadDoor door)
    : load_(load), number_(number), measuring_(load), door_(std::move(door)) {
  measuring_.measures.seconds.resize(1);
  measuring_.measures.acquired_by_client.resize(load_.work.clients);
  for (const std::uint32_t i : load_.work.clients_of(number_))
    clients_.push_back(std::make_unique<StressClient>(i, *door_.pool, *this, measuring_));
}

void LoadThread::at(std::int64_t when_us, std::function<void()> what) {
  alarms_.push_back(std::make_unique<redis::Alarm>(std::move(what)));
  door_.loop->start(*alarms_.back(), when_us);
}

void LoadThread::run() {
  if (load_.work.shares_locks() && load_.work.critical_sections())
    measuring_.kept.emplace(KeptHolds::usual_most / load_.work.threads, load_.begin_us);
  Lateness lateness(*door_.loop);
  at(load_.measure_from_us, [&] {
    lateness.restart();
    begin_to_measure();
  });
  plan_strikes();
  for (const auto& client : clients_) client->start();
  redis::Alarm look([&] {
    plan_strikes();
    door_.loop->start(look, Loop::now_us() + look_every_us);
  });
  door_.loop->start(look, Loop::now_us() + look_every_us);
  while (!load_.stop.load(std::memory_order_relaxed) && Loop::now_us() < load_.end_us)
    door_.loop->run_once();
  measuring_.over = true;
  stopped_at_us_ = std::min(Loop::now_us(), load_.end_us);
  measuring_.measures.late_us = lateness.longest().us;
  if (measuring_.on) account_for_the_rest();
  measuring_.on = false;
  let_them_finish();
  clients_.clear();
  alarms_.clear();
  door_.loop->stop(second_alarm_);
}

void LoadThread::begin_to_measure() {
  measuring_.on = true;
  replies_before_ = replies_in_time();
  end_next_second();
}

void LoadThread::end_next_second() {
  const auto seconds = static_cast<std::int64_t>(measuring_.measures.seconds.size());
  const std::int64_t end = load_.measure_from_us + seconds * second_us;
  if (end < load_.end_us) door_.loop->start(second_alarm_, end);
}

void LoadThread::next_second() {
  end_second(Loop::now_us());
  const Second& last = measuring_.second();
  std::vector<std::uint64_t> shares = shares_of(measuring_.measures.acquired_by_client);
  {
    Heartbeat& heartbeat = load_.heartbeats[number_];
    const std::lock_guard lock(heartbeat.guard);
    ++heartbeat.seconds;
    heartbeat.since_taken.add(last);
    heartbeat.shares = std::move(shares);
  }
  measuring_.second().acquire.pack();
  measuring_.measures.seconds.emplace_back();
  end_next_second();
}

/// Completes the current second: its counts are those since the end of the previous one, and its
/// waits include unfinished ones.
void LoadThread::end_second(std::int64_t now_us) {
  Second& last = measuring_.second();
  for (const auto& client : clients_)
    if (client && client->waits_since_us() >= 0)
      measuring_.waited(client->waits_since_us(), now_us);
  last.counts = measuring_.measures.counts.since(counted_);
  counted_ = measuring_.measures.counts;
  if (load_.work.rate == 0) return;
  for (const auto& client : clients_)
    if (client)
      last.backlog +=
          client->unserved(load_.begin_us, now_us) + (client->waits_since_us() >= 0 ? 1 : 0);
}

std::uint64_t LoadThread::replies_in_time() const {
  const redis::Pool::Counts& counts = door_.pool->counts();
  return counts.replies - std::min(counts.replies, counts.late_replies);
}

/// Completes the measurements at the end of the time: replies, operations still waiting, and the
/// last second.
void LoadThread::account_for_the_rest() {
  Measures& m = measuring_.measures;
  m.replies = replies_in_time() - replies_before_;
  for (const auto& client : clients_) {
    if (!client) continue;
    m.counts.unserved += client->unserved(load_.measure_from_us, stopped_at_us_);
    client->add_waits(stopped_at_us_, m.acquire);
    if (client->waits_since_us() >= 0) client->count_if_taken();
  }
  end_second(stopped_at_us_);
  m.longest_wait_us = std::max(m.longest_wait_us, measuring_.second().longest_wait_us);
}

bool LoadThread::somebody_finishes(bool waiters_count) const {
  return std::any_of(clients_.begin(), clients_.end(), [&](const auto& client) {
    if (!client || client->paused()) return false;
    return client->holds() || (waiters_count && client->waits_since_us() >= 0);
  });
}

/// Runs the loop while a client that is not paused holds, for finish_time() at most, or waits, for
/// 20 ms at most.
void LoadThread::let_them_finish() {
  const Duration patience = finish_time(load_.work);
  const std::int64_t begin_us = Loop::now_us();
  redis::Alarm look([&] { door_.loop->start(look, Loop::now_us() + look_every_us); });
  door_.loop->start(look, begin_us + look_every_us);
  const auto past = [&](Duration time) { return Loop::now_us() - begin_us >= us(time); };
  while (!past(patience) && somebody_finishes(!past(20ms))) door_.loop->run_once();
}

// --- what clients report

void LoadThread::noted(redis::PooledEnv& client, const Note& note) {
  StressClient& owner = static_cast<RecordedEnv&>(client).owner();
  // An attempt counts when it ends: otherwise one that began before the measured time would count
  // as refused or acquired, but not as an attempt.
  const bool ends = note.kind == NoteKind::refused || note.kind == NoteKind::acquired;
  const bool again = ends && std::exchange(owner.has_tried, true);
  if (!measuring_.on) return;
  Counts& counts = measuring_.measures.counts;
  counts.attempts += ends;
  counts.retries += again;
  switch (note.kind) {
    case NoteKind::refused:
      ++counts.refused;
      if (is_taken(static_cast<Refusal>(note.detail))) owner.found_taken = true;
      break;
    case NoteKind::renewed:
      ++counts.renewed;
      break;
    case NoteKind::lease_lost:
      ++counts.lost;
      break;
    default:
      break;
  }
}

void LoadThread::failed(redis::PooledEnv&, NodeId node, const Reply& reply) {
  if (reply.is_error() && !std::exchange(told_of_a_refusal_, true)) load_.refused(node, reply);
  if (!measuring_.on) return;
  Measures& m = measuring_.measures;
  const std::string kind = reply.is_error() ? kind_of(reply.text) : reply.text;
  ++m.errors[kind];
  ++measuring_.second().errors[kind];
  if (reply.is_error()) {
    ++m.counts.refusals;
  } else {
    ++m.counts.silences;
  }
}

// --- faults of clients and of links; ServerWatch injects those of servers

void LoadThread::plan_strikes() {
  while (const auto planned = load_.strikes.after(planned_)) {
    ++planned_;
    const Strike& one = planned->strike;
    const std::int64_t when_us = load_.measure_from_us + us(one.at());
    if (one.on_links()) at(when_us, [this, planned] { strike_links(*planned); });
    strike_power(one, when_us);
    if (one.at_server()) continue;
    if (one.holder) {
      at(when_us, [this, planned, alarm = alarms_.size()] {
        if (!strike_a_holder(*planned))
          door_.loop->start(*alarms_[alarm], Loop::now_us() + look_for_holder_us);
      });
      continue;
    }
    for (std::unique_ptr<StressClient>& client : clients_)
      if (client && client->number() == *one.client)
        at(when_us, [this, planned, &client] { strike(*planned, client); });
  }
}

void LoadThread::strike_links(const Strikes::One& planned) {
  using sim::FaultKind;
  const Strike& one = planned.strike;
  FaultyLink& link = door_.proxy->link(all_clients, static_cast<NodeId>(*one.node));
  const FaultKind kind = one.fault.kind;
  if (kind == FaultKind::reset) return link.reset();
  if (const auto kinds = sim::ended_by(kind); !kinds.empty()) {
    for (const FaultKind ended : kinds) link.end(ended, sim::every_fault);
    return;
  }
  // A fault of a fixed number of messages applies to one link only, but each thread has its own.
  if (one.fault.count > 0 && number_ != 0) return;
  sim::LinkFault fault = sim::link_fault(one.fault, planned.number);
  fault.together = false;
  link.strike(fault);
  if (one.lasts() == 0us) return;
  at(Loop::now_us() + us(one.lasts()),
     [&link, kind, token = fault.token] { link.end(kind, token); });
}

/// Schedules the loss of power, and its return, at this thread's link: a machine without power
/// closes no connections.
void LoadThread::strike_power(const Strike& strike, std::int64_t when_us) {
  if (!door_.proxy || !strike.at_server()) return;
  const auto set = [this, node = static_cast<NodeId>(*strike.node)](bool on) {
    FaultyLink& link = door_.proxy->link(all_clients, node);
    if (link.has_power() != on) link.set_power(on);
  };
  if (strike.fault.kind == sim::FaultKind::restart) at(when_us, [set] { set(true); });
  if (strike.fault.kind != sim::FaultKind::kill || !strike.fault.power) return;
  at(when_us, [set] { set(false); });
  if (const auto time = strike.fault.restart_after) at(when_us + us(*time), [set] { set(true); });
}

void LoadThread::strike(const Strikes::One& planned, std::unique_ptr<StressClient>& client) {
  if (!client) return;
  const Strike& one = planned.strike;
  const auto tell = [&client, token = planned.number](sim::EventKind kind, std::int64_t value = 0) {
    if (ClientRecorder* const recorder = client->recorder()) recorder->struck(kind, token, value);
  };
  const auto resume = [&client, tell] {
    if (!client || !client->paused()) return;
    tell(sim::EventKind::client_resumed);
    client->resume();
  };
  switch (one.fault.kind) {
    case sim::FaultKind::crash:
      tell(sim::EventKind::client_crashed);
      return client.reset();
    case sim::FaultKind::resume:
      return resume();
    case sim::FaultKind::jump:
      client->jump(one.fault.amount);
      return tell(sim::EventKind::client_clock, us(client->clock_is_ahead()));
    default:
      break;
  }
  tell(sim::EventKind::client_paused, one.lasts() > 0us ? us(one.lasts()) : -1);
  client->pause();
  if (one.lasts() > 0us) at(Loop::now_us() + us(one.lasts()), resume);
}

/// Injects a fault into a client of this thread that is inside, unless another thread has found one
/// first. Returns true once any thread has found one.
bool LoadThread::strike_a_holder(Strikes::One& one) {
  if (one.has_struck) return true;
  for (std::unique_ptr<StressClient>& client : clients_) {
    if (!client || !client->inside()) continue;
    if (one.has_struck.exchange(true)) continue;
    strike(one, client);
    return true;
  }
  return false;
}

}  // namespace locklab::app
