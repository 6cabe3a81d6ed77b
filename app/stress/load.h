// One load while it runs: what all its threads share. Everything here is read alone, or atomic, or
// belongs to the oracle, which guards itself.
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

/// What a thread tells each second while it runs. Once a second a mutex costs nothing.
struct alignas(64) Heartbeat {
  std::mutex guard;
  std::uint32_t seconds = 0;  ///< that were told
  Second since_taken;         ///< what happened since somebody took it
  std::vector<std::uint64_t> shares;
};

/// Faults of a load in the order in which they were planned and then ordered. They are only added.
class Strikes {
 public:
  struct One {
    Strike strike;
    std::uint16_t number = 0;              ///< from 1, in their order
    std::atomic<bool> has_struck = false;  ///< one that looks for a holder has found one
  };

  void add(const Strike& strike);
  /// The next after so many; null: there is none yet.
  std::shared_ptr<One> after(std::size_t number) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<One>> all_;
};

struct Load {
  /// `records`: what is known of violations is kept for a trace.
  Load(const StressWork& its_work, std::string prefix, bool records = false);

  const StressWork& work;
  const std::string key_prefix;
  const KeyPicker picker;
  const std::unique_ptr<Recording> recording;  ///< null: nothing is recorded
  Oracle oracle;
  /// Of each lock that several ask for: when a release was last answered; 0: somebody has entered
  /// since. Of some loads nothing (StressWork::measures_hand_over).
  std::vector<std::atomic<std::int64_t>> released_us;
  /// Of each lock without critical sections: what was granted, and what was asked for in vain of a
  /// reply.
  std::vector<std::atomic<std::uint64_t>> admitted;
  std::vector<std::atomic<std::uint64_t>> in_doubt;

  // Set before the threads begin, by Loop::now_us().
  std::int64_t begin_us = 0;
  std::int64_t measure_from_us = 0;
  std::int64_t end_us = 0;
  std::int64_t finished_us = 0;  ///< set when all clients are gone

  std::atomic<bool> stop = false;  ///< before its time is over
  std::vector<Heartbeat> heartbeats;
  Strikes strikes;

  /// The first error of a server, for whoever watches.
  void refused(NodeId node, const Reply& reply);
  std::optional<std::pair<NodeId, Reply>> first_refusal();

 private:
  std::mutex refusing_;
  std::optional<std::pair<NodeId, Reply>> first_refusal_;
};

}  // namespace locklab::app
