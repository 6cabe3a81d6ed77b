// What strategies with a LeaseKeeper share: the watch of the lease's end, and the records of its
// renewal and loss. Notes are reported for each lock that a hold covers.
#pragma once

#include <string_view>

#include "lock/env.h"
#include "lock/grant.h"
#include "lock/lock_config.h"

namespace locklab {

/// The time on the clock that the lock uses for its lease.
inline Time lease_now(Env& env, const LockConfig& lock) {
  return lock.clock == ClockKind::wall ? env.wall_now() : env.monotonic_now();
}

/// Reports `note` once for each lock that the claim covers, with `note.key` set to that lock.
inline void note_each(Env& env, const LockConfig& lock, Note& note) {
  lock.each_key([&](const std::string& key) {
    note.key = key;
    env.note(note);
  });
}

/// Notes lease_lost and raises `keeper.lost`, unless it is raised already.
void lose(Env& env, const LockConfig& lock, const Token& token, LeaseKeeper& keeper,
          std::string_view why);

/// Waits for the end of the lease, which renewals may move, and then calls lose(). Runs as
/// `keeper->end`.
Task<> watch_lease_end(Env& env, Lock lock, Token token, LeaseKeeper* keeper);

/// Whether a hold already renewed `times` times may be renewed again.
inline bool renews_again(const LockConfig& lock, std::uint32_t times) {
  return lock.max_renewals == 0 || times < lock.max_renewals;
}

/// Moves the lease's end after a renewal, and notes it.
void renewed(Env& env, const LockConfig& lock, const Token& token, LeaseKeeper& keeper,
             Time valid_until);

}  // namespace locklab
