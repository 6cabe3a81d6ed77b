#include "sim/scenario/fault_plan.h"

#include <set>

namespace locklab::sim {

namespace {

/// Does nothing but keep what was due before the run's end. The faults' names tell them apart.
class Ticks final : public FaultTarget {
 public:
  explicit Ticks(std::int64_t end) : end_(end) {}
  void apply(const Fault& fault) override { struck_.insert(fault.name); }
  void apply_later(const Fault& fault, Duration delay) override {
    if (now + us(delay) <= end_) struck_.insert(fault.name);
  }
  bool struck(const std::string& name) const { return struck_.contains(name); }

  std::int64_t now = 0;

 private:
  std::int64_t end_;
  std::set<std::string> struck_;
};

}  // namespace

bool matches(const Trigger& trigger, const Event& event) {
  return trigger.event == event.kind &&
         (trigger.client == no_client || trigger.client == event.client) &&
         (trigger.node == no_node || trigger.node == event.node) &&
         (!trigger.purpose || *trigger.purpose == event.purpose);
}

void FaultTarget::end_later(Fault fault, FaultKind end) {
  fault.kind = end;
  const Duration after = *fault.duration;
  fault.duration.reset();
  apply_later(fault, after);
}

FaultPlan::FaultPlan(std::vector<Fault> faults) : faults_(std::move(faults)) {
  for (std::size_t i = 0; i < faults_.size(); ++i)
    if (!faults_[i].trigger.at) waiting_.push_back({i, faults_[i].trigger.nth});
}

void FaultPlan::start(FaultTarget& target) const {
  for (const Fault& fault : faults_) {
    if (!fault.trigger.at) continue;
    const Duration at = *fault.trigger.at + fault.trigger.plus;
    if (at <= Duration(0)) {
      target.apply(fault);
    } else {
      target.apply_later(fault, at);
    }
  }
}

void FaultPlan::on_event(const Event& event, FaultTarget& target) {
  // A fault records events itself, which come back here: what is due is taken off the list first.
  std::vector<std::size_t> due;
  for (std::size_t i = 0; i < waiting_.size();) {
    if (matches(faults_[waiting_[i].fault].trigger, event) && --waiting_[i].still == 0) {
      due.push_back(waiting_[i].fault);
      waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
  for (std::size_t i : due) {
    const Fault& fault = faults_[i];
    if (fault.trigger.plus > Duration(0)) {
      target.apply_later(fault, fault.trigger.plus);
    } else {
      target.apply(fault);
    }
  }
}

std::vector<std::size_t> never_struck(const std::vector<Fault>& faults, const Trace& trace) {
  std::vector<Fault> numbered = faults;
  for (std::size_t i = 0; i < numbered.size(); ++i) numbered[i].name = std::to_string(i);
  FaultPlan plan(numbered);
  Ticks ticks(trace.empty() ? 0 : trace.back().at);
  plan.start(ticks);
  for (std::size_t i = 0; i < trace.size() && plan.waits_for_events(); ++i) {
    ticks.now = trace[i].at;
    plan.on_event(trace[i], ticks);
  }
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < numbered.size(); ++i)
    if (!ticks.struck(numbered[i].name)) waiting.push_back(i);
  return waiting;
}

}  // namespace locklab::sim
