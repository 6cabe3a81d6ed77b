// The list of all strategies: for each its coroutines, what it promises and which switches it
// knows. Start here, then read lock/strategies/<id>.cpp: each file is one lock, written once for
// every world.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lock/env.h"
#include "lock/grant.h"
#include "lock/lock_config.h"

namespace locklab {

/// Which servers a strategy locks on.
enum class Topology : std::uint8_t {
  none,     ///< no server is asked
  single,   ///< one node (a master, with or without replicas)
  masters,  ///< N independent masters
};

struct Strategy {
  std::string_view id;
  std::string_view title;    ///< what it does, in a few words of Redis
  std::string_view summary;  ///< what goes wrong
  std::string_view file;     ///< its source, relative to the project's folder
  Topology topology;
  std::uint32_t admits;  ///< how many it lets in at once; 0: it sets no limit
  std::span<const std::string_view>
      switches;  ///< names of the settings that it reads beyond the common

  /// One attempt, with a token that no attempt had before. The caller records what came of it.
  Task<Grant> (*acquire)(Env& env, Lock lock, Token token);
  Task<Released> (*release)(Env& env, Lock lock, Held held);
  /// Instead of read, change, write back: one atomic step on `resource`. Null for locks.
  Task<Reply> (*atomic_work)(Env& env, Lock lock, Token token, std::string resource,
                             std::int64_t change);
};

/// All of them, from the plainest to Redlock.
std::span<const Strategy> strategies();

/// Null where there is none of that id.
const Strategy* find_strategy(std::string_view id);

/// Attempts until it is granted, waiting retry_delay + 0..retry_jitter in between, but no longer
/// than `deadline` (this client's monotonic clock), nor more often than retry_count where there are
/// several masters. Notes attempt, refused and acquired.
Task<Grant> acquire(Env& env, const Strategy& strategy, Lock lock, Time deadline);

/// Stops the keeper, then releases. Notes releasing and released.
Task<Released> release(Env& env, const Strategy& strategy, Lock lock, Held held);

}  // namespace locklab
