// The record of a simulated run: events with their times, each also passed to the faults that wait
// for events. Recording injects no fault: a fault that an event makes due is injected afterwards,
// between two steps (Agenda).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/scenario/fault_plan.h"
#include "sim/trace/trace.h"

namespace locklab::sim {

/// How much of a run is kept.
struct Observation {
  enum class Kept : std::uint8_t {
    everything,
    last,    ///< at least the last `events`
    counts,  ///< only the number of events of each kind
    nothing,
  };
  Kept kept = Kept::everything;
  std::size_t events = 0;
};

class Record {
 public:
  /// `at_us`, the time of the next recorded event, must outlive it.
  Record(const std::vector<Fault>& faults, const std::int64_t* at_us, Observation observed = {})
      : plan_(faults), at_(at_us), counts_(observed.kept == Observation::Kept::counts) {
    if (observed.kept == Observation::Kept::everything) return;
    const std::size_t asked = observed.kept == Observation::Kept::last ? observed.events : 0;
    trace_.keep_last(std::max(asked, std::size_t{plan_.names_commands()}));
  }

  Trace& trace() { return trace_; }
  const Trace& trace() const { return trace_; }

  /// The next event (Trace::draft), to be filled in place; add_draft() appends it.
  Event& draft() { return trace_.draft(); }
  void add_draft() {
    trace_.add_draft(*at_);
    if (looks_) look();
  }
  void add(const Event& event) {
    trace_.draft() = event;
    add_draft();
  }
  /// Appends an event with a text.
  void add(Event& event, std::string_view text) {
    event.text = trace_.keep(text);
    add(event);
  }
  void add(Event&& event, std::string_view text) { add(event, text); }

  /// Whether a fault is due now, or may become due with the next event.
  bool faults_wait() const { return faults_wait_; }
  /// The next fault that is due, or nullopt.
  std::optional<FaultPlan::Due> take_due() { return plan_.take_due(); }
  /// Allows faults other than the scenario's, until nothing_is_due().
  void faults_may_strike() { faults_wait_ = looks_ = true; }
  /// Notes that every due fault has been injected.
  void nothing_is_due() {
    faults_wait_ = plan_.waits_for_events();
    looks_ = faults_wait_ || counts_;
  }
  /// Takes the time of later events from `at_us`.
  void record_at(const std::int64_t* at_us) { at_ = at_us; }

  const FaultPlan& plan() const { return plan_; }
  /// The number of events of that kind; 0 unless counts are kept.
  std::uint64_t count(EventKind kind) const { return happened_[static_cast<std::size_t>(kind)]; }

 private:
  void look() {
    const Event& latest = trace_.latest();
    if (counts_) ++happened_[static_cast<std::size_t>(latest.kind)];
    if (faults_wait_) plan_.on_event(latest, trace_);
  }

  Trace trace_;
  FaultPlan plan_;
  const std::int64_t* at_;
  bool faults_wait_ = true;
  const bool counts_;
  bool looks_ = true;  ///< whether each event has to be examined
  std::array<std::uint64_t, static_cast<std::size_t>(EventKind::count_)> happened_{};
};

}  // namespace locklab::sim
