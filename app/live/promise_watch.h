// Watches over the promises of a run while it goes on: each event is judged once, as it comes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/check/checker.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class PromiseWatch {
 public:
  /// `trace` outlives it; its info says what is promised.
  explicit PromiseWatch(const sim::Trace& trace) : trace_(trace), checker_(trace.info) {}

  /// Judges what was recorded since it last looked. Whether a promise is broken by now.
  bool sees_broken() { return broken_promises() != 0; }
  /// The same, and which: bit i: property i.
  std::uint32_t broken_promises() {
    while (seen_ < trace_.size()) checker_.on(trace_, seen_++);
    return broken() & trace_.info.promises;
  }
  /// What is broken by the last event that was judged, promised or not: bit i: property i.
  std::uint32_t broken() const {
    return seen_ == 0 ? 0 : checker_.broken(trace_.latest().at).bits();
  }

 private:
  const sim::Trace& trace_;
  sim::Checker checker_;
  std::size_t seen_ = 0;
};

}  // namespace locklab::app
