// Result of a load: plain values for reports, files and charts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/load/kept_holds.h"
#include "app/load/load_lockout.h"
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

/// Grants of locks without critical sections, compared with what is allowed.
struct Admissions {
  std::uint64_t granted = 0;
  std::uint64_t too_many = 0;   ///< grants of each lock beyond `most`, summed over all locks
  std::uint64_t lacking = 0;    ///< acknowledged changes missing from the counter in Redis
  std::uint64_t uncounted = 0;  ///< number of locks whose counters could not be read: the last
                                ///< ones, unless merged

  /// A lock shared with other generators.
  struct Shared {
    std::uint64_t lock = 0;
    std::uint64_t granted = 0;
    std::uint64_t taken = 0;  ///< changes of all generators, by the counter in Redis
    bool operator==(const Shared&) const = default;
  };
  std::uint64_t most = 0;      ///< allowed per lock by a rate limiter in the elapsed time
  std::vector<Shared> shared;  ///< only locks with grants
};

/// Data of one part of a load that a merge needs.
struct PartResult {
  std::int64_t begun_at_us = 0;     ///< since 1970, by the clock of the load's first server
  std::int64_t clock_error_us = 0;  ///< maximum error of `begun_at_us`
  std::string server_run;           ///< run id of that server's process
  KeptHolds holds;                  ///< of locks shared with other generators
};

/// Results that only a merge of all parts can compute.
struct MergeResult {
  std::size_t generators = 0;
  std::int64_t apart_us = 0;        ///< from the first generator's start to the last one's
  std::int64_t clock_error_us = 0;  ///< maximum over all generators
  std::uint64_t compared = 0;       ///< number of holds compared
  std::uint64_t seen = 0;           ///< all holds, including those not kept
  std::uint64_t one_slice_of = 1;   ///< one slice of time in this many was compared
  std::uint64_t overlaps = 0;       ///< certain overlaps between generators; also in `harms`
  std::uint64_t possible = 0;       ///< overlaps within the error of the clocks
  std::uint64_t tokens = 0;         ///< issued twice, or too low; also in `harms`
};

/// Validity of the limits measured before and after a load.
enum class LimitState : std::uint8_t {
  none,  ///< no server, or not measured
  sound,
  apart,     ///< before and after differ too much, or one of them is zero
  exceeded,  ///< the load was noticeably faster, so the limit is wrong
};

struct StressResult {
  StressWork work;
  Origin origin;
  std::vector<std::string> servers;  ///< HOST:PORT
  Duration measured{0};
  std::int64_t measured_from_us = 0;  ///< start of measuring, by Loop::now_us(): zero of reports
  Measures measures;
  std::uint64_t harms[static_cast<std::size_t>(Harm::count_)]{};  ///< warm-up included
  std::vector<Violation> violations;                              ///< the first ones of each kind
  /// The longest one; nullopt if there was none, or if generators share locks.
  std::optional<LoadLockout> lockout;
  Admissions admissions;
  std::optional<std::uint64_t> limit_before;  ///< throughput of the servers without the lock, in
                                              ///< locks per second
  std::optional<std::uint64_t> limit_after;
  /// Commands per grant, with its release if the lock has one, and per denial; 0 if unknown.
  std::uint32_t yes_commands = 0;
  std::uint32_t no_commands = 0;
  std::vector<std::optional<ServerReading>> meters;  ///< by server, over the measured time; nullopt
                                                     ///< if unknown
  /// By second; nullopt if a server could not be read at its end.
  std::vector<std::optional<ServerSecond>> server_seconds;
  bool interrupted = false;
  std::optional<LiveProblem> problem;  ///< why the load ended early
  std::optional<LiveProblem> left;     ///< names the keys that could not be removed
  std::vector<Outage> outages;         ///< that the load survived
  std::vector<Sentence> warnings;
  std::optional<PartResult> part;    ///< set if other generators ran the rest of the load
  std::optional<MergeResult> merge;  ///< set if merged from parts

  std::uint64_t count(Harm harm) const { return harms[static_cast<std::size_t>(harm)]; }
  /// Completed operations: locks acquired, or grants and denials if the lock has no critical
  /// sections.
  std::uint64_t done(const Counts& counts) const {
    return work.critical_sections() ? counts.acquired : counts.decided;
  }
  /// Completed operations per second; 0 if the load ended at once.
  double rate() const;
  bool ended_at_once() const {
    return (problem || interrupted) && measured < least_measured && measured < work.duration;
  }
  LimitState limit_state() const;
  /// Mean of the measured limits; nullopt unless the limit is sound.
  std::optional<double> limit() const;
  /// Percentage of the limit reached; nullopt unless the limit is sound. Denials that need fewer
  /// commands than grants count for less.
  std::optional<double> share() const;
  /// Jain's index; nullopt if nobody acquired a lock.
  std::optional<double> fairness() const;
  /// Measured length of a second: the last one is often shorter. 0 below 50 ms.
  Duration length_of(std::size_t second) const;
  bool is_partial(std::size_t second) const { return length_of(second) < whole_second; }
  /// `count` scaled to a full second; 0 if length_of() is 0.
  double per_second(std::uint64_t count, std::size_t second) const;
  StressSecond second(std::size_t number) const;
  /// Number of seconds that are long enough to show.
  std::size_t shown_seconds() const;

  static constexpr Duration whole_second = 999ms;
  static constexpr Duration least_measured = 100ms;
};

/// Distinct name of each load: its label, with the run number if the label occurs more than once.
std::vector<std::string> names_of(const std::vector<StressResult>& results);
/// Run number of each load among those with its label, from 1.
std::vector<std::size_t> runs_of(const std::vector<StressResult>& results);

/// The faults that were active at some time of the lock-out. A fault that nothing ends, such as a
/// crash, counts as active for a lease: a key that it left behind lasts that long.
std::vector<Strike> strikes_during(const StressWork& work, const LoadLockout& lockout);

/// True if the lock has violated a property that it promises.
bool broke_a_promise(const StressResult& result);

/// Violations of all kinds, also those that the lock does not promise to prevent.
std::uint64_t violation_count(const StressResult& result);

/// A load's verdict on the safety of its lock.
enum class Safety : std::uint8_t {
  broken,      ///< the lock broke a promise
  unpromised,  ///< there were violations, but of no property that the lock promises
  unmeasured,  ///< no violation, but no operation was measured, or the load ended at once
  unchecked,   ///< no violation, but not all counters could be read
  safe,
};
Safety safety_of(const StressResult& result);

}  // namespace locklab::app
