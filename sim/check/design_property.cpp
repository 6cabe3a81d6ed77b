#include "sim/check/design_property.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "sim/check/key_history.h"

namespace locklab::sim {

namespace {

bool any(const Trace& trace, const std::vector<EventIndex>& events, bool (*fits)(const Event&)) {
  return std::any_of(events.begin(), events.end(),
                     [&](EventIndex event) { return fits(trace[event]); });
}

/// Why two were inside at once, or wrote over each other.
DesignProperty of_two_inside(const Trace& trace, const std::vector<EventIndex>& behind) {
  if (trace.info.needs == 0) return DesignProperty::nothing_shared;
  const bool by_deadline = std::any_of(behind.begin(), behind.end(), [&](EventIndex event) {
    return trace[event].kind == EventKind::key_set && deadline_in(trace.text(trace[event]));
  });
  if (by_deadline ||
      any(trace, behind, [](const Event& e) { return e.kind == EventKind::key_expired; }))
    return DesignProperty::lease_ends_inside;
  if (any(trace, behind, [](const Event& e) {
        return e.kind == EventKind::key_deleted && e.purpose == Purpose::release;
      }))
    return DesignProperty::no_owner_check;
  return DesignProperty::unknown;
}

/// Why nobody got in, though nothing was broken.
DesignProperty of_nobody_inside(const Trace& trace, const std::vector<EventIndex>& behind) {
  if (trace.info.needs > 1) return DesignProperty::votes_can_split;
  const bool for_ever = any(trace, behind, [](const Event& e) {
    return e.kind == EventKind::key_set && e.purpose == Purpose::claim && e.value < 0;
  });
  return for_ever ? DesignProperty::no_expiry : DesignProperty::retries_at_random;
}

}  // namespace

Sentence words(DesignProperty property) {
  switch (property) {
    case DesignProperty::nothing_shared:
      return say("by design: no server knows of this lock");
    case DesignProperty::lease_ends_inside:
      return say("by design: the lease ends even if the work goes on");
    case DesignProperty::no_owner_check:
      return say("by design: it does not check whose key it is");
    case DesignProperty::no_expiry:
      return say("by design: the key has no expiry");
    case DesignProperty::two_commands:
      return say("by design: it checks and acts in two commands");
    case DesignProperty::votes_can_split:
      return say("by design: several clients can split the votes");
    case DesignProperty::failed_claims_stay:
      return say("by design: a failed attempt leaves its keys");
    case DesignProperty::retries_at_random:
      return say("by design: waiters retry in no order");
    case DesignProperty::no_fencing_token:
      return say("by design: no token tells late writes from new ones");
    case DesignProperty::not_reentrant:
      return say("by design: it does not recognise its own holder");
    default:
      return {};
  }
}

DesignProperty design_behind(const Trace& trace, const Verdict& verdict,
                             const std::vector<EventIndex>& behind) {
  if (any(trace, behind, [](const Event& e) { return strikes(e.kind); }))
    return DesignProperty::none;
  switch (verdict.property) {
    case Property::mutual_exclusion:
    case Property::no_lost_update:
      return of_two_inside(trace, behind);
    case Property::owner_only_release:
      return DesignProperty::no_owner_check;
    case Property::fencing:
      return DesignProperty::no_fencing_token;
    case Property::fairness:
    case Property::prompt_hand_over:
      return DesignProperty::retries_at_random;
    case Property::reentrancy:
      return DesignProperty::not_reentrant;
    case Property::quota:
      return DesignProperty::two_commands;
    case Property::clean_failure:
      return DesignProperty::failed_claims_stay;
    case Property::no_deadlock:
    case Property::availability:
    case Property::fault_tolerance:
      return of_nobody_inside(trace, behind);
    default:
      return DesignProperty::unknown;
  }
}

}  // namespace locklab::sim
