// What every lane of a timeline is doing, event by event: who waits, believes or is inside, and
// whose key each node has. Feed it a trace in order.
#pragma once

#include <vector>

#include "app/timeline/client_progress.h"
#include "app/timeline/layout.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

/// The lanes of a trace: its clients, its nodes, and the resource if anybody touches it.
std::vector<Lane> lanes_of(const Trace& trace);

/// Which names in the trace are locks (by Trace::name_of): those that somebody tries to acquire.
std::vector<bool> lock_names(const Trace& trace);

class LaneStates {
 public:
  LaneStates(const Trace& trace, const std::vector<Lane>& lanes);

  /// The next event of the trace: every index once, in order.
  void apply(std::size_t index) { run_.on(trace_, index); }
  std::vector<LaneCell> cells() const;
  LaneCell cell(std::size_t lane) const;
  bool is_lock(std::uint16_t key) const { return key < is_lock_.size() && is_lock_[key]; }
  const sim::RunState& run() const { return run_; }

 private:
  LaneCell cell_of_node(NodeId node) const;

  const Trace& trace_;
  const std::vector<Lane>& lanes_;
  std::vector<bool> is_lock_;
  bool critical_;
  sim::RunState run_;
};

}  // namespace locklab::app
