#include "sim/check/checker.h"

namespace locklab::sim {

Checker::Checker(const TraceInfo& info)
    : situation_(info),
      mutual_exclusion_(info),
      owner_only_release_(info),
      no_deadlock_(info),
      fault_tolerance_(info),
      prompt_hand_over_(info),
      clean_failure_(info),
      fencing_(info),
      quota_(info),
      durability_(info),
      availability_(info) {}

/// Skips an event whose `key` shares its number with other names: which lock, key or resource it
/// concerns is unknown.
void Checker::on(const Trace& trace, std::size_t index) {
  if (trace[index].key != shared_name) take(trace, trace[index], index);
}

void Checker::on_all(const Trace& trace) {
  if (trace.shares_names()) {
    for (std::size_t i = 0; i < trace.size(); ++i) on(trace, i);
  } else {
    for (std::size_t i = 0; i < trace.size(); ++i) take(trace, trace[i], i);
  }
}

/// Always inlined: a call would cost a tenth of the function's own work.
[[gnu::always_inline]] inline void Checker::take(const Trace& trace, const Event& event,
                                                 std::size_t index) {
  switch (event.kind) {
    case EventKind::sent:
      if (event.purpose == Purpose::claim || event.purpose == Purpose::release)
        clean_failure_.on_sent(event, index, situation_.families());
      return;
    case EventKind::ran:
      clean_failure_.on_ran(event, index);
      if (quota_.applies()) quota_.on(event, index);
      return;
    case EventKind::received:
      clean_failure_.on_answer(event, index, situation_.families());
      durability_.on_answer(event);
      return;
    case EventKind::timed_out:
      clean_failure_.on_answer(event, index, situation_.families());
      durability_.on_answer(event);
      if (quota_.applies()) quota_.on(event, index);
      situation_.on_fault(event);
      return;
    case EventKind::message_lost:
      clean_failure_.on_answer(event, index, situation_.families());
      on_fault(event, index);
      return;

    case EventKind::key_set:
    case EventKind::key_lease:
    case EventKind::key_deleted:
    case EventKind::key_expired:
    case EventKind::key_lost:
      on_key(trace, event, index);
      return;

    case EventKind::started:
    case EventKind::attempt:
    case EventKind::refused:
    case EventKind::acquired:
    case EventKind::entered:
    case EventKind::left:
    case EventKind::releasing:
    case EventKind::released:
    case EventKind::gave_up:
    case EventKind::finished:
      on_client(event, index);
      return;

    case EventKind::resource_read:
    case EventKind::resource_wrote:
      event.kind == EventKind::resource_read ? no_lost_update_.on_read(event, index)
                                             : no_lost_update_.on_write(event, index);
      fencing_.on_access(event, index);
      durability_.on_access(event, index, situation_);
      return;
    case EventKind::resource_rejected:
      fencing_.on_rejected(event, index);
      return;

    case EventKind::resource_final:
      durability_.on_final(event, index);
      return;
    case EventKind::renewed:
    case EventKind::lease_lost:
    case EventKind::ended:
    case EventKind::count_:
      return;
    default:
      on_fault(event, index);
      return;
  }
}

void Checker::on_key(const Trace& trace, const Event& event, std::size_t index) {
  owner_only_release_.on_key(trace, index, situation_);
  clean_failure_.on_key(event, index, situation_.families());
  if (event.kind != EventKind::key_set) return;
  if (event.purpose == Purpose::claim) fencing_.on_claimed(event, index);
  if (quota_.applies()) quota_.on(event, index);
}

/// Judges a client's event. Some properties need the state before the event, others the state after
/// it.
void Checker::on_client(const Event& event, std::size_t index) {
  if (event.client == no_client) return;  // in a trace from elsewhere
  if (quota_.applies()) quota_.on(event, index);
  switch (event.kind) {
    case EventKind::started:
      situation_.on_started(event);
      break;
    case EventKind::attempt:
      reentrancy_.on_attempt(event, index, situation_);
      fencing_.on_attempt(event);
      clean_failure_.on_attempt(event);
      wait_for_entry(event, situation_.on_attempt(event, index));
      break;
    case EventKind::refused:
      situation_.on_refused(event);
      reentrancy_.on_outcome(event, index, situation_);
      owner_only_release_.on_outcome(event);
      clean_failure_.on_client(event, index, situation_.families());
      break;
    case EventKind::acquired:
      on_acquired(event, index);
      break;
    case EventKind::gave_up:
      reentrancy_.on_outcome(event, index, situation_);
      wait_for_entry(event, situation_.on_wait_over(event));
      break;
    case EventKind::entered: {
      const LockStates::Lock& lock = situation_.on_entered(event, index);
      mutual_exclusion_.on_entered(event, index, situation_, lock);
      if (!without_lock(event)) wait_for_entry(event, lock);
      break;
    }
    case EventKind::left: {
      const LockStates::Lock& lock = situation_.on_left(event);
      if (!without_lock(event)) wait_for_entry(event, lock);
      break;
    }
    case EventKind::finished:
      on_finished(event, index);
      break;
    default:
      prompt_hand_over_.on_client(event,
                                  situation_.locks().lock(event.key));  // releasing, released
  }
}

void Checker::on_acquired(const Event& event, std::size_t index) {
  fairness_.on_acquired(event, index, situation_);
  fencing_.on_acquired(event, index);
  reentrancy_.on_outcome(event, index, situation_);
  owner_only_release_.on_outcome(event);
  clean_failure_.on_client(event, index, situation_.families());
  wait_for_entry(event, situation_.on_wait_over(event));
}

void Checker::on_finished(const Event& event, std::size_t index) {
  clean_failure_.on_client(event, index, situation_.families());
  if (situation_.locks().engagements().first_of(event.client) == LockStates::Engagements::none)
    return;
  situation_.on_finished(event);
  look_at_all_locks(event);
}

void Checker::wait_for_entry(const Event& event, const LockStates::Lock& lock) {
  no_deadlock_.on_client(event, lock, situation_.locks());
  fault_tolerance_.on_client(event, lock, situation_);
  prompt_hand_over_.on_client(event, lock);
  availability_.on_client(event, lock);
}

void Checker::on_fault(const Event& event, std::size_t index) {
  const bool of_client = subject_of(event.kind) == Subject::client && event.client != no_client;
  const bool lived = of_client && !situation_.clients().crashed(event.client);
  const bool struck = situation_.on_fault(event);
  if (lived && situation_.clients().crashed(event.client)) {
    clean_failure_.on_client(event, index, situation_.families());
    reentrancy_.on_crash(event);
    durability_.on_crash(event);
  }
  if (event.kind == EventKind::node_continued || event.kind == EventKind::node_restarted)
    clean_failure_.on_back(event);
  if (event.kind == EventKind::node_promoted)
    clean_failure_.on_promoted(index, situation_.families());
  if (event.kind == EventKind::node_clock) {
    owner_only_release_.on_node_clock(event);
    clean_failure_.on_node_clock(event);
  }
  if (struck) {
    no_deadlock_.strike(event.at);
    fault_tolerance_.strike(event.at);
    prompt_hand_over_.strike(event.at);
  }
  if (event.kind != EventKind::message_lost) look_at_all_locks(event);
}

void Checker::look_at_all_locks(const Event& event) {
  no_deadlock_.look_at_all(event, situation_);
  fault_tolerance_.look_at_all(event, situation_);
  prompt_hand_over_.look_at_all(event, situation_);
  availability_.look_at_all(event, situation_);
}

std::vector<Verdict> Checker::verdicts(const Trace& trace) const {
  std::vector<Verdict> all;
  if (trace.empty()) {
    for (std::size_t i = 0; i < property_count; ++i)
      all.push_back(not_applicable(say("nothing happened")));
  } else {
    all = {mutual_exclusion_.verdict(trace),
           no_lost_update_.verdict(trace, durability_.any_lost()),
           owner_only_release_.verdict(trace),
           no_deadlock_.verdict(trace),
           fault_tolerance_.verdict(trace),
           prompt_hand_over_.verdict(trace),
           clean_failure_.verdict(trace),
           fencing_.verdict(trace),
           quota_.verdict(trace),
           reentrancy_.verdict(trace),
           fairness_.verdict(trace),
           durability_.verdict(trace),
           availability_.verdict(trace)};
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (trace.shares_names() && all[i].kept == Kept::kept)
      all[i] = not_applicable(say("more locks, keys and resources than a trace can tell apart"));
    all[i].property = static_cast<Property>(i);
    all[i].promised = Properties(trace.info.promises).has(all[i].property);
  }
  return all;
}

}  // namespace locklab::sim
