// What every client does with its locks: the steps of its program, some rounds long; usually
// acquire, read the resource, work, write it back, release. One interpreter for both worlds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/process/actor.h"
#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// A step with all that its client knows of it.
struct KnownStep {
  StepKind kind = StepKind::lock;
  std::uint32_t lock = 0;    ///< lock: which, as ClientProgram::lock_at counts them
  std::uint32_t named = 0;   ///< lock, unlock, forget: equal where the same locks are named
  std::optional<Mode> mode;  ///< unlock, forget: of the hold that it ends; none: of any
  Duration time{0};          ///< lock: how long it tries; work, think: how long it takes
};

/// The instructions of one client, which outlive its tasks.
struct ClientProgram {
  const Strategy* strategy = nullptr;
  LockConfig lock;                 ///< its own
  std::vector<LockConfig> others;  ///< those that its steps lock otherwise: elsewhere, shared
  std::vector<KnownStep> steps;    ///< of one round
  Duration start{0};
  Duration think{0};  ///< between two rounds
  std::uint32_t rounds = 1;
  std::string resource;  ///< empty: it does not touch the resource
  std::int64_t change = 0;

  Lock lock_at(std::uint32_t number) const { return number == 0 ? &lock : &others[number - 1]; }
};

/// The program of one of the scenario's clients, or of one that joins them.
ClientProgram program_of(const Scenario& scenario, const ClientSpec& client);

Task<> run_client(Actor& actor, const ClientProgram* program);

/// A client that does not hold the lock releases it all the same.
Task<> run_foreign_release(Actor& actor, const ClientProgram* program);

}  // namespace locklab::sim
