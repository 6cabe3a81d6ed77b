// The definitions for client_process.h. Only the drivers' source files include it.
#pragma once

#include <algorithm>

#include "sim/process/client_process.h"
#include "sim/process/client_process_faults.h"
#include "sim/process/client_process_notes.h"
#include "sim/process/client_process_pushes.h"
#include "sim/process/client_process_route.h"

namespace locklab::sim {

// ---- its program ----

template <class Driver, class R, class W>
Event ClientProcess<Driver, R, W>::event(EventKind kind) const {
  Event event;
  event.kind = kind;
  event.client = id_;
  return event;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::start() {
  if (clock_.offset_us() != 0 || clock_.ppm() != 0) record_clock(0);
  run_also([this](Actor& self) { return run_client(self, &program_); });
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::foreign_release() {
  const bool runs = run_also([this](Actor& self) { return run_foreign_release(self, &program_); });
  return runs ? NoEffect::none : NoEffect::client_crashed;
}

template <class Driver, class R, class W>
bool ClientProcess<Driver, R, W>::run_also(std::function<Task<>(Actor&)> task) {
  if (crashed_) return false;
  if (!paused()) {
    run(task);
    return true;
  }
  Action later;
  later.kind = Action::Kind::run;
  later.task = std::move(task);
  defer(std::move(later));
  return true;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::run(const std::function<Task<>(Actor&)>& task) {
  tasks_.push_back(task(*this));
  tasks_.back().start();
}

template <class Driver, class R, class W>
bool ClientProcess<Driver, R, W>::done() const {
  if (crashed_) return true;
  return actions_.empty() &&
         std::all_of(tasks_.begin(), tasks_.end(), [](const Task<>& task) { return task.done(); });
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::defer(Action action) {
  actions_.push_back(std::move(action));
  if (!paused()) driver().agenda().add(*this);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::defer(typename Action::Kind kind, R& request) {
  Action action;
  action.kind = kind;
  action.request = &request;
  defer(std::move(action));
}

template <class Driver, class R, class W>
bool ClientProcess<Driver, R, W>::perform_next() {
  if (actions_.empty() || paused()) return false;
  Action next = std::move(actions_.front());
  actions_.erase(actions_.begin());
  perform(next);
  return !actions_.empty() && !paused();
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::perform(Action& action) {
  switch (action.kind) {
    case Action::Kind::say:
      return record_copy(action.event);
    case Action::Kind::send:
      return send(*action.request);
    case Action::Kind::sleep:
      return set_timer(*action.wait);
    case Action::Kind::hand_over:
      return hand_over(*action.request);
    case Action::Kind::give_up:
      return give_up(*action.request);
    case Action::Kind::run:
      return run(action.task);
  }
}

// ---- called by the driver ----

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::bring_again(R& request) {
  request.again = true;
  ++brought_again_;
  driver().arrives_again(request);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::reply_arrived(R& request) {
  const bool again = std::exchange(request.again, false);
  if (again) {
    LOCKLAB_ASSERT(brought_again_ > 0u);
    --brought_again_;
  }
  if (paused()) {
    mailbox_.push_back(&request);
    return;
  }
  // A reply that arrives at the moment of the resume is read after earlier ones.
  if (!again && brought_again_ > 0) return bring_again(request);
  if (request.is_silent()) {
    fail(request);
    return driver().consumed(request);
  }
  if (!duplicates_.empty() && send_again(request)) return;
  Event& received = driver().draft();
  received.kind = request.pushed ? EventKind::push_received : EventKind::received;
  request.sign(received);
  received.detail = static_cast<std::uint8_t>(request.reply.kind);
  received.value = request.reply.integer;
  driver().record(request, received);
  if (!defers()) return hand_over(request);
  driver().told(request);
  defer(Action::Kind::hand_over, request);
}

/// Hands the reply to the call that awaits it, unless it is a redirection that can be followed.
/// Keeps a pushed frame.
template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::hand_over(R& request) {
  Call* const call = request.call;
  LOCKLAB_ASSERT(!request.is_silent());
  LOCKLAB_ASSERT(!paused());
  if (call && request.reply.is_error() && follow(request)) return;
  if (call) {
    call->take(std::move(request.reply));
    call->slot = nullptr;
    driver().consumed(request);
    driver().not_awaited(request);
    call->complete();
  } else {
    if (request.pushed) keep_push(request);
    driver().consumed(request);
  }
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::deadline_passed(R& request) {
  if (crashed_) return;
  if (paused()) {
    late_.push_back(&request);
    return;
  }
  fail(request);
}

/// Ends the wait without a reply: cancelled, timed out, or the connection was lost.
template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::fail(R& request) {
  Call* const call = request.call;
  if (!call) return;
  if (request.cancelled) {
    call->slot = nullptr;
    driver().not_awaited(request);
    call->complete(Reply::cancelled());
    return;
  }
  if (!request.is_silent()) request.silence = Silence::timeout;
  Event& ended = driver().draft();
  ended.kind = EventKind::timed_out;
  request.sign(ended);
  ended.reason = reason_of(request.silence);
  ended.text = driver().trace().keep(request.silence_words());
  driver().record_draft();
  if (!defers()) return give_up(request);
  driver().told(request);
  defer(Action::Kind::give_up, request);
}

/// Drops the connection and completes the call: its timeout has passed, or the connection has
/// ended.
template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::give_up(R& request) {
  Call* const call = request.call;
  LOCKLAB_ASSERT(request.is_silent());
  LOCKLAB_ASSERT(!paused());
  Reply unknown = Reply::unknown(request.silence, request.silence_words());
  if (call) call->slot = nullptr;
  driver().drop_connection(request);
  driver().not_awaited(request);
  if (call) call->complete(std::move(unknown));
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::sleep_over(W& wait) {
  if (crashed_) return;
  if (paused()) {
    late_.push_back(&wait);
    return;
  }
  Sleep* const sleep = std::exchange(wait.sleep, nullptr);
  Listen* const listen = std::exchange(wait.listen, nullptr);
  const bool cancelled = wait.cancelled;
  LOCKLAB_ASSERT((sleep == nullptr) != (listen == nullptr));
  free_waits_.push_back(&wait);
  if (sleep) {
    sleep->slot = nullptr;
    return sleep->complete(cancelled);
  }
  listen->slot = nullptr;
  listen->complete(cancelled ? Reply::cancelled() : take_push(wait.node));
}

// ---- what its program asks for ----

template <class Driver, class R, class W>
Time ClientProcess<Driver, R, W>::monotonic_now() {
  const std::int64_t now = clock_.monotonic(driver().now());
  received(static_cast<std::uint64_t>(now));
  return at_us(now);
}

template <class Driver, class R, class W>
Token ClientProcess<Driver, R, W>::random_token() {
  const std::uint64_t high = driver().random_bits();
  received(acquisitions_);
  return Token::from_bits(high, driver().random_bits(), ++acquisitions_);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::begin(Call& call, NodeId node, Command&& command,
                                        Duration timeout, const SourcePlace& where) {
  if (crashed_) return;
  R& request = driver().open(owners_.empty() ? node : way_of(node, command));
  request.command = std::move(command);
  request.call = &call;
  request.from = id_;
  request.place = driver().trace().place_id(where);
  request.timeout = timeout;
  call.slot = static_cast<Pending*>(&request);
  if (!defers()) return send(request);
  defer(Action::Kind::send, request);
}

template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::send(R& request) {
  LOCKLAB_ASSERT(!paused());
  LOCKLAB_ASSERT(!crashed_);
  LOCKLAB_ASSERT(!request.sent);
  request.due_local = clock_.monotonic(driver().now()) + us(request.timeout);
  request.sent = true;
  if (!request.cancelled) set_deadline(request);
  if (request.command.script) driver().trace().mention(*request.command.script);
  Event& sent = driver().draft();
  sent.kind = EventKind::sent;
  request.sign(sent);
  sent.place = request.place;
  sent.text = driver().trace().keep(request.command.packed());
  driver().record_draft();
  follow_transaction(request);
  driver().carry(request);
}

/// Marks the request if it belongs to a transaction, and tracks whether later ones do.
template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::follow_transaction(R& request) {
  if (request.node == resource_node || request.command.listens) return;
  if (index(request.node) >= transactions_.size()) transactions_.resize(index(request.node) + 1u);
  Transaction& transaction = transactions_[index(request.node)];
  request.continues = transaction.inside();
  transaction.sent(request.command.words());
}

template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::set_deadline(R& request) {
  LOCKLAB_ASSERT(!request.cancelled);  // a cancelled request ends at once, regardless of the clock
  // On a slow clock, several microseconds share one reading, so `at` may lie before now.
  const std::int64_t at = clock_.when_monotonic(request.due_local);
  driver().wake_at(request, std::max(at, driver().now()));
}

template <class Driver, class R, class W>
inline void ClientProcess<Driver, R, W>::set_timer(W& wait) {
  const std::int64_t at = clock_.when_monotonic(wait.due_local);
  driver().wake_at(wait, std::max(at, driver().now()));
}

template <class Driver, class R, class W>
inline W& ClientProcess<Driver, R, W>::take_wait() {
  if (free_waits_.empty()) free_waits_.push_back(&waits_.emplace_back(driver()));
  W& wait = *free_waits_.back();
  free_waits_.pop_back();
  wait.cancelled = false;
  wait.spread = 0;
  wait.random = false;
  return wait;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::begin(Sleep& sleep, Duration duration, const SourcePlace&) {
  if (crashed_) return;
  W& wait = take_wait();
  wait.sleep = &sleep;
  // Not monotonic_now(): the task does not learn the reading.
  wait.due_local = clock_.monotonic(driver().now()) + us(duration);
  wait.spread = us(sleep.pause().spread);
  wait.random = wait.spread > 0;
  wait.attempts_left = sleep.pause().attempts_left;
  wait.draw = sleep.pause().number;
  sleep.slot = static_cast<Pending*>(&wait);
  if (!defers()) return set_timer(wait);
  Action action;
  action.kind = Action::Kind::sleep;
  action.wait = &wait;
  defer(std::move(action));
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::abandon(Call& call) noexcept {
  if (!call.slot) return;
  R& request = request_of(call);
  std::erase_if(actions_, [&](const Action& action) {
    return action.request == &request && action.kind != Action::Kind::hand_over;
  });
  if (!request.sent) driver().consumed(request);
  driver().not_awaited(request);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::abandon_wait(Await& await) noexcept {
  if (!await.slot) return;
  W& wait = wait_of(await);
  std::erase_if(actions_, [&](const Action& action) { return action.wait == &wait; });
  std::erase(late_, &wait);
  driver().cancel_wake(wait);
  wait.sleep = nullptr;
  wait.listen = nullptr;
  free_waits_.push_back(&wait);
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::cancel(Await& await) {
  if (!await.slot) return;
  Pending& pending = *static_cast<Pending*>(await.slot);
  pending.cancelled = true;
  if (pending.is_request) return driver().wake_at(request_of(await), driver().now());
  W& wait = wait_of(await);
  wait.due_local = 0;  // whenever its timer is set, it fires at once
  if (driver().wakes(wait)) driver().wake_at(wait, driver().now());
}

}  // namespace locklab::sim
