// Every run of the library, opened, and the events of a trace by condition.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/opened_run.h"

namespace locklab::test {

/// Every story and every variation, as the window shows it, opened once for all tests.
inline const std::vector<app::ShownRunPtr>& every_story() {
  static const std::vector<app::ShownRunPtr> all = [] {
    std::vector<app::ShownRunPtr> runs;
    for (const std::string& name : app::library_runs(sim::Library()).names)
      runs.push_back(opened(name));
    return runs;
  }();
  return all;
}

/// The indices of the events for which `is` holds, in order.
template <class Is>
std::vector<std::uint32_t> events_where(const sim::Trace& trace, Is is) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < trace.size(); ++i)
    if (is(trace[i])) found.push_back(i);
  return found;
}

inline std::vector<std::uint32_t> events_of(const sim::Trace& trace, sim::EventKind kind) {
  return events_where(trace, [&](const sim::Event& event) { return event.kind == kind; });
}

}  // namespace locklab::test
