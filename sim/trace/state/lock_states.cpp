#include "sim/trace/state/lock_states.h"

#include <algorithm>
#include <utility>

#include "lock/assert.h"
#include "lock/lock_config.h"

namespace locklab::sim {

namespace {

/// Upper limit of the permits counted for one attempt. A trace from elsewhere may claim any number.
constexpr std::int64_t most_permits = 1'000'000;

bool is_shared(const Event& without) {
  return without.detail == static_cast<std::uint8_t>(Entry::without_shared_lock);
}

/// The smallest `entered` of the open engagements that fit; SIZE_MAX if none does.
template <class Fits>
std::size_t earliest(const LockStates::Engagements& engagements, Fits fits) {
  std::size_t first = SIZE_MAX;
  for (std::uint32_t at = 0; at < engagements.size(); ++at) {
    const LockStates::Engagements::Cell& cell = engagements[at];
    if (cell.client != no_client && fits(cell))
      first = std::min<std::size_t>(first, cell.value.entered);
  }
  return first;
}

}  // namespace

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
  engaged.asks_shared = event.detail == static_cast<std::uint8_t>(Mode::shared);
  engaged.asks_permits =
      static_cast<std::uint32_t>(std::clamp<std::int64_t>(event.value, 0, most_permits));
  if (engaged.waits()) return {lock, none};
  if (engaged.depth > 0) {
    engaged.asks_again = true;
  } else {
    start_waiting(lock, at, event, index);
  }
  return {lock, at};
}

const LockStates::Lock& LockStates::on_wait_over(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == none) return lock;
  stop_waiting(lock, at);
  // A client that has acquired enters next, and needs its cell again.
  if (event.kind != EventKind::acquired) close_if_idle(at);
  return lock;
}

const LockStates::Lock& LockStates::on_entered(const Event& event, std::size_t index) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.open(event.client, event.key);
  Engagement& engaged = engagements_[at].value;
  stop_waiting(lock, at);
  if (!engaged.is_inside()) engaged.entered = static_cast<std::uint32_t>(index);
  subtract(lock, engaged);
  if (without_lock(event)) {
    ++engaged.without;
    engaged.without_shared += is_shared(event);
  } else {
    take_hold(engaged, event);
  }
  add(lock, engaged);
  return lock;
}

const LockStates::Lock& LockStates::on_left(const Event& event) {
  Lock& lock = locks_[event.key];
  const std::uint32_t at = engagements_.find(event.client, event.key);
  if (at == none) return lock;
  Engagement& engaged = engagements_[at].value;
  if ((without_lock(event) ? engaged.without : engaged.depth) == 0) return lock;
  subtract(lock, engaged);
  if (without_lock(event)) {
    --engaged.without;
    engaged.without_shared -= std::min<std::uint32_t>(is_shared(event), engaged.without_shared);
  } else {
    give_hold(engaged, event);
  }
  add(lock, engaged);
  close_if_idle(at);
  return lock;
}

/// Adds the client to the counts of the lock that it is inside.
void LockStates::add(Lock& lock, const Engagement& engaged) {
  if (!engaged.is_inside()) return;
  lock.inside += engaged.depth > 0;
  lock.without += engaged.depth == 0;
  lock.exclusive += engaged.excludes();
  lock.taken += std::max(engaged.permits, 1u);
}

void LockStates::subtract(Lock& lock, const Engagement& engaged) {
  if (!engaged.is_inside()) return;
  LOCKLAB_ASSERT(lock.inside + lock.without > 0u);
  lock.inside -= engaged.depth > 0;
  lock.without -= engaged.depth == 0;
  lock.exclusive -= engaged.excludes();
  lock.taken -= std::max(engaged.permits, 1u);
}

void LockStates::take_hold(Engagement& engaged, const Event& event) {
  ++engaged.depth;
  if (!engaged.asks_shared && engaged.asks_permits == 0) return;
  engaged.shared += engaged.asks_shared;
  engaged.permits += engaged.asks_permits;
  odd_.push_back(
      {event.client, event.key, event.acquisition, engaged.asks_permits, engaged.asks_shared});
}

