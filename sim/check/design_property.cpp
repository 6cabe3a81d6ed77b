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

/// The client that owned the node's key before an event that removed it; no_client if the trace
/// does not show it.
ClientId owner_before(const Trace& trace, EventIndex removal) {
  const Event& gone = trace[removal];
  for (EventIndex i = removal; i-- > 0;)
    if (trace[i].kind == EventKind::key_set && trace[i].node == gone.node &&
        trace[i].key == gone.key)
      return trace[i].client;
  return no_client;
}

/// Why two clients were inside at once, or overwrote each other's work.
DesignProperty of_two_inside(const Trace& trace, const Verdict& verdict,
                             const std::vector<EventIndex>& behind) {
  if (trace.info.needs == 0) return DesignProperty::nothing_shared;
  if (any(trace, behind,
          [](const Event& e) { return e.kind == EventKind::entered && without_lock(e); }))
    return DesignProperty::works_without_lock;
  const auto side = [&](ClientId client) {
    return client == trace[*verdict.event].client ||
           (verdict.other && client == trace[*verdict.other].client);
  };
  for (const EventIndex i : behind) {
    const Event& e = trace[i];
    if (e.kind == EventKind::key_expired && side(owner_before(trace, i)))
      return DesignProperty::lease_ends_inside;
    if (e.kind == EventKind::key_deleted && e.purpose == Purpose::release &&
        e.client != owner_before(trace, i))
      return DesignProperty::no_owner_check;
    // A client that finds an expired deadline deletes the key and then takes it; another client may
    // act in between.
    if (e.kind == EventKind::key_deleted && e.purpose == Purpose::claim)
      return DesignProperty::two_commands;
  }
  const bool by_deadline = std::any_of(behind.begin(), behind.end(), [&](EventIndex event) {
    return trace[event].kind == EventKind::key_set && deadline_in(trace.text(trace[event]));
  });
  return by_deadline ? DesignProperty::lease_ends_inside : DesignProperty::unknown;
}

/// Why a release or a renewal hit another client's key: it did not check the owner, or checked too
/// early.
DesignProperty of_foreign_key(const Trace& trace, const Verdict& verdict) {
  const Event& broke = trace[*verdict.event];
  for (std::size_t i = *verdict.event; i-- > 0;) {
    const Event& e = trace[i];
    if (e.client != broke.client || e.acquisition != broke.acquisition) continue;
    if (e.kind == EventKind::releasing) break;
    const bool looked = e.kind == EventKind::received && e.node == broke.node;
    if (looked && broke.purpose == Purpose::release) return DesignProperty::two_commands;
  }
  return DesignProperty::no_owner_check;
}

/// Why a failed attempt left its key.
DesignProperty of_left_key(const Trace& trace, const Verdict& verdict) {
  for (std::size_t i = *verdict.other; i < *verdict.event; ++i)
    if (trace[i].kind == EventKind::sent && trace[i].purpose == Purpose::release &&
        same_hold(trace[i], trace[*verdict.other]))
      return DesignProperty::release_overtakes;
  return DesignProperty::failed_claims_stay;
}

/// Why nobody entered although there was no fault.
DesignProperty of_nobody_inside(const Trace& trace, const std::vector<EventIndex>& behind) {
  std::vector<ClientId> claimers;
  for (const EventIndex i : behind) {
    const Event& e = trace[i];
    if (e.kind != EventKind::key_set || e.purpose != Purpose::claim) continue;
    if (e.value < 0 && !deadline_in(trace.text(e))) return DesignProperty::no_expiry;
    if (std::find(claimers.begin(), claimers.end(), e.client) == claimers.end())
      claimers.push_back(e.client);
  }
  const bool split = trace.info.needs > 1 && claimers.size() > 1;
  return split ? DesignProperty::votes_can_split : DesignProperty::retries_by_delay;
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
    case DesignProperty::works_without_lock:
      return say("by design: who gets no lock works without it");
    case DesignProperty::release_overtakes:
      return say("by design: a release can overtake the claim that it takes back");
    case DesignProperty::retries_by_delay:
      return say("by design: waiters retry after a delay, and nobody wakes them");
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
      return of_two_inside(trace, verdict, behind);
    case Property::owner_only_release:
      return of_foreign_key(trace, verdict);
    case Property::fencing:
      return DesignProperty::no_fencing_token;
    case Property::fairness:
      return DesignProperty::retries_at_random;
    case Property::prompt_hand_over:
      return DesignProperty::retries_by_delay;
    case Property::reentrancy:
      return DesignProperty::not_reentrant;
    case Property::quota:
      return DesignProperty::two_commands;
    case Property::clean_failure:
      return of_left_key(trace, verdict);
    case Property::no_deadlock:
    case Property::availability:
    case Property::fault_tolerance:
      return of_nobody_inside(trace, behind);
    default:
      return DesignProperty::unknown;
  }
}

}  // namespace locklab::sim
