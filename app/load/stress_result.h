// What a load has shown: plain values, for a report, a file or a chart.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/load/kept_holds.h"
#include "app/load/measures.h"
#include "app/load/origin.h"
#include "app/load/outage.h"
#include "app/load/server_reading.h"
#include "app/load/stress_progress.h"
#include "app/load/stress_work.h"
#include "app/load/violation.h"
#include "app/runs/live_problem.h"
#include "sim/trace/sentence.h"

namespace locklab::app {

/// What locks without critical sections have granted, and what they may have.
struct Admissions {
  std::uint64_t granted = 0;
  std::uint64_t too_many = 0;  ///< more than the limit of all windows that there were
  std::uint64_t lacking = 0;   ///< acknowledged changes that the counter in Redis does not show

  /// A lock that other generators ask for, too.
  struct Shared {
    std::uint64_t lock = 0;
    std::uint64_t granted = 0;
    std::uint64_t taken = 0;  ///< what the counter in Redis shows of everybody's changes
    bool operator==(const Shared&) const = default;
  };
  std::uint64_t most = 0;      ///< what a limiter may let through in the time; 0: it is none
  std::vector<Shared> shared;  ///< those that were granted at all
};

/// What a part of a load tells a merge.
struct PartResult {
  std::int64_t begun_at_us = 0;     ///< since 1970, by the clock of the load's first server
  std::int64_t clock_error_us = 0;  ///< how well that is known
  std::string server_run;           ///< the server process whose clock it is
  KeptHolds holds;                  ///< of locks that other generators ask for, too
};

/// What only a merge of all parts can tell.
struct MergeResult {
  std::size_t generators = 0;
  std::int64_t apart_us = 0;        ///< from the first generator's start to the last one's
  std::int64_t clock_error_us = 0;  ///< the largest of all generators
  std::uint64_t compared = 0;       ///< holds
  std::uint64_t seen = 0;           ///< holds, with those that were too many to keep
  std::uint64_t one_slice_of = 1;   ///< every how many slices of time were compared; 1: all
  std::uint64_t overlaps = 0;       ///< between generators, for certain; `harms` has them too
  std::uint64_t possible = 0;       ///< too close for the clocks to tell
  std::uint64_t tokens = 0;         ///< given twice, or too low; `harms` has them too
};

/// What the limit beside a load is worth.
enum class LimitState : std::uint8_t {
  none,  ///< there is no server, or nobody measured it
  sound,
  apart,     ///< before and after differ too much, or in one of them nothing was answered
  exceeded,  ///< the lock was noticeably faster: so it is no limit
};

struct StressResult {
  StressWork work;
  Origin origin;
  std::vector<std::string> servers;  ///< HOST:PORT
  Duration measured{0};
  std::int64_t measured_from_us = 0;  ///< the zero of the violations' times
  Measures measures;
  std::uint64_t harms[static_cast<std::size_t>(Harm::count_)]{};  ///< warm-up included
  std::vector<Violation> violations;                              ///< the first of them
  Admissions admissions;
  std::optional<std::uint64_t> limit_before;  ///< locks a second
  std::optional<std::uint64_t> limit_after;
  /// Commands of an answer of a lock without critical sections: of a yes, and of a no; 0: unknown.
  std::uint32_t yes_commands = 0;
  std::uint32_t no_commands = 0;
  std::vector<std::optional<ServerReading>> meters;  ///< by server, while it was measured
  /// By second; none: not all servers could be asked at its end.
  std::vector<std::optional<ServerSecond>> server_seconds;
  bool interrupted = false;
  std::optional<LiveProblem> problem;  ///< why it ended early
  std::optional<LiveProblem> left;     ///< keys that could not be removed
  std::vector<Outage> outages;         ///< of servers that it went on without
  std::vector<Sentence> warnings;
  std::optional<PartResult> part;    ///< if others have made the rest of the load
  std::optional<MergeResult> merge;  ///< if it was merged from parts

  std::uint64_t count(Harm harm) const { return harms[static_cast<std::size_t>(harm)]; }
  /// What the lock did, of these counts: locks, or answers if it has no critical sections.
  std::uint64_t done(const Counts& counts) const {
    return work.critical_sections() ? counts.acquired : counts.decided;
  }
  /// That, a second; 0 if it ended in its first moments, which tell nothing.
  double rate() const;
  bool ended_at_once() const {
    return (problem || interrupted) && measured < least_measured && measured < work.duration;
  }
  LimitState limit_state() const;
  /// The mean of both limits; none: it is not sound.
  std::optional<double> limit() const;
  /// How much of the limit it reached, in percent; none: the limit is not sound. Answers that need
  /// fewer commands than those of the limit count for less.
  std::optional<double> share() const;
  /// Jain's index; none: nobody had a lock.
  std::optional<double> fairness() const;
  /// How much of that second was measured: the last one is often a part. 0: next to nothing.
  Duration length_of(std::size_t second) const;
  bool is_partial(std::size_t second) const { return length_of(second) < whole_second; }
  /// `count` as if the whole second had been measured.
  double per_second(std::uint64_t count, std::size_t second) const;
  /// The figures of that second.
  StressSecond second(std::size_t number) const;
  /// The seconds of which enough was measured to show them.
  std::size_t shown_seconds() const;

  static constexpr Duration whole_second = 999ms;
  static constexpr Duration least_measured = 100ms;
};

/// The name of each load beside the others: its label, and which of its runs it is if there are
/// several.
std::vector<std::string> names_of(const std::vector<StressResult>& results);
/// Which run of its label each load is, from 1.
std::vector<std::size_t> runs_of(const std::vector<StressResult>& results);

/// Whether the lock has broken what it promises.
bool broke_a_promise(const StressResult& result);

}  // namespace locklab::app
