#include "sim/client_program.h"

#include "sim/resource.h"

namespace locklab::sim {

namespace {

void record(Env& env, const ClientProgram* program, EventKind kind, std::uint32_t acquisition) {
  Note note;
  note.kind = kind;
  note.key = program->lock.key;
  note.acquisition = acquisition;
  env.note(note);
}

/// Read, change, write back. Ends early when the lease is lost, when the resource does not answer,
/// or when it turns the token away. A write already sent may still land.
Task<> critical_section(Env& env, const ClientProgram* program, Token token, std::int64_t fence,
                        StopSignal* stop) {
  const Duration patience = program->lock.node_timeout;
  if (program->resource.empty()) {
    co_await env.sleep(program->work, stop);
    co_return;
  }
  if (program->strategy->atomic_work) {
    co_await program->strategy->atomic_work(env, &program->lock, token,
                                            "locklab:" + program->resource, program->change);
    co_return;
  }
  const Reply read = co_await env.call(
      resource_node, read_resource(program->resource, fence, token), patience, stop);
  if (read.kind != Reply::Kind::integer) co_return;
  if (!co_await env.sleep(program->work, stop)) co_return;
  Command write = write_resource(program->resource, read.integer + program->change, fence, token);
  co_await env.call(resource_node, std::move(write), patience, stop);
}

Duration longest_pause(const LockConfig& lock) { return lock.retry_delay + lock.retry_jitter; }

/// One round: false when it gave up waiting.
Task<bool> hold_once(Env& env, const ClientProgram* program) {
  const Time deadline = env.monotonic_now() + program->wait;
  std::optional<Held> held;
  do {
    Grant grant = co_await acquire(env, *program->strategy, &program->lock, deadline);
    if (grant.granted) held = std::move(grant.held);
    // acquire gives up early when its next attempt would come too late.
  } while (!held && env.monotonic_now() + longest_pause(program->lock) < deadline);
  if (!held) {
    record(env, program, EventKind::gave_up, 0);
    co_return false;
  }

  const std::uint32_t acquisition = held->token.acquisition;
  StopSignal* stop = nullptr;
  if (held->keeper && program->lock.on_lost == OnLost::stop) stop = &held->keeper->lost;
  record(env, program, EventKind::entered, acquisition);
  if (program->work > 0us || !program->resource.empty())
    co_await critical_section(env, program, held->token, held->fence, stop);
  record(env, program, EventKind::left, acquisition);
  co_await release(env, *program->strategy, &program->lock, std::move(*held));
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

Task<> run_client(Env& env, const ClientProgram* program) {
  if (program->start > 0us) co_await env.sleep(program->start);
  record(env, program, EventKind::started, 0);
  for (std::uint32_t round = 0; round < program->rounds; ++round) {
    if (round > 0 && program->think > 0us) co_await env.sleep(program->think);
    co_await hold_once(env, program);
  }
  record(env, program, EventKind::finished, 0);
}

Task<> run_foreign_release(Env& env, const ClientProgram* program) {
  Held never;
  never.token = env.random_token();
  never.valid_until = env.wall_now() + program->lock.ttl;
  co_await release(env, *program->strategy, &program->lock, std::move(never));
}

}  // namespace locklab::sim
