// Results of an attempt to acquire: Held with what the owner must know, or NotHeld with the reason;
// and the results of a release.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "lock/stop_signal.h"
#include "lock/task.h"
#include "lock/time.h"
#include "lock/token.h"

namespace locklab {

/// Watches a held lease: renews it if the lock does so, and reports its loss. Has a fixed address,
/// because awaits refer to `lost`; stopping or destroying it ends the renewals.
struct LeaseKeeper {
  explicit LeaseKeeper(Env& env) : lost(env) {}

  StopSignal lost;   ///< raised when the holder must no longer believe that it holds
  Time valid_until;  ///< by the clock that the lock reads
  Task<> renewals;   ///< extends the lease; empty if the lock does not renew it
  Task<> end;        ///< raises `lost` at valid_until

  bool was_renewing = false;        ///< at stop(): `renewals` ran, and `lost` was not raised
  std::uint32_t times_renewed = 0;  ///< renewals of this hold that were sent (watchdog)

  /// Destroys both tasks, and sets `was_renewing`.
  void stop() {
    was_renewing = !renewals.done() && !lost.raised();
    renewals = {};
    end = {};
  }
};

struct Held {
  Token token;
  /// End of the lease as granted, by the clock that the lock reads; nullopt if not tracked.
  std::optional<Time> valid_until;
  std::int64_t fence = -1;  ///< fencing token; -1 if the strategy has none
  /// How many times its owner holds the lock now, including this grant (Trait::reentrant).
  std::uint32_t count = 1;
  /// Null if the strategy does not watch its lease (Trait::watches_lease), or an outer hold of the
  /// owner has the keeper.
  std::unique_ptr<LeaseKeeper> keeper;
};

/// The reason why an attempt was not granted.
enum class Refusal : std::uint8_t {
  unknown,       ///< granted, or not recorded in a trace of an earlier version
  taken,         ///< somebody already holds it
  not_over,      ///< the holder's deadline has not passed
  overtaken,     ///< another client took over the expired lock first
  outvoted,      ///< so many nodes report another holder that no majority is left
  freed,         ///< its key was removed between two commands
  no_answer,     ///< no reply came to a command: the claim may have run
  no_quorum,     ///< too few grants for a majority; some nodes sent no reply or an error
  few_replicas,  ///< too few replicas acknowledged it in time
  too_late,      ///< granted when too little or nothing of the lease was left
  over_limit,    ///< a rate limiter has reached its limit
  server_error,  ///< a node replied with an error
  unreadable,    ///< a node sent a reply that this lock does not understand
  mistake,       ///< the lock's configuration is wrong: nothing was sent
  count_,
};

/// The default words for a refusal, such as "somebody holds it"; empty for `unknown`.
std::string_view name(Refusal refusal);

/// Whether the attempt failed because somebody already held the lock or took it first.
constexpr bool is_taken(Refusal refusal) {
  return refusal == Refusal::taken || refusal == Refusal::not_over ||
         refusal == Refusal::overtaken || refusal == Refusal::outvoted;
}

/// Whether missing or late replies may be why the attempt failed, rather than another holder.
constexpr bool is_silence(Refusal refusal) {
  return refusal == Refusal::no_answer || refusal == Refusal::no_quorum ||
         refusal == Refusal::few_replicas || refusal == Refusal::too_late;
}

struct NotHeld {
  NotHeld(Refusal its_refusal) : NotHeld(its_refusal, name(its_refusal)) {}
  NotHeld(Refusal its_refusal, std::string_view words) : refusal(its_refusal), why(words) {}

  Refusal refusal;
  std::string_view why;  ///< in this lock's words; a string literal
};

/// Held or NotHeld. Not a std::variant: a grant passes through several coroutines, and moving a
/// variant checks its alternative each time.
struct Grant {
  Grant(Held&& given) : held(std::move(given)), granted(true) {}
  Grant(NotHeld not_held) : refusal(not_held.refusal), why_not(not_held.why) {}

  Held held;  ///< if granted; else of acquire() only the token of its last attempt
  bool granted = false;
  Refusal refusal = Refusal::unknown;  ///< if not granted, like `why_not`
  std::string_view why_not;
};

/// The result of a release.
enum class Released : std::uint8_t {
  released,             ///< the hold is gone; a plain DEL may have removed another client's
  released_or_expired,  ///< the hold is gone, by this release or by the end of its lease: a retry
                        ///< found nothing, or only a minority of the masters removed it
  not_owner,            ///< the lock was another client's, or free
  expired,              ///< own deadline had passed, so nothing was sent
  unknown,              ///< no reply to two attempts, or an error (redlock: from a majority)
  nothing,              ///< there was nothing to release
  count_,
};

std::string_view name(Released outcome);

}  // namespace locklab
