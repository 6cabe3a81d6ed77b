// What every client does with its lock: acquire, read the resource, work, write it back, release,
// some rounds long. One program for both worlds.
#pragma once

#include "lock/strategy.h"
#include "sim/process/actor.h"
#include "sim/scenario/scenario.h"

namespace locklab::sim {

/// What one client needs to know. It outlives its tasks.
struct ClientProgram {
  const Strategy* strategy = nullptr;
  LockConfig lock;
  Duration start{0};
  Duration work{0};
  Duration think{0};
  Duration wait{0};
  std::uint32_t rounds = 1;
  std::string resource;  ///< empty: it does not touch the resource
  std::int64_t change = 0;
};

/// The program of the scenario's client number `client`.
ClientProgram program_of(const Scenario& scenario, std::size_t client);

Task<> run_client(Actor& actor, const ClientProgram* program);

/// A client that does not hold the lock releases it all the same.
Task<> run_foreign_release(Actor& actor, const ClientProgram* program);

}  // namespace locklab::sim
