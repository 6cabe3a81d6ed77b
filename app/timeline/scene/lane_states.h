// The state of every lane after each event: clients wait, believe or are inside, and nodes hold
// keys. Processes the events of a trace in order.
#pragma once

#include <vector>

#include "app/timeline/scene/layout.h"
#include "app/timeline/words/client_progress.h"
#include "sim/trace/run_state.h"

namespace locklab::app {

/// The lanes of a trace: its clients, its nodes and, if it is used or `with_resource` is set, the
/// resource.
std::vector<Lane> lanes_of(const sim::Trace& trace, bool with_resource = false);

/// The main lock of the run: the one that most clients try to acquire, or the first of several such
/// locks. sim::no_name if there is none.
std::uint16_t main_lock(const sim::Trace& trace);

/// The appearance of a client's lane.
LaneCell cell_of(const ClientProgress& client);

class LaneStates {
 public:
  LaneStates(const sim::Trace& trace, const std::vector<Lane>& lanes);

  /// Applies the next event. Must be called once for every index, in order.
  void apply(std::size_t index) { run_.on(trace_, index); }
  std::vector<LaneCell> cells() const;
  LaneCell cell(std::size_t lane) const;
  bool is_lock(std::uint16_t key) const { return key < is_lock_.size() && is_lock_[key]; }
  const sim::RunState& run() const { return run_; }

 private:
  LaneCell cell_of_node(NodeId node) const;

  const sim::Trace& trace_;
  const std::vector<Lane>& lanes_;
  std::vector<bool> is_lock_;
  std::uint16_t main_lock_;
  bool critical_;
  sim::RunState run_;
};

}  // namespace locklab::app