void LockStates::give_hold(Engagement& engaged, const Event& event) {
  const auto own = [&](const OddHold& one) {
    return one.client == event.client && one.name == event.key;
  };
  if (--engaged.depth == 0) {
    engaged.shared = engaged.permits = 0;
    std::erase_if(odd_, own);
    return;
  }
  const auto odd = std::find_if(odd_.begin(), odd_.end(), [&](const OddHold& one) {
    return own(one) && one.acquisition == event.acquisition;
  });
  if (odd == odd_.end()) return;
  engaged.shared -= odd->shared;
  engaged.permits -= odd->permits;
  odd_.erase(odd);
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
  judge(at, false, false);
  engaged.asks_again = false;
  if (!std::exchange(engaged.waiting, false)) return;
  const auto [before, after] = std::pair(engaged.before, engaged.after);
  (before == none ? lock.head : engagements_[before].value.after) = after;
  (after == none ? lock.tail : engagements_[after].value.before) = before;
  LOCKLAB_ASSERT(lock.waiting > 0u);
  --lock.waiting;
}

void LockStates::leave_all(ClientId client, bool also_inside) {
  for (std::uint32_t at = engagements_.first_of(client); at != none;) {
    const std::uint32_t next = engagements_[at].next;
    Lock& lock = locks_[engagements_[at].name];
    Engagement& engaged = engagements_[at].value;
    stop_waiting(lock, at);
    if (also_inside) {
      subtract(lock, engaged);
      engaged.depth = engaged.shared = engaged.permits = 0;
      engaged.without = engaged.without_shared = 0;
    }
    close_if_idle(at);
    at = next;
  }
  if (also_inside)
    std::erase_if(odd_, [client](const OddHold& one) { return one.client == client; });
}

void LockStates::close_if_idle(std::uint32_t at) {
  const Engagement& engaged = engagements_[at].value;
  if (!engaged.is_inside() && !engaged.waiting) engagements_.close(at);
}

std::uint32_t LockStates::depth(ClientId client, std::uint16_t name) const {
  const std::uint32_t at = engagements_.find(client, name);
  return at == none ? 0 : engagements_[at].value.depth;
}

bool LockStates::asks_shared(ClientId client, std::uint16_t name) const {
  const std::uint32_t at = engagements_.find(client, name);
  return at != none && engagements_[at].value.asks_shared;
}

bool LockStates::inside_any(ClientId client) const {
  for (std::uint32_t at = engagements_.first_of(client); at != none; at = engagements_[at].next)
    if (engagements_[at].value.is_inside()) return true;
  return false;
}

bool LockStates::holds_any(ClientId client) const {
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
  return earliest(engagements_, [&](const Engagements::Cell& cell) {
    return cell.name == name && cell.client != but && cell.value.is_inside();
  });
}

std::size_t LockStates::earliest_holder(std::uint16_t name) const {
  return earliest(engagements_, [&](const Engagements::Cell& cell) {
    return cell.name == name && cell.value.depth > 0;
  });
}

void LockStates::fingerprint(Fingerprint& print) const {
  for (std::uint32_t c = 0; c < engagements_.clients(); ++c) {
    print.add(std::uint64_t{c});
    for (std::uint32_t at = engagements_.first_of(static_cast<ClientId>(c)); at != none;
         at = engagements_[at].next) {
      const Engagement& one = engagements_[at].value;
      print.add(std::uint64_t{engagements_[at].name});
      print.add(one.depth);
      print.add(one.without);
      print.add(one.without_shared);
      print.add(one.waiting);
      print.add(one.asks_again);
      print.add(one.asked_at);
      print.add(one.asks_shared);
      print.add(one.asks_permits);
    }
  }
  for (const OddHold& one : odd_) {
    print.add(std::uint64_t{index(one.client)});
    print.add(std::uint64_t{one.name});
    print.add(one.acquisition);
  }
}

}  // namespace locklab::sim
