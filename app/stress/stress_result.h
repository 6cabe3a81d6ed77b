// What a load has shown: plain values, for a report, a file or a chart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/runs/live_problem.h"
#include "app/stress/measures.h"
#include "app/stress/oracle.h"
#include "app/stress/server_meter.h"
#include "app/stress/stress_work.h"
#include "app/words/sentence.h"
#include "sim/trace/property.h"

namespace locklab::app {

/// What locks without critical sections have granted, and what they may have.
struct Admissions {
  std::uint64_t granted = 0;
  std::uint64_t too_many = 0;  ///< more than the limit of all windows that there were
  std::uint64_t lacking = 0;   ///< acknowledged changes that the counter in Redis does not show
};

struct StressResult {
  StressWork work;
  std::vector<std::string> servers;  ///< HOST:PORT
  Duration measured{0};
  std::int64_t measured_from_us = 0;  ///< the zero of the violations' times
  Measures measures;
  std::uint64_t harms[static_cast<std::size_t>(Harm::count_)]{};  ///< warm-up included
  std::vector<Violation> violations;                              ///< the first of them
  Admissions admissions;
  std::optional<std::uint64_t> limit_before;  ///< locks a second
  std::optional<std::uint64_t> limit_after;
  std::vector<std::optional<ServerReading>> meters;  ///< by server, while it was measured
  bool interrupted = false;
  std::optional<LiveProblem> problem;  ///< why it ended early
  std::optional<LiveProblem> left;     ///< keys that could not be removed
  std::vector<Sentence> warnings;

  std::uint64_t count(Harm harm) const { return harms[static_cast<std::size_t>(harm)]; }
  /// Locks a second.
  double rate() const;
  /// The mean of both limits; none: there is no server, or it could not be measured.
  std::optional<double> limit() const;
  /// How much of the limit it reached, in percent.
  std::optional<double> share() const;
};

/// The promise that this harm breaks; none: a harm that a lock has prevented.
std::optional<sim::Property> broken_by(Harm harm);
/// Whether the lock has broken what it promises.
bool broke_a_promise(const StressResult& result);

}  // namespace locklab::app
