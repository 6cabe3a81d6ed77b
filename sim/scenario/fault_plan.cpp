#include "sim/scenario/fault_plan.h"

#include <set>

namespace locklab::sim {

namespace {

/// Whether a fault begins with an event that carries its token. Other faults end an active one, or
/// make a client do an ordinary thing.
bool leaves_a_token(FaultKind kind) {
  switch (kind) {
    case FaultKind::resume:
    case FaultKind::restart:
    case FaultKind::heal:
    case FaultKind::release:
    case FaultKind::foreign_release:
      return false;
    default:
      return true;
  }
}

}  // namespace

bool matches(const Trigger& trigger, const Event& event) {
  return trigger.event == event.kind &&
         (trigger.client == no_client || trigger.client == event.client) &&
         (trigger.node == no_node || trigger.node == event.node) &&
         (!trigger.purpose || *trigger.purpose == event.purpose);
}

FaultPlan::FaultPlan(std::vector<Fault> faults) : faults_(std::move(faults)) {
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    const Trigger& trigger = faults_[i].trigger;
    if (trigger.at) {
      make_due(i, std::max(*trigger.at + trigger.plus, Duration(0)));
    } else {
      waiting_.push_back({i, trigger.nth});
    }
  }
}

void FaultPlan::make_due(std::size_t fault, Duration delay) {
  due_.push_back({&faults_[fault], token_of(fault), delay});
}

void FaultPlan::on_event(const Event& event) {
  for (std::size_t i = 0; i < waiting_.size();) {
    const Trigger& trigger = faults_[waiting_[i].fault].trigger;
    if (matches(trigger, event) && --waiting_[i].still == 0) {
      make_due(waiting_[i].fault, std::max(trigger.plus, Duration(0)));
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

std::optional<FaultPlan::Due> FaultPlan::take_due() {
  if (due_.empty()) return std::nullopt;
  const Due first = due_.front();
  due_.pop_front();
  return first;
}

void FaultPlan::fingerprint(Fingerprint& print) const {
  for (const Waiting& waiting : waiting_) {
    print.add(std::uint64_t{waiting.fault});
    print.add(waiting.still);
  }
  for (const Due& due : due_) print.add(std::uint64_t{due.token});
}

std::vector<std::optional<std::int64_t>> moments_of(const std::vector<Fault>& faults,
                                                    const Trace& trace) {
  std::vector<std::optional<std::int64_t>> moments(faults.size());
  const std::int64_t end = trace.empty() ? 0 : trace.back().at;
  FaultPlan plan(faults);
  const auto note_due = [&](std::int64_t now) {
    while (const auto due = plan.take_due())
      if (now + us(due->delay) <= end) moments[due->token - 1u] = now + us(due->delay);
  };
  note_due(0);
  for (std::size_t i = 0; i < trace.size() && plan.waits_for_events(); ++i) {
    plan.on_event(trace[i]);
    note_due(trace[i].at);
  }
  return moments;
}

std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace) {
  const std::vector<std::optional<std::int64_t>> moments = moments_of(faults, trace);
  std::set<FaultToken> began;
  for (std::size_t i = 0; i < trace.size(); ++i)
    if (trace[i].fault != 0) began.insert(trace[i].fault);
  std::vector<std::size_t> never;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const bool struck = !leaves_a_token(faults[i].kind) || began.contains(token_of(i));
    if (!moments[i] || !struck) never.push_back(i);
  }
  return never;
}

}  // namespace locklab::sim
