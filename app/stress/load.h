// State of a running load that all its threads share. Every member is read-only while the threads
// run, atomic, or guarded by a mutex.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/load/measures.h"
#include "app/load/stress_work.h"
#include "app/stress/chance.h"
#include "app/stress/oracle.h"
#include "app/stress/recording.h"
#include "lock/reply.h"

namespace locklab::app {

/// Counts that a thread publishes once per second, so rarely that a mutex costs nothing.
struct alignas(64) Heartbeat {
  std::mutex guard;
  std::uint32_t seconds = 0;  ///< published so far
  Second since_taken;         ///< sum of the seconds since the reader last took it
  std::vector<std::uint64_t> shares;
};

/// Append-only list of a load's faults: the planned ones, then those ordered while it runs.
class Strikes {
 public:
  struct One {
    Strike strike;
    std::uint16_t number = 0;              ///< from 1
    std::atomic<bool> has_struck = false;  ///< for a holder fault: set once a holder is found
  };

  /// Returns the fault with its number.
  std::shared_ptr<One> add(const Strike& strike);
  /// Returns the fault after the first `number`; null if there is none yet.
  std::shared_ptr<One> after(std::size_t number) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<One>> all_;
};

struct Load {
  /// With `records`, the trace windows of violations are kept, if the lock has critical sections.
  Load(const StressWork& its_work, std::string prefix, bool records = false);

  const StressWork& work;
  const std::string key_prefix;
  const KeyPicker picker;
  const std::unique_ptr<Recording> recording;  ///< null if not recorded
  Oracle oracle;
  /// Time at which the last release ended, by lock; 0 once a client has entered. Empty if the lock
  /// has no critical sections, or StressWork::measures_hand_over() is false.
  std::vector<std::atomic<std::int64_t>> released_us;
  /// Grants, by lock; empty if the lock has critical sections.
  std::vector<std::atomic<std::uint64_t>> admitted;

  // Set before the threads begin, by Loop::now_us().
  std::int64_t begin_us = 0;
  std::int64_t measure_from_us = 0;
  std::int64_t end_us = 0;
  std::int64_t finished_us = 0;  ///< set when all clients are gone

  std::atomic<bool> stop = false;  ///< ends the threads, perhaps before `end_us`
  std::vector<Heartbeat> heartbeats;
  Strikes strikes;

  /// Keeps the first error reply of any server for the watching thread.
  void refused(NodeId node, const Reply& reply);
  std::optional<std::pair<NodeId, Reply>> first_refusal();

 private:
  std::mutex refusing_;
  std::optional<std::pair<NodeId, Reply>> first_refusal_;
};

}  // namespace locklab::app
