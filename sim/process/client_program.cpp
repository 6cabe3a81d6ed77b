#include "sim/process/client_program.h"

#include <algorithm>

#include "sim/scenario/resource_commands.h"

namespace locklab::sim {

/// One acquisition that the client has not released, or the section that it entered without one.
struct Hold {
  Lock lock = nullptr;
  std::uint32_t named = 0;  ///< KnownStep::named of the step that acquired it
  Held held;                ///< without the lock, only the token of its last attempt
  Entry entry = Entry::with_lock;
};

namespace {

using Holds = std::vector<Hold>;  ///< the newest last

void say_of_each(Actor& actor, EventKind kind, const LockConfig& lock, std::uint32_t acquisition,
                 Entry entry) {
  lock.each_key([&](const std::string& key) { actor.say(kind, key, acquisition, entry); });
}

void say_of_each(Actor& actor, EventKind kind, const Hold& hold) {
  say_of_each(actor, kind, *hold.lock, hold.held.token.acquisition, hold.entry);
}

/// The signal that ends the work when a lease is lost: that of the newest hold that knows when its
/// lease ends. For a lock held more than once, that is the outermost hold. Null if no hold knows
/// it, or if its lock ignores lost leases.
StopSignal* stop_of(const Holds& holds) {
  for (auto hold = holds.rbegin(); hold != holds.rend(); ++hold)
    if (hold->held.keeper)
      return hold->lock->on_lost == OnLost::stop ? &hold->held.keeper->lost : nullptr;
  return nullptr;
}

/// The index of the hold that the step ends, i.e. the newest one that matches it; holds.size() if
/// there is none.
std::size_t hold_for(const KnownStep& step, const Holds& holds) {
  std::size_t at = holds.size();
  while (at-- > 0)
    if (holds[at].named == step.named && (!step.mode || holds[at].lock->mode == *step.mode))
      return at;
  return holds.size();
}

Held taken_from(Holds& holds, std::size_t at) {
  Held held = std::move(holds[at].held);
  holds.erase(holds.begin() + static_cast<std::ptrdiff_t>(at));
  return held;
}

/// Reads the resource, works, and writes the resource back; without a resource, only works. The
/// strategy's atomic_work, if any, replaces all three. Ends early if the lease is lost, the
/// resource does not reply, or it rejects the token. A write already sent may still arrive.
Task<> critical_section(Actor& actor, const ClientProgram* program, Duration work, Token token,
                        std::int64_t fence, StopSignal* stop) {
  const Duration patience = program->lock.node_timeout;
  if (program->resource.empty()) {
    co_await actor.sleep(work, stop);
    co_return;
  }
  if (program->strategy->atomic_work) {
    co_await program->strategy->atomic_work(actor, &program->lock, token,
                                            counter_key(program->resource), program->change);
    co_return;
  }
  const Reply read = co_await actor.call(
      resource_node, read_resource(program->resource, fence, token), patience, stop);
  if (read.kind != Reply::Kind::integer) co_return;
  if (!co_await actor.sleep(work, stop)) co_return;
  Command write = write_resource(program->resource, read.integer + program->change, fence, token);
  co_await actor.call(resource_node, std::move(write), patience, stop);
}

/// Sleeps until `stop` is raised; forever if it is null.
Task<> hang(Actor& actor, StopSignal* stop) {
  bool hangs = true;  // g++ 12.2 miscompiles a co_await in the condition itself
  while (hangs) hangs = co_await actor.sleep(longest_time, stop);
}

/// Keeps the lock for a program that has forgotten it, until the lease is lost.
Task<> hold_on(Actor& actor, Held held) { co_await hang(actor, &held.keeper->lost); }

Duration longest_pause(const LockConfig& lock) { return lock.retry_delay + lock.retry_jitter; }

const KnownStep give_back{
    StepKind::unlock};  ///< releases a lock that is still held at the end of a round

/// Ends the round of a client that gave up on a lock: from step `next` on, performs only the think
/// steps that come while no lock is held, so that its next round begins no sooner than usual.
Task<> think_outside(Actor& actor, const ClientProgram* program, std::size_t next) {
  for (; next < program->steps.size(); ++next) {
    const KnownStep& step = program->steps[next];
    if (step.kind == StepKind::think && step.outside && step.time > 0us)
      co_await actor.sleep(step.time);
  }
}

/// Runs one round. Returns false if the client gave up waiting for a lock and does not go on
/// without it: it then releases what it holds, and skips its remaining work. All locks still held
/// after the last step are released, the newest first. `its_holds` is empty before and after; all
/// rounds share it, to reuse its memory.
Task<bool> run_round(Actor& actor, const ClientProgram* program, Holds* its_holds) {
  Holds& holds = *its_holds;
  std::size_t denied_at = program->steps.size();
  bool denied = false;
  for (std::size_t next = 0;; ++next) {
    const bool over = denied || next >= program->steps.size();
    if (over && holds.empty()) {
      if (denied) co_await think_outside(actor, program, denied_at);
      co_return !denied;
    }
    const KnownStep& step = over ? give_back : program->steps[next];

    if (step.kind == StepKind::lock) {
      const Lock lock = program->lock_at(step.lock);
      const Time deadline = actor.monotonic_now() + step.time;
      Hold last{lock, step.named, {}};
      do {
        Grant grant = co_await acquire(actor, *program->strategy, lock, deadline);
        denied = !grant.granted;
        last.held = std::move(grant.held);
        // acquire() gives up early if its next attempt would come too late.
      } while (denied && actor.monotonic_now() + longest_pause(*lock) < deadline);
      if (denied) {
        denied_at = next;
        last.entry = lock->mode == Mode::shared ? Entry::without_shared_lock : Entry::without_lock;
        say_of_each(actor, EventKind::gave_up, *lock, 0, Entry::with_lock);
        denied = program->on_fail == OnFail::stop;
      }
      if (!denied) {
        holds.push_back(std::move(last));
        say_of_each(actor, EventKind::entered, holds.back());
      }
    } else if (step.kind == StepKind::work) {
      if (step.time == 0us && program->resource.empty()) continue;
      const Token token = holds.empty() ? actor.random_token() : holds.back().held.token;
      const std::int64_t fence = holds.empty() ? -1 : holds.back().held.fence;
      co_await critical_section(actor, program, step.time, token, fence, stop_of(holds));
    } else if (step.kind == StepKind::think) {
      if (step.time > 0us) co_await actor.sleep(step.time, stop_of(holds));
    } else if (step.kind == StepKind::hang) {
      co_await hang(actor, stop_of(holds));
    } else {
      const std::size_t at = over ? holds.size() - 1 : hold_for(step, holds);
      if (at == holds.size()) continue;
      const Lock lock = holds[at].lock;
      const bool has_lock = holds[at].entry == Entry::with_lock;
      say_of_each(actor, EventKind::left, holds[at]);
      if (!has_lock) {
        taken_from(holds, at);
      } else if (step.kind == StepKind::unlock) {
        co_await release(actor, *program->strategy, lock, taken_from(holds, at));
      } else if (Held held = taken_from(holds, at); held.keeper) {
        actor.run_beside(hold_on(actor, std::move(held)));
      }
    }
  }
}

/// The lock that the step names: `own`, with the changes that the step asks for.
LockConfig lock_of(const Step& step, const LockConfig& own) {
  LockConfig lock = own;
  if (!step.keys.empty()) {
    lock.key = step.keys.front();
    lock.more_keys.assign(step.keys.begin() + 1, step.keys.end());
  }
  lock.mode = step.mode.value_or(own.mode);
  if (step.permits > 1) lock.permits = step.permits;
  return lock;
}

/// The number of `lock` in the program; adds it if it is new.
std::uint32_t number_of(const LockConfig& lock, ClientProgram& program) {
  std::uint32_t number = 0;
  const auto known = static_cast<std::uint32_t>(program.others.size());
  while (number <= known && *program.lock_at(number) != lock) ++number;
  if (number > known) program.others.push_back(lock);
  return number;
}

/// How many locks a client holds after these steps if it acquires every one.
std::ptrdiff_t held_after(const std::vector<KnownStep>& steps) {
  const auto taken = std::count_if(steps.begin(), steps.end(), [](const KnownStep& step) {
    return step.kind == StepKind::lock;
  });
  return taken - std::count_if(steps.begin(), steps.end(),
                               [](const KnownStep& step) { return ends_hold(step.kind); });
}

void add_step(const Step& step, const ClientSpec& spec, Duration wait, ClientProgram& program) {
  KnownStep known;
  known.kind = step.kind;
  known.outside = held_after(program.steps) == 0;
  switch (step.kind) {
    case StepKind::lock:
      known.lock = number_of(lock_of(step, program.lock), program);
      known.time = step.time.value_or(wait);
      break;
    case StepKind::unlock:
    case StepKind::forget:
      known.mode = step.mode;
      break;
    case StepKind::hang:
      break;
    case StepKind::work:
      known.time = step.time.value_or(spec.work);
      break;
    case StepKind::think:
      known.time = step.time.value_or(spec.think);
      break;
  }
  // The lock with these keys in the client's default mode identifies them.
  Step plain;
  plain.keys = step.keys;
  if (step.kind == StepKind::lock || ends_hold(step.kind))
    known.named = number_of(lock_of(plain, program.lock), program);
  program.steps.push_back(known);
}

}  // namespace

ClientProgram program_of(const Scenario& scenario, const ClientSpec& spec) {
  ClientProgram program;
  program.strategy = scenario.stand_in ? scenario.stand_in : find_strategy(scenario.strategy);
  program.lock = scenario.lock;
  if (!spec.lock.empty()) program.lock.key = spec.lock;
  program.start = spec.start;
  program.think = spec.think;
  for (const Step& step : spec.program) add_step(step, spec, scenario.wait_time(spec), program);
  program.rounds = spec.rounds;
  program.on_fail = spec.on_fail;
  // A rate limiter's visitors are only admitted; they write nothing back.
  const bool works = program.strategy->admits > 0 || program.strategy->atomic_work;
  if (spec.touch && works) program.resource = scenario.resource;
  program.change = scenario.change;
  return program;
}

Task<> run_client(Actor& actor, const ClientProgram* program) {
  if (program->start > 0us) co_await actor.sleep(program->start);
  actor.say(EventKind::started, program->lock.key, 0, Entry::with_lock);
  Holds holds;
  for (std::uint32_t round = 0; round < program->rounds; ++round) {
    if (round > 0 && program->think > 0us) co_await actor.sleep(program->think);
    co_await run_round(actor, program, &holds);
  }
  actor.say(EventKind::finished, program->lock.key, 0, Entry::with_lock);
}

Task<> run_foreign_release(Actor& actor, const ClientProgram* program) {
  Held never;
  never.token = actor.random_token();
  never.valid_until = actor.wall_now() + program->lock.ttl;
  co_await release(actor, *program->strategy, &program->lock, std::move(never));
}

}  // namespace locklab::sim
