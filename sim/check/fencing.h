// Fencing: the resource never accepts a read or write with a token older than one it has seen.
// Where a lock has no tokens, the order of its acquisitions stands in for them: a write of an older
// hold after an access of a newer one is what a token would have stopped.
#pragma once

#include <array>
#include <optional>

#include "sim/check/tables.h"
#include "sim/check/verdict_words.h"

namespace locklab::sim {

class Fencing {
 public:
  explicit Fencing(const TraceInfo& info)
      : exclusive_(info.admits == 1 && info.needs > 0), limits_rate_(info.quota_limit > 0) {}

  void on_acquired(const Event& event, std::size_t index);
  /// An accepted read or write.
  void on_access(const Event& event, std::size_t index);
  void on_rejected() { ++rejected_; }
  Verdict verdict(const Trace& trace) const;

 private:
  /// A hold, and its place in the order of all acquisitions.
  struct Hold {
    std::uint64_t number = 0;  ///< from 1; 0: none
    std::uint32_t acquisition = 0;
    std::uint16_t lock = no_name;
    std::size_t index = 0;
  };
  /// A client's latest holds: a late write may belong to one that it has released long ago.
  struct Holds {
    std::array<Hold, 4> latest;
    std::uint8_t last = 0;
  };
  /// The newest token or hold that was seen, and the latest access of all.
  struct Seen {
    std::int64_t newest = -1;
    std::size_t index = 0;
    std::int64_t from = 0;  ///< the newest was seen between `from` and `at`
    std::int64_t at = 0;
    std::int64_t last_from = INT64_MIN;
    std::int64_t last_at = INT64_MIN;
  };
  struct Finding {
    std::optional<Breach> breach;
    bool order_unknown = false;
  };
  static void judge(Seen& seen, Finding& finding, std::int64_t number, bool counts,
                    const Event& event, std::size_t index);
  const Hold* hold_of(const Event& event);

  bool exclusive_;
  bool limits_rate_;
  std::uint64_t acquired_ = 0;
  ByClient<Holds> holds_;
  ByName<Seen> by_resource_;  ///< tokens
  ByName<Seen> by_lock_;      ///< numbers of holds
  Finding tokens_;
  Finding grants_;
  std::uint64_t accesses_ = 0;
  std::uint64_t with_token_ = 0;
  std::uint64_t rejected_ = 0;
  std::size_t stale_hold_ = 0;  ///< of a breach by grant order: its `acquired`
};

}  // namespace locklab::sim
