#include "sim/trace/state/lock_states.h"

#include <algorithm>
#include <utility>

namespace locklab::sim {

void LockStates::on(const Event& event, std::size_t index) {
  if (event.client == no_client) return;
  switch (event.kind) {
    case EventKind::attempt:
      on_attempt(event, index);
      return;
    case EventKind::refused:
      return on_refused(event);
    case EventKind::acquired:
    case EventKind::gave_up:
      on_wait_over(event);
      return;
    case EventKind::entered:
      on_entered(event, index);
      return;
    case EventKind::left:
      on_left(event);
      return;
    case EventKind::finished:
      return on_finished(event);
    case EventKind::client_crashed:
      return on_crashed(event);
    default:
      return;
  }
}

LockStates::Attempted LockStates::on_attempt(const Event& event, std::size_t index) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.open(event.client, event.key);
  Engagement& engaged = engagements_[at].value;
  engaged.attempt = event.acquisition;
  if (engaged.depth > 0 || engaged.waiting) return {lock, none};
  start_waiting(lock, at, event, index);
  return {lock, at};
}

const LockStates::Lock& LockStates::on_wait_over(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == none) return lock;
  if (engagements_[at].value.waiting) stop_waiting(lock, at);
  // Who acquired enters next: its cell will be wanted again.
  if (event.kind != EventKind::acquired) close_if_idle(at);
  return lock;
}

const LockStates::Lock& LockStates::on_entered(const Event& event, std::size_t index) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.open(event.client, event.key);
  Engagement& engaged = engagements_[at].value;
  if (engaged.waiting) stop_waiting(lock, at);
  if (engaged.depth++ == 0) {
    engaged.entered = static_cast<std::uint32_t>(index);
    ++lock.inside;
  }
  return lock;
}

const LockStates::Lock& LockStates::on_left(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == none || engagements_[at].value.depth == 0) return lock;
  if (--engagements_[at].value.depth > 0) return lock;
  --lock.inside;
  close_if_idle(at);
  return lock;
}

void LockStates::start_waiting(Lock& lock, std::uint32_t at, const Event& event,
                               std::size_t index) {
  Engagement& engaged = engagements_[at].value;
  engaged.waiting = true;
  engaged.first = static_cast<std::uint32_t>(index);
  engaged.asked_at = event.at;
  engaged.before = lock.tail;
  engaged.after = none;
  (lock.tail == none ? lock.head : engagements_[lock.tail].value.after) = at;
  lock.tail = at;
  ++lock.waiting;
}

void LockStates::stop_waiting(Lock& lock, std::uint32_t at) {
  Engagement& engaged = engagements_[at].value;
  const auto [before, after] = std::pair(engaged.before, engaged.after);
  (before == none ? lock.head : engagements_[before].value.after) = after;
  (after == none ? lock.tail : engagements_[after].value.before) = before;
  --lock.waiting;
  lock.able -= engaged.able;
  lock.tolerant -= engaged.tolerant;
  engaged.waiting = engaged.able = engaged.tolerant = false;
}

void LockStates::leave_all(ClientId client, bool also_inside) {
  for (std::uint32_t at = engagements_.first_of(client); at != none;) {
    const std::uint32_t next = engagements_[at].next;
    Lock& lock = locks_[engagements_[at].name];
    Engagement& engaged = engagements_[at].value;
    if (engaged.waiting) stop_waiting(lock, at);
    if (also_inside && engaged.depth > 0) {
      engaged.depth = 0;
      --lock.inside;
    }
    close_if_idle(at);
    at = next;
  }
}

void LockStates::close_if_idle(std::uint32_t at) {
  const Engagement& engaged = engagements_[at].value;
  if (engaged.depth == 0 && !engaged.waiting) engagements_.close(at);
}

std::uint32_t LockStates::depth(ClientId client, std::uint16_t name) const {
  const std::uint32_t at = engagements_.find(client, name);
  return at == none ? 0 : engagements_[at].value.depth;
}

bool LockStates::inside_any(ClientId client) const {
  for (std::uint32_t at = engagements_.first_of(client); at != none; at = engagements_[at].next)
    if (engagements_[at].value.depth > 0) return true;
  return false;
}

bool LockStates::waits_for_any(ClientId client) const {
  for (std::uint32_t at = engagements_.first_of(client); at != none; at = engagements_[at].next)
    if (engagements_[at].value.waiting) return true;
  return false;
}

std::size_t LockStates::earliest_inside(std::uint16_t name, ClientId but) const {
  std::size_t earliest = SIZE_MAX;
  for (std::uint32_t at = 0; at < engagements_.size(); ++at) {
    const Engagements::Cell& cell = engagements_[at];
    if (cell.client == no_client || cell.client == but || cell.name != name) continue;
    if (cell.value.depth > 0) earliest = std::min<std::size_t>(earliest, cell.value.entered);
  }
  return earliest;
}

void LockStates::fingerprint(Fingerprint& print) const {
  for (std::uint32_t c = 0; c < engagements_.clients(); ++c) {
    print.add(std::uint64_t{c});
    for (std::uint32_t at = engagements_.first_of(static_cast<ClientId>(c)); at != none;
         at = engagements_[at].next) {
      const Engagement& one = engagements_[at].value;
      print.add(std::uint64_t{engagements_[at].name});
      print.add(one.depth);
      print.add(one.waiting);
      print.add(one.asked_at);
    }
  }
}

}  // namespace locklab::sim
