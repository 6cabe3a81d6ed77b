// Measurements of a load; the histograms hold microseconds. Each thread writes its own copy without
// locks; the copies are added up at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/load/histogram.h"

namespace locklab::app {

struct Counts {
  std::uint64_t acquired = 0;
  std::uint64_t released = 0;
  std::uint64_t attempts = 0;  ///< attempts of acquire() that ended, whether granted or not
  std::uint64_t retries = 0;   ///< of `attempts`: those after an operation's first one
  std::uint64_t refused = 0;   ///< of `attempts`: those that failed
  std::uint64_t gave_up = 0;   ///< calls of acquire() that returned without the lock
  /// Grants and denials of a lock without critical sections. Requests that failed do not count.
  std::uint64_t decided = 0;
  std::uint64_t stuck = 0;     ///< with KeyChoice::own: operations that found the lock taken, still
                               ///< by an earlier one of the same client
  std::uint64_t unserved = 0;  ///< operations due in the measured time that never began (open loop)
  std::uint64_t renewed = 0;
  std::uint64_t lost = 0;       ///< holders that noticed, while inside, the loss of their lease
  std::uint64_t not_owner = 0;  ///< releases of a lock that was another's, free, or expired
  std::uint64_t in_doubt = 0;   ///< releases with an unknown outcome (Released::unknown)
  std::uint64_t silences = 0;   ///< commands without a reply
  std::uint64_t refusals = 0;   ///< commands with an error reply

  void add(const Counts& other);
  /// The difference from an earlier reading.
  Counts since(const Counts& before) const;
  /// Lost leases and commands that failed. The commands of a release in doubt are among the latter.
  std::uint64_t failures() const { return lost + silences + refusals; }
};

/// Measurements of one second; the last second may be partial.
struct Second {
  Counts counts;
  std::uint64_t violations = 0;
  /// Violations by the tenth of the second in which they were detected.
  std::array<std::uint32_t, 10> violations_by_tenth{};
  std::int64_t longest_wait_us = 0;  ///< of waits that end in it, or so far when it ends
  /// The same by the tenth of the second; all zero if unknown.
  std::array<std::int64_t, 10> longest_wait_us_by_tenth{};
  std::uint64_t backlog = 0;  ///< operations due but not served at its end (open loop)
  Histogram acquire;
  std::map<std::string, std::uint64_t> errors;  ///< as Measures::errors

  void add(const Second& other);
  /// Counts a violation, detected at this time since the second began.
  void add_violation(std::int64_t at_us);
  /// Counts a wait that ended, or has lasted so far, at `until_us`; both times are since the second
  /// began. Each tenth that the wait covers gets its length by then: a chart must not show a wait
  /// before its cause.
  void add_wait(std::int64_t since_us, std::int64_t until_us);
};

struct Measures {
  Counts counts;
  /// Acquire latency, counted from the scheduled time in an open loop. There, operations still due
  /// at the end count with their wait so far.
  Histogram acquire;
  Histogram hold;       ///< time inside the critical section
  Histogram release;    ///< from leaving the critical section to the end of release()
  Histogram hand_over;  ///< from the end of a release to the next entry, if its client was waiting
  std::map<std::string, std::uint64_t> errors;  ///< number of failed commands, by the first words
                                                ///< of the error, or why there was no reply
  std::uint64_t replies = 0;                    ///< replies that arrived before their timeout
  std::vector<Second> seconds;
  std::vector<std::uint64_t> acquired_by_client;
  std::int64_t longest_wait_us = 0;  ///< includes clients still waiting when the load ends
  std::int64_t late_us = 0;          ///< maximum lateness of a generator thread's loop

  void add(const Measures& other);
};

/// Maximum number of shares; with more clients, neighbours share one.
inline constexpr std::size_t most_shares = 128;

/// Index of the share that a client's locks belong to.
constexpr std::size_t share_of(std::size_t client, std::size_t clients) {
  return clients <= most_shares ? client : client * most_shares / clients;
}
/// Locks acquired per share: per client, or per group of neighbours.
std::vector<std::uint64_t> shares_of(const std::vector<std::uint64_t>& acquired);

/// Jain's fairness index: 1 if all have equal counts, 1/n if one has all, 1 if the sum is zero.
double fairness(const std::vector<std::uint64_t>& acquired);

}  // namespace locklab::app
