// The program of a client: its steps, repeated for a number of rounds; usually acquire, read the
// resource, work, write it back, release. One interpreter serves both worlds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lock/strategy.h"
#include "sim/process/actor.h"
#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// A step with everything that its client needs for it.
struct KnownStep {
  StepKind kind = StepKind::lock;
  std::uint32_t lock = 0;   ///< for lock: number of the lock, as in ClientProgram::lock_at
  std::uint32_t named = 0;  ///< for lock, unlock and forget: equal for steps with the same keys
  std::optional<Mode>
      mode;              ///< for unlock and forget: mode of the hold that it ends; nullopt for any
  Duration time{0};      ///< for lock: how long it tries; for work and think: the duration
  bool outside = false;  ///< a client that has acquired every lock holds none at this step
};

/// The instructions of one client, which outlive its tasks.
struct ClientProgram {
  const Strategy* strategy = nullptr;
  LockConfig lock;                 ///< its default lock
  std::vector<LockConfig> others;  ///< variants used by its steps: other keys, modes or permits
  std::vector<KnownStep> steps;    ///< of one round
  Duration start{0};
  Duration think{0};  ///< between two rounds
  std::uint32_t rounds = 1;
  OnFail on_fail = OnFail::stop;
  std::string resource;  ///< empty if it does not use the resource
  std::int64_t change = 0;

  Lock lock_at(std::uint32_t number) const { return number == 0 ? &lock : &others[number - 1]; }
};

/// The program of a scenario's client, or of one that joins later.
ClientProgram program_of(const Scenario& scenario, const ClientSpec& client);

Task<> run_client(Actor& actor, const ClientProgram* program);

/// Releases the lock although the client does not hold it.
Task<> run_foreign_release(Actor& actor, const ClientProgram* program);

}  // namespace locklab::sim
