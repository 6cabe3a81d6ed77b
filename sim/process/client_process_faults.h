// Faults of a client process: crashes, pauses, clock errors and repeated commands; and its
// fingerprint.
#pragma once

#include <utility>

#include "sim/process/client_process.h"
#include "sim/process/task_log.h"

namespace locklab::sim {

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::strike(const Fault& fault, FaultToken token) {
  switch (fault.kind) {
    case FaultKind::crash:
      return crash(token);
    case FaultKind::pause:
      return pause(token, fault.duration ? us(*fault.duration) : -1);
    case FaultKind::resume:
      return resume(every_fault);
    case FaultKind::jump:
      return jump(token, us(fault.amount));
    case FaultKind::drift:
      return drift(token, fault.ppm);
    case FaultKind::duplicate:
      return duplicate(token, fault.count, fault.command);
    default:
      return foreign_release();
  }
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::crash(FaultToken token) {
  if (crashed_) return NoEffect::client_crashed;
  Event crashed = event(EventKind::client_crashed);
  crashed.fault = token;
  record_copy(crashed);
  crashed_ = true;
  pauses_.clear();
  if (!finished_) driver().program_over();
  for (const Action& action : std::exchange(actions_, {})) {
    const bool unsent = action.kind == Action::Kind::send && !action.request->call;
    if (unsent || action.kind == Action::Kind::hand_over) mailbox_.push_back(action.request);
  }
  for (R* request : std::exchange(mailbox_, {})) driver().consumed(*request);
  late_.clear();
  pushes_.clear();
  destroy_tasks();
  driver().disconnect();
  return NoEffect::none;
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::pause(FaultToken token, std::int64_t for_us) {
  if (crashed_) return NoEffect::client_crashed;
  pauses_.push_back(token);
  Event paused = event(EventKind::client_paused);
  paused.value = for_us;
  paused.fault = token;
  record_copy(paused);
  return NoEffect::none;
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::resume(FaultToken token) {
  if (crashed_) return NoEffect::client_crashed;
  if (!end_fault(pauses_, token)) return NoEffect::not_paused;
  Event resumed = event(EventKind::client_resumed);
  resumed.fault = token;
  resumed.standing = !pauses_.empty();
  record_copy(resumed);
  if (paused()) return NoEffect::none;
  // Deferred actions come first, then replies that have arrived, then overdue timers.
  if (!actions_.empty()) driver().agenda().add(*this);
  for (R* request : std::exchange(mailbox_, {})) bring_again(*request);
  for (Pending* pending : std::exchange(late_, {})) {
    if (pending->is_request) {
      driver().wake_at(static_cast<R&>(*pending), driver().now());
    } else {
      driver().wake_at(static_cast<W&>(*pending), driver().now());
    }
  }
  return NoEffect::none;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::record_clock(FaultToken token) {
  Event clock = event(EventKind::client_clock);
  clock.value = clock_.offset_us();
  clock.extra = clock_.ppm();
  clock.fault = token;
  record_copy(clock);
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::jump(FaultToken token, std::int64_t by_us) {
  if (crashed_) return NoEffect::client_crashed;
  shift_clock(by_us);
  record_clock(token);
  return NoEffect::none;
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::drift(FaultToken token, std::int64_t ppm) {
  if (crashed_) return NoEffect::client_crashed;
  drift_clock(ppm);
  record_clock(token);
  return NoEffect::none;
}

template <class Driver, class R, class W>
NoEffect ClientProcess<Driver, R, W>::duplicate(FaultToken token, std::uint32_t count,
                                                std::string command) {
  if (crashed_) return NoEffect::client_crashed;
  duplicates_.push_back({token, count, std::move(command)});
  return NoEffect::none;
}

/// Loses the reply and sends its command again, if a duplicate fault applies to the command. A
/// command that has already been sent again, also after a redirection, is not repeated. Returns
/// whether the command was sent again.
template <class Driver, class R, class W>
bool ClientProcess<Driver, R, W>::send_again(R& request) {
  if (!request.call || request.node == resource_node || request.command.listens) return false;
  if (request.cancelled || request.continues || request.hops > 0) return false;
  Transaction begun;
  begun.sent(request.command.words());
  if (begun.inside() || transactions_[index(request.node)].inside()) return false;
  const auto meant =
      std::find_if(duplicates_.begin(), duplicates_.end(), [&](const Duplicate& duplicate) {
        return duplicate.command.empty() || duplicate.command == verb(request.command.words());
      });
  if (meant == duplicates_.end()) return false;
  Event lost = request.event(EventKind::message_lost);
  lost.detail = static_cast<std::uint8_t>(LostPart::reply);
  lost.reason = reason_of(Loss::given_up);
  lost.text = driver().trace().keep(name(Loss::given_up));
  record_copy(lost);
  Event repeated = request.event(EventKind::command_repeated);
  repeated.fault = meant->token;
  if (--meant->remaining == 0) duplicates_.erase(meant);
  record_copy(repeated);
  send_on(request, request.node);
  return true;
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::drift_clock(std::int64_t ppm) {
  clock_.drift(driver().now(), ppm);
  for (W& wait : waits_)
    if (driver().wakes(wait) && !wait.cancelled) set_timer(wait);
  driver().each_request([this](R& request) {
    if (driver().wakes(request) && !request.cancelled && !request.is_silent())
      set_deadline(request);
  });
}

template <class Driver, class R, class W>
void ClientProcess<Driver, R, W>::fingerprint_process(Fingerprint& print) const {
  clock_.fingerprint(print);
  print.add(acquisitions_);
  print.add(static_cast<std::uint64_t>(own_memory));
  for (const bool flag : {crashed_, finished_}) print.add(flag);
  for (const Transaction& transaction : transactions_)
    print.add(std::uint64_t{transaction.inside()} * 2 + transaction.queues());
  print.add(std::uint64_t{pauses_.size()});
  for (const Action& action : actions_) {
    print.add(static_cast<std::uint64_t>(action.kind));
    print.add(static_cast<std::uint64_t>(action.event.kind));
    print.add(action.request ? action.request->message : action.event.acquisition);
  }
  for (const R* request : mailbox_) print.add(request->message);
  for (const Push& push : pushes_) print.add(sim::fingerprint(push.frame));
  for (const Duplicate& duplicate : duplicates_)
    print.add(std::uint64_t{duplicate.remaining} << 16 | duplicate.token);
  print.add(std::uint64_t{late_.size()});
  for (const Owner& owner : owners_)
    print.add(std::uint64_t{owner.slot} << 16 | std::uint64_t{index(owner.node)});
  print.add(std::uint64_t{index(last_way_)});
}

}  // namespace locklab::sim
