// Comparable forms of live runs: their events without times, and their verdicts.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

#include "sim/check/check.h"
#include "sim/trace/trace.h"

namespace locklab::test {

/// The client, kind and purpose of each event, in order, without times.
inline std::vector<std::string> told_of(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < trace.size(); ++i) {
    const sim::Event& event = trace[i];
    const auto who = event.client == no_client ? "nobody" : trace.client_name(event.client);
    all.push_back(fmt::format("{} {} {}", who, name(event.kind), name(event.purpose)));
  }
  return all;
}

inline sim::Verdict verdict_on(const sim::Trace& trace, sim::Property property) {
  return sim::check(trace)[static_cast<std::size_t>(property)];
}

inline std::vector<std::string> verdicts_of(const sim::Trace& trace) {
  std::vector<std::string> all;
  for (const sim::Verdict& verdict : sim::check(trace))
    all.push_back(fmt::format("{} {}", name(verdict.property), name(verdict.kept)));
  return all;
}

}  // namespace locklab::test
