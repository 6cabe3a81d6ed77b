// Checks the promises of a run while it runs: each event once, as it comes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sim/check/checker.h"
#include "sim/trace/trace.h"

namespace locklab::app {

class PromiseWatch {
 public:
  /// Checks the promises in `trace`'s info. The trace must outlive it.
  explicit PromiseWatch(const sim::Trace& trace) : trace_(trace), checker_(trace.info) {}

  /// Checks the events recorded since the last call. Returns whether a promise is broken by now.
  bool sees_broken() { return broken_promises() != 0; }
  /// Checks the same events, and returns the promises broken by now: bit i for property i.
  std::uint32_t broken_promises() {
    while (seen_ < trace_.size()) checker_.on(trace_, seen_++);
    return broken() & trace_.info.promises;
  }
  /// Returns the properties broken up to the last checked event, promised or not, in the same bits.
  std::uint32_t broken() const {
    return seen_ == 0 ? 0 : checker_.broken(trace_.latest().at).bits();
  }

 private:
  const sim::Trace& trace_;
  sim::Checker checker_;
  std::size_t seen_ = 0;
};

}  // namespace locklab::app
