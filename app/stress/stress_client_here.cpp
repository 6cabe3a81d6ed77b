#include "app/stress/stress_client_here.h"

#include <utility>

namespace locklab::app {

using redis::Loop;

namespace {

/// A client asks until it is let in, or its thread ends it.
constexpr Time no_deadline = Time::max();

}  // namespace

StressClientHere::StressClientHere(std::uint32_t number, redis::Pool& pool,
                                   redis::PooledEnv::Observer& observer, Measuring& measuring)
    : StressClient(number, measuring),
      env_(pool, &observer, load_.recording ? &load_.recording->client(number) : nullptr, *this) {}

/// Ends the client's task first, then its place inside, then its door.
StressClientHere::~StressClientHere() {
  task_ = {};
  ended();
}

void StressClientHere::start() {
  task_ = work_on(env_, this);
  task_.start();
}

Task<> StressClientHere::work_on(Env& env, StressClientHere* self) {
  const StressWork& work = self->work();
  while (!self->measuring_.over) {
    std::int64_t wanted_us = self->next_wanted_us();
    if (work.rate > 0) {
      // Measured from here, however late it really begins: a stall delays all that should have
      // begun meanwhile, and each of them counts.
      const std::int64_t due_us = self->next_due_us();
      const std::int64_t now_us = Loop::now_us();
      if (due_us > now_us) co_await env.sleep(Duration(due_us - now_us));
      if (self->measuring_.over) co_return;
      wanted_us = due_us;
    }
    self->operation_begins(wanted_us);
    if (self->recorder()) self->recorder()->operation_begins();
    if (work.critical_sections()) {
      co_await step_into(env, self);
    } else {
      co_await ask_without_holding(env, self);
    }
    self->operation_ends();
    // Without a server nothing else would ever return to the loop.
    if (work.think > 0us || work.strategy->topology == Topology::none)
      co_await env.sleep(work.think);
  }
}

Task<> StressClientHere::step_into(Env& env, StressClientHere* self) {
  const StressWork& work = self->work();
  Grant grant = co_await acquire(env, *work.strategy, &self->lock_, no_deadline);
  const std::int64_t entered_us = Loop::now_us();
  if (!grant.granted) {
    self->gave_up();
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

Task<> StressClientHere::ask_without_holding(Env& env, StressClientHere* self) {
  const Strategy& strategy = *self->work().strategy;
  if (strategy.atomic_work) {
    const Token token = env.random_token();
    const std::string counter = self->lock_.key;
    const Reply reply = co_await strategy.atomic_work(env, &self->lock_, token, counter, -1);
    self->admitted(Loop::now_us(), reply);
    co_return;
  }
  // One attempt: a limiter that says no is not asked again and again.
  const Grant grant = co_await acquire(env, strategy, &self->lock_, at_us(Loop::now_us()));
  self->decided(Loop::now_us(), grant.granted);
}

}  // namespace locklab::app
