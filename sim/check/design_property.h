// The weakness in a lock's design that breaks a promise when no fault does.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/causes.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

enum class DesignProperty : std::uint8_t {
  none,                ///< a fault led to the breach
  unknown,             ///< none of the properties below, as far as the trace shows
  nothing_shared,      ///< no server knows of the lock
  lease_ends_inside,   ///< a lease ends on time, whether or not its holder is done
  no_owner_check,      ///< a release or a renewal does not check who owns the key
  no_expiry,           ///< the key stays until somebody deletes it
  two_commands,        ///< it reads in one command and acts in the next
  votes_can_split,     ///< several clients may each get a minority of the nodes
  failed_claims_stay,  ///< a failed attempt leaves its keys behind
  retries_by_delay,    ///< waiters poll after a delay; nobody wakes them
  retries_at_random,   ///< waiters poll at random times, in no order
  no_fencing_token,    ///< the resource cannot tell a late access from a new one
  not_reentrant,       ///< the holder is refused like anybody else
  works_without_lock,  ///< a client that cannot get the lock works without it
  release_overtakes,   ///< a release over a new connection may arrive before the claim
  count_,
};

/// A sentence for students; empty for `none` and `unknown`.
Sentence words(DesignProperty property);

/// The design property that explains a broken promise. `behind`: the events that led to it
/// (Causes).
DesignProperty design_behind(const Trace& trace, const Verdict& verdict,
                             const std::vector<EventIndex>& behind);

}  // namespace locklab::sim
