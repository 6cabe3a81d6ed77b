// The state after a forged history.
#pragma once

#include "tests/support/forged_trace.h"
#include "tests/support/players.h"

namespace locklab::sim {

template <class State>
State after(const Forged& forged) {
  const Trace& trace = forged.trace();
  State state = [&] {
    if constexpr (requires { State(trace.info); })
      return State(trace.info);
    else
      return State();
  }();
  for (std::size_t i = 0; i < trace.size(); ++i) {
    if constexpr (requires { state.on(trace[i], i); })
      state.on(trace[i], i);
    else
      state.on(trace[i]);
  }
  return state;
}

}  // namespace locklab::sim
