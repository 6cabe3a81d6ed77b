// What a simulated run writes: events at the time by which the run is recorded, each shown to the
// faults that wait for one. Writing strikes nobody: what has become due by it is taken between two
// callbacks.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

class Record {
 public:
  /// `at_us` outlives it: the time of whatever is recorded next.
  Record(const std::vector<Fault>& faults, const std::int64_t* at_us) : plan_(faults), at_(at_us) {}

  Trace& trace() { return trace_; }
  const Trace& trace() const { return trace_; }

  /// The next event (Trace::draft), to be filled in place; add_draft() appends it.
  Event& draft() { return trace_.draft(); }
  void add_draft() {
    trace_.add_draft(*at_);
    if (faults_wait_) plan_.on_event(trace_.back());
  }
  void add(const Event& event) {
    trace_.draft() = event;
    add_draft();
  }
  /// The same with a text.
  void add(Event& event, std::string_view text) {
    event.text = trace_.keep(text);
    add(event);
  }
  void add(Event&& event, std::string_view text) { add(event, text); }

  /// Whether a fault strikes now, or may at the next event.
  bool faults_wait() const { return faults_wait_; }
  /// The next fault whose moment has come.
  std::optional<FaultPlan::Due> take_due() { return plan_.take_due(); }
  /// Until nothing_is_due(): somebody else strikes too, between two callbacks.
  void faults_may_strike() { faults_wait_ = true; }
  /// All that was due has struck.
  void nothing_is_due() { faults_wait_ = plan_.waits_for_events(); }
  /// From now on events are recorded at this time.
  void record_at(const std::int64_t* at_us) { at_ = at_us; }

  const FaultPlan& plan() const { return plan_; }

 private:
  Trace trace_;
  FaultPlan plan_;
  const std::int64_t* at_;
  bool faults_wait_ = true;
};

}  // namespace locklab::sim
