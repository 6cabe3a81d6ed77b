// What an attempt to acquire gives: Held, with what its owner must know, or NotHeld, with why; and
// what a release comes to.
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

/// What watches over a lease while it is held: it renews it, and says when it is lost. It lives at
/// a fixed address, because awaits hang on `lost`; destroying it stops the renewals.
struct LeaseKeeper {
  explicit LeaseKeeper(Env& env) : lost(env) {}

  StopSignal lost;   ///< raised when the holder must no longer believe that it holds
  Time valid_until;  ///< by the clock that the lock reads
  Task<> renewals;   ///< prolongs the lease, if the lock does
  Task<> end;        ///< raises `lost` at valid_until
};

struct Held {
  Token token;
  std::optional<Time>
      valid_until;  ///< end of the lease by this client's clock, where the strategy knows it
  std::int64_t fence = -1;  ///< fencing token; -1: the strategy has none
  /// How often its owner holds the lock now, this grant among them (Trait::reentrant).
  std::uint32_t count = 1;
  /// Null: the strategy knows nothing of its lease's end, or an outer hold of its owner keeps it.
  std::unique_ptr<LeaseKeeper> keeper;
};

struct NotHeld {
  std::string_view why;  ///< a literal
};

/// One of the two. No std::variant: a grant is handed on from coroutine to coroutine, and moving a
/// variant asks each time what it is.
struct Grant {
  Grant(Held given) : held(std::move(given)), granted(true) {}
  Grant(NotHeld refusal) : why_not(refusal.why) {}

  Held held;  ///< where granted
  bool granted = false;
  std::string_view why_not;
};

/// What became of a release.
enum class Released : std::uint8_t {
  released,             ///< removed its own lock
  released_or_expired,  ///< a second try found nothing: the first may have worked, or the lease
                        ///< ended
  not_owner,            ///< the lock was somebody else's or nobody's
  expired,              ///< own deadline had passed: left alone
  unknown,              ///< no reply, twice
  nothing,              ///< this strategy has nothing to release
  count_,
};

std::string_view name(Released outcome);

}  // namespace locklab
