#include "sim/process/client_program.h"

#include "sim/scenario/resource.h"

namespace locklab::sim {

namespace {

/// Read, change, write back. Ends early when the lease is lost, when the resource does not answer,
/// or when it turns the token away. A write already sent may still land.
Task<> critical_section(Actor& actor, const ClientProgram* program, Token token, std::int64_t fence,
                        StopSignal* stop) {
  const Duration patience = program->lock.node_timeout;
  if (program->resource.empty()) {
    co_await actor.sleep(program->work, stop);
    co_return;
  }
  if (program->strategy->atomic_work) {
    co_await program->strategy->atomic_work(actor, &program->lock, token,
                                            "locklab:" + program->resource, program->change);
    co_return;
  }
  const Reply read = co_await actor.call(
      resource_node, read_resource(program->resource, fence, token), patience, stop);
  if (read.kind != Reply::Kind::integer) co_return;
  if (!co_await actor.sleep(program->work, stop)) co_return;
  Command write = write_resource(program->resource, read.integer + program->change, fence, token);
  co_await actor.call(resource_node, std::move(write), patience, stop);
}

Duration longest_pause(const LockConfig& lock) { return lock.retry_delay + lock.retry_jitter; }

/// One round: false when it gave up waiting.
Task<bool> hold_once(Actor& actor, const ClientProgram* program) {
  const Time deadline = actor.monotonic_now() + program->wait;
  std::optional<Held> held;
  do {
    Grant grant = co_await acquire(actor, *program->strategy, &program->lock, deadline);
    if (grant.granted) held = std::move(grant.held);
    // acquire gives up early when its next attempt would come too late.
  } while (!held && actor.monotonic_now() + longest_pause(program->lock) < deadline);
  if (!held) {
    actor.say(EventKind::gave_up, program->lock.key, 0);
    co_return false;
  }

  const std::uint32_t acquisition = held->token.acquisition;
  StopSignal* stop = nullptr;
  if (held->keeper && program->lock.on_lost == OnLost::stop) stop = &held->keeper->lost;
  actor.say(EventKind::entered, program->lock.key, acquisition);
  if (program->work > 0us || !program->resource.empty())
    co_await critical_section(actor, program, held->token, held->fence, stop);
  actor.say(EventKind::left, program->lock.key, acquisition);
  co_await release(actor, *program->strategy, &program->lock, std::move(*held));
  co_return true;
}

}  // namespace

ClientProgram program_of(const Scenario& scenario, std::size_t client) {
  const ClientSpec& spec = scenario.clients[client];
  ClientProgram program;
  program.strategy = scenario.stand_in ? scenario.stand_in : find_strategy(scenario.strategy);
  program.lock = scenario.lock;
  if (!spec.lock.empty()) program.lock.key = spec.lock;
  program.start = spec.start;
  program.work = spec.work;
  program.think = spec.think;
  program.wait = scenario.wait_time(spec);
  program.rounds = spec.rounds;
  // A rate limiter's visitors are only let in; there is nothing that they would write back.
  const bool works = program.strategy->admits > 0 || program.strategy->atomic_work;
  if (spec.touch && works) program.resource = scenario.resource;
  program.change = scenario.change;
  return program;
}

Task<> run_client(Actor& actor, const ClientProgram* program) {
  if (program->start > 0us) co_await actor.sleep(program->start);
  actor.say(EventKind::started, program->lock.key, 0);
  for (std::uint32_t round = 0; round < program->rounds; ++round) {
    if (round > 0 && program->think > 0us) co_await actor.sleep(program->think);
    co_await hold_once(actor, program);
  }
  actor.say(EventKind::finished, program->lock.key, 0);
}

Task<> run_foreign_release(Actor& actor, const ClientProgram* program) {
  Held never;
  never.token = actor.random_token();
  never.valid_until = actor.wall_now() + program->lock.ttl;
  co_await release(actor, *program->strategy, &program->lock, std::move(never));
}

}  // namespace locklab::sim
