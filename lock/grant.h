// Results of an attempt to acquire: Held with what the owner must know, or NotHeld with why not;
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

/// Watches a held lease: renews it, and reports its loss. It has a fixed address, because awaits
/// refer to `lost`; stopping or destroying it ends the renewals.
struct LeaseKeeper {
  explicit LeaseKeeper(Env& env) : lost(env) {}

  StopSignal lost;   ///< raised when the holder must no longer believe that it holds
  Time valid_until;  ///< by the clock that the lock reads
  Task<> renewals;   ///< extends the lease, if the lock does
  Task<> end;        ///< raises `lost` at valid_until

  bool was_renewing = false;  ///< when it was stopped

  /// Ends its tasks.
  void stop() {
    was_renewing = !renewals.done() && !lost.raised();
    renewals = {};
    end = {};
  }
};

struct Held {
  Token token;
  std::optional<Time>
      valid_until;  ///< end of the lease by this client's clock, where the strategy knows it
  std::int64_t fence = -1;  ///< fencing token; -1: the strategy has none
  /// How often its owner holds the lock now, including this grant (Trait::reentrant).
  std::uint32_t count = 1;
  /// Null: the strategy does not know when its lease ends, or an outer hold of its owner keeps it.
  std::unique_ptr<LeaseKeeper> keeper;
};

/// Why an attempt was not granted.
enum class Refusal : std::uint8_t {
  unknown,       ///< nobody has told: a trace of an earlier version
  taken,         ///< somebody holds it
  not_over,      ///< the deadline of whoever holds it is still to come
  overtaken,     ///< somebody else took over a passed deadline first
  outvoted,      ///< so many nodes say that somebody holds it that no majority is left
  freed,         ///< its key went away between two commands
  no_answer,     ///< a node did not answer in time: the claim may have been done
  no_quorum,     ///< too few nodes answered for a majority
  few_replicas,  ///< too few replicas acknowledged it in time
  too_late,      ///< granted when too little of the lease, or nothing, was left
  over_limit,    ///< a rate limiter has admitted as many as it may
  server_error,  ///< a node answered with an error
  unreadable,    ///< a node answered what this lock does not understand
  mistake,       ///< the lock's configuration is wrong: nothing was sent
  count_,
};

/// The usual words: "somebody holds it".
std::string_view name(Refusal refusal);

/// Whether the lock was somebody else's, as far as nodes told.
constexpr bool is_taken(Refusal refusal) {
  return refusal == Refusal::taken || refusal == Refusal::not_over ||
         refusal == Refusal::overtaken || refusal == Refusal::outvoted;
}

/// Whether nobody said no: answers were missing, or came too late.
constexpr bool is_silence(Refusal refusal) {
  return refusal == Refusal::no_answer || refusal == Refusal::no_quorum ||
         refusal == Refusal::few_replicas || refusal == Refusal::too_late;
}

struct NotHeld {
  NotHeld(Refusal refusal) : NotHeld(refusal, name(refusal)) {}
  NotHeld(Refusal its_refusal, std::string_view words) : refusal(its_refusal), why(words) {}

  Refusal refusal;
  std::string_view why;  ///< in this lock's words; a literal
};

/// Held or NotHeld. It is not a std::variant: a grant passes through several coroutines, and moving
/// a variant has to check its alternative each time.
struct Grant {
  Grant(Held&& given) : held(std::move(given)), granted(true) {}
  Grant(NotHeld not_held) : refusal(not_held.refusal), why_not(not_held.why) {}

  Held held;  ///< where granted
  bool granted = false;
  Refusal refusal = Refusal::unknown;  ///< where not granted, as `why_not`
  std::string_view why_not;
};

/// The result of a release.
enum class Released : std::uint8_t {
  released,             ///< the lock was the client's own, and is gone
  released_or_expired,  ///< a second try found nothing: the first may have worked, or the lease
                        ///< ended
  not_owner,            ///< the lock was another client's, or free
  expired,              ///< own deadline had passed: left alone
  unknown,              ///< no reply, twice
  nothing,              ///< this strategy has nothing to release
  count_,
};

std::string_view name(Released outcome);

}  // namespace locklab
