#include "app/stress/load/stress_client.h"

#include <algorithm>
#include <utility>

#include "app/stress/servers/stress_servers.h"

namespace locklab::app {

using redis::Loop;

namespace {

/// Deadline of an acquire: a client retries until it acquires the lock or its thread ends it.
constexpr Time no_deadline = Time::max();

}  // namespace

StressClient::StressClient(std::uint32_t number, redis::Pool& pool,
                           redis::PooledEnv::Observer& observer, Measuring& measuring)
    : number_(number),
      measuring_(measuring),
      load_(measuring.load),
      lock_(load_.work.lock),
      chance_(load_.work.seed, number),
      section_(load_.oracle),
      env_(pool, &observer, load_.recording ? &load_.recording->client(number) : nullptr, *this) {
  lock_.nodes.clear();
  for (std::size_t i = 0; i < load_.work.servers; ++i)
    lock_.nodes.push_back(static_cast<NodeId>(i));
  lock_number_ = load_.picker.pick(number_, chance_);
  lock_.key = lock_key(load_.key_prefix, lock_number_);
}

/// Ends the task before its section, and both before their env.
StressClient::~StressClient() {
  task_ = {};
  const std::int64_t now_us = Loop::now_us();
  section_.stop_wanting(now_us);
  if (section_.inside()) keep_hold(now_us);
  section_.crash(now_us);
}

void StressClient::start() {
  task_ = work_on(env_, this);
  task_.start();
}

Task<> StressClient::work_on(Env& env, StressClient* self) {
  const StressWork& work = self->load_.work;
  while (!self->measuring_.over) {
    std::int64_t wanted_us = self->next_wanted_us();
    if (work.rate > 0) {
      // Latency counts from the scheduled time: a stall delays every operation due during it, and
      // all of them must show it.
      const std::int64_t due_us = self->scheduled_us(self->operations_);
      const std::int64_t now_us = Loop::now_us();
      if (due_us > now_us) co_await env.sleep(Duration(due_us - now_us));
      if (self->measuring_.over) co_return;
      wanted_us = due_us;
    }
    ++self->operations_;
    self->choose_lock();
    self->wanted_us_ = wanted_us;
    self->has_tried = false;
    self->done_us_ = 0;
    if (self->recorder()) self->recorder()->operation_begins();
    if (work.critical_sections()) {
      co_await step_into(env, self);
    } else {
      co_await ask_without_holding(env, self);
    }
    self->wanted_us_ = -1;
    // Without a server, nothing else would yield to the loop.
    if (work.think > 0us || work.strategy->topology == Topology::none)
      co_await env.sleep(work.think);
  }
}

Task<> StressClient::step_into(Env& env, StressClient* self) {
  const StressWork& work = self->load_.work;
  self->section_.want(self->lock_number_, self->wanted_us_);
  Grant grant = co_await acquire(env, *work.strategy, &self->lock_, no_deadline);
  const std::int64_t entered_us = Loop::now_us();
  if (!grant.granted) {
    self->section_.stop_wanting(entered_us);
    if (self->measuring_.on) ++self->measuring_.measures.counts.gave_up;
    co_return;
  }
  self->entered(entered_us, grant.held);
  std::int64_t left_us = entered_us;
  if (work.hold > 0us && !self->measuring_.over) {
    LeaseKeeper* const keeper = grant.held.keeper.get();
    const bool heeds = keeper && self->lock_.on_lost == OnLost::stop;
    co_await env.sleep(work.hold, heeds ? &keeper->lost : nullptr);
    left_us = Loop::now_us();
  }
  self->left(left_us, grant.held.token.acquisition);
  const Released outcome =
      co_await release(env, *work.strategy, &self->lock_, std::move(grant.held));
  self->released(left_us, Loop::now_us(), outcome);
}

Task<> StressClient::ask_without_holding(Env& env, StressClient* self) {
  const Strategy& strategy = *self->load_.work.strategy;
  if (strategy.atomic_work) {
    const Token token = env.random_token();
    const std::string counter = self->lock_.key;
    const Reply reply = co_await strategy.atomic_work(env, &self->lock_, token, counter, -1);
    self->admitted(Loop::now_us(), reply);
    co_return;
  }
  // The deadline is now: one attempt, without retries after a denial.
  const Grant grant = co_await acquire(env, strategy, &self->lock_, at_us(Loop::now_us()));
  if (grant.granted || grant.refusal == Refusal::over_limit)
    self->decided(Loop::now_us(), grant.granted);
}

void StressClient::keep_hold(std::int64_t left_us) {
  if (!measuring_.kept) return;
  Hold hold = section_.hold();
  hold.left_us = left_us;
  measuring_.kept->add(lock_number_, hold);
}

std::int64_t StressClient::next_wanted_us() const {
  return load_.work.think == 0us && done_us_ > 0 ? done_us_ : Loop::now_us();
}

std::int64_t StressClient::scheduled_us(std::uint64_t nth) const {
  // All clients together keep the rate: each has one turn in every round of clients.
  const std::uint64_t turn = nth * load_.work.clients + number_;
  return load_.begin_us + static_cast<std::int64_t>(turn * 1'000'000 / load_.work.rate);
}

/// Number of this client's operations due before `us` (open loop).
std::uint64_t StressClient::due_before(std::int64_t us) const {
  if (load_.work.rate == 0 || us <= load_.begin_us) return 0;
  const auto turns = static_cast<long double>(us - load_.begin_us) *
                     static_cast<long double>(load_.work.rate) / 1'000'000;
  const long double mine = std::max((turns - number_) / load_.work.clients - 1, 0.0L);
  auto due = static_cast<std::uint64_t>(mine);
  while (scheduled_us(due) < us) ++due;
  return due;
}

std::uint64_t StressClient::unserved(std::int64_t from_us, std::int64_t until_us) const {
  const std::uint64_t first = std::max(operations_, due_before(from_us));
  return std::max(due_before(until_us), first) - first;
}

void StressClient::add_waits(std::int64_t until_us, Histogram& waits) const {
  if (load_.work.rate == 0) return;
  if (waits_since_us() >= 0) waits.add(until_us - waits_since_us());
  const std::uint64_t end = due_before(until_us);
  // Adds fewer than 40,000 samples: if more operations are overdue, each counts for several.
  constexpr std::uint64_t most = 20'000;
  const std::uint64_t each = std::max<std::uint64_t>(1, (end - std::min(end, operations_)) / most);
  for (std::uint64_t nth = operations_; nth < end; nth += each)
    waits.add(until_us - scheduled_us(nth), std::min(each, end - nth));
}

void StressClient::choose_lock() {
  const std::uint64_t chosen = load_.picker.pick(number_, chance_);
  if (chosen == lock_number_) return;
  lock_number_ = chosen;
  lock_.key = lock_key(load_.key_prefix, chosen);
}

void StressClient::count_grant() {
  if (!measuring_.on) return;
  ++measuring_.measures.counts.acquired;
  ++measuring_.measures.acquired_by_client[number_];
}

void StressClient::count_wait(std::int64_t at_us) {
  if (!measuring_.on) return;
  Measures& m = measuring_.measures;
  const std::int64_t waited_us = at_us - wanted_us_;
  m.acquire.add(waited_us);
  m.longest_wait_us = std::max(m.longest_wait_us, waited_us);
  measuring_.second().acquire.add(waited_us);
  measuring_.waited(wanted_us_, at_us);
}

/// Counts a grant or a denial of a lock without critical sections, and its latency.
void StressClient::count_answer(std::int64_t at_us) {
  if (measuring_.on) ++measuring_.measures.counts.decided;
  count_wait(at_us);
}

void StressClient::entered(std::int64_t at_us, const Held& held) {
  Hold hold;
  hold.client = number_;
  hold.wanted_us = wanted_us_;
  hold.entered_us = at_us;
  hold.token = held.fence;
  holds_ = true;
  // Recorded before the oracle knows of it: a client that overlaps with this hold finds the event.
  ClientRecorder* const its_recorder = recorder();
  if (its_recorder) its_recorder->entered(at_us, lock_.key, held);
  const bool harm = section_.enter(lock_number_, hold);
  if (its_recorder)
    its_recorder->accessed(sim::EventKind::resource_read, at_us, section_.read(), held.fence,
                           held.token.acquisition);
  count_grant();
  count_wait(at_us);
  count_if_taken();
  if (harm && measuring_.on) measuring_.violated(at_us);
  if (load_.released_us.empty()) return;
  const std::int64_t released_us =
      load_.released_us[lock_number_].exchange(0, std::memory_order_relaxed);
  if (measuring_.on && released_us > wanted_us_)  // it already waited when the lock became free
    measuring_.measures.hand_over.add(at_us - released_us);
}

/// With KeyChoice::own no other client uses the lock, so an earlier hold of this client left it
/// taken: its release is in doubt, or was not sent since its lease had ended by the client's clock.
void StressClient::count_if_taken() {
  if (!found_taken) return;
  found_taken = false;
  if (measuring_.on && load_.work.choice == KeyChoice::own) ++measuring_.measures.counts.stuck;
}

void StressClient::left(std::int64_t at_us, std::uint32_t acquisition) {
  if (measuring_.on) measuring_.measures.hold.add(at_us - section_.hold().entered_us);
  keep_hold(at_us);
  const bool harm = section_.leave(at_us);
  if (ClientRecorder* const its_recorder = recorder()) {
    const auto kind =
        section_.wrote() ? sim::EventKind::resource_wrote : sim::EventKind::resource_rejected;
    its_recorder->accessed(kind, at_us, section_.read() + 1, section_.hold().token, acquisition);
    its_recorder->left(at_us, lock_.key, acquisition);
  }
  if (harm && measuring_.on) measuring_.violated(at_us);
}

void StressClient::released(std::int64_t left_us, std::int64_t now_us, Released outcome) {
  holds_ = false;
  done_us_ = now_us;
  if (!load_.released_us.empty())
    load_.released_us[lock_number_].store(now_us, std::memory_order_relaxed);
  if (!measuring_.on) return;
  Measures& m = measuring_.measures;
  m.release.add(now_us - left_us);
  m.counts.released += outcome == Released::released || outcome == Released::released_or_expired;
  m.counts.not_owner += outcome == Released::not_owner || outcome == Released::expired;
  m.counts.in_doubt += outcome == Released::unknown;
}

/// Counts the change of a counter, if the reply acknowledges it.
void StressClient::admitted(std::int64_t at_us, const Reply& reply) {
  if (reply.kind == Reply::Kind::integer) {
    load_.admitted[lock_number_].fetch_add(1, std::memory_order_relaxed);
    count_answer(at_us);
    count_grant();
  }
}

/// Counts a decision of a rate limiter.
void StressClient::decided(std::int64_t at_us, bool granted) {
  count_answer(at_us);
  if (!granted) return;
  load_.admitted[lock_number_].fetch_add(1, std::memory_order_relaxed);
  count_grant();
}

}  // namespace locklab::app
