#include "sim/trace/run_state.h"

namespace locklab::sim {

RunState::RunState(const TraceInfo& info) : faults_(info), families_(info), keys_(info) {}

void RunState::on(const Trace& trace, std::size_t index) {
  const Event& event = trace[index];
  messages_.on(event, index);
  faults_.on(event);
  if (event.kind <= EventKind::push_received) {
    courses_.on(event);
  } else if (event.kind <= EventKind::key_lost) {
    keys_.on(trace, index, families_);
  } else if (event.kind <= EventKind::finished) {
    on_client(event, index);
  } else if (event.kind <= EventKind::resource_rejected) {
    resource_.on(event);
  } else if (subject_of(event.kind) != Subject::none) {
    on_fault(event, index);
  }
}

void RunState::on_client(const Event& event, std::size_t index) {
  courses_.on(event);
  locks_.on(event, index);
  beliefs_.on(event, index);
}

void RunState::on_fault(const Event& event, std::size_t index) {
  if (subject_of(event.kind) == Subject::client) on_client(event, index);
  if (event.kind == EventKind::node_clock && event.detail == 0)
    keys_.on_clock(event.node, clocks_.jump(event), event.at);
  clocks_.on(event);
  families_.on(event);
}

RunState state_after(const Trace& trace, std::size_t events) {
  RunState state(trace.info);
  for (std::size_t i = 0; i < events && i < trace.size(); ++i) state.on(trace, i);
  return state;
}

}  // namespace locklab::sim
