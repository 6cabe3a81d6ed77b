// By what in a lock's design a promise breaks where nothing has gone wrong: no fault leads to it.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/causes.h"
#include "sim/trace/sentence.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

enum class DesignProperty : std::uint8_t {
  none,                ///< a fault leads to it
  unknown,             ///< none of those below, as far as the trace shows
  nothing_shared,      ///< no server knows of the lock
  lease_ends_inside,   ///< a lease ends on time, whether or not its holder is done
  no_owner_check,      ///< a release or a renewal does not look whose the key is
  no_expiry,           ///< the key stays until somebody deletes it
  two_commands,        ///< it looks in one command and acts in the next
  votes_can_split,     ///< several may each get a minority of the nodes
  failed_claims_stay,  ///< an attempt that failed leaves its keys
  retries_by_delay,    ///< who waits asks again in a while; nobody wakes it
  retries_at_random,   ///< and in no order
  no_fencing_token,    ///< the resource cannot tell a late access from a new one
  not_reentrant,       ///< the holder is refused like anybody else
  count_,
};

/// In a sentence that a student understands; empty: none, or unknown.
Sentence words(DesignProperty property);

/// What a broken promise comes of. `behind`: events that led to it (Causes).
DesignProperty design_behind(const Trace& trace, const Verdict& verdict,
                             const std::vector<EventIndex>& behind);

}  // namespace locklab::sim
