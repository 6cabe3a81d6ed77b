// A stopwatch for "a client enters within a bound", shared by no deadlock, fault tolerance, prompt
// hand-over and availability. For each lock it measures how long the lock was free with a waiter
// before a client entered. A fault restarts the measurement, stops it (if the promise holds only
// without faults), or does not affect it. All times and lengths are in us.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class EntryWindow {
 public:
  enum class OnStrike : std::uint8_t { start_anew, stop, go_on };

  struct Span {
    std::int64_t from = 0;
    std::int64_t to = 0;
    std::uint16_t lock = no_name;
    std::int64_t length() const { return to - from; }
  };

  /// A wait of `length` without an entry is a breach. `bound` comes from the scenario and allows
  /// for three rounds of attempts; an unmet wait of a third of it or less proves nothing.
  EntryWindow(std::int64_t length, std::int64_t bound, OnStrike on_strike)
      : length_(length), round_(bound / 3), on_strike_(on_strike) {}

  /// Reports that from now on the lock is available with a waiter (`free`), or is not. `why` is the
  /// kind of event that caused the change, or may have.
  void look(std::uint16_t lock, std::int64_t now, bool free, EventKind why) {
    Row& row = rows_[lock];
    if (free || row.since != stopped) change(row, lock, now, free, why);
  }
  void strike(std::int64_t now);
  bool running(std::uint16_t lock) const {
    const Row* row = rows_.find(lock);
    return row && runs(*row);
  }

  /// Whether any lock's measurement has started; a fault may have ended it since.
  bool any() const { return started_ > 0; }

  /// The earliest window that was complete by `end` before anybody entered.
  std::optional<Span> complete(std::int64_t end) const;
  /// Whether complete() finds a window; cheap enough to call after every step of a search.
  bool is_complete(std::int64_t end) const {
    return complete_ || (started_ > 0 && next_ <= end && complete(end));
  }
  /// The longest wait that was still open at the end of the run or ended with giving up, if it
  /// exceeds every successful wait and a third of the bound: too short for a verdict, too long to
  /// call harmless. nullopt if there is none.
  std::optional<Span> undecided(std::int64_t end) const;
  void fingerprint(Fingerprint& print) const;
  /// The number of measured waits that ended with an entry.
  std::uint64_t ended_well() const { return ended_well_; }
  /// The longest such wait, each counted from its beginning or from the last fault that restarted
  /// it; -1 if there is none.
  std::int64_t longest() const { return longest_; }
  /// The longest such wait from beginning to end, regardless of faults; -1 if there is none.
  std::int64_t longest_whole() const { return longest_whole_; }
  /// The longest wait, from beginning to end, that did not end with an entry by `end`; -1 if there
  /// is none.
  std::int64_t longest_unmet(std::int64_t end) const;
  std::int64_t length() const { return length_; }

 private:
  struct Row {
    std::int64_t since = stopped;
  };
  static constexpr std::int64_t stopped = INT64_MIN;

  void change(Row& row, std::uint16_t lock, std::int64_t now, bool free, EventKind why);
  bool runs(const Row& row) const {
    return row.since != stopped && (on_strike_ != OnStrike::stop || row.since >= last_strike_);
  }
  /// The current wait for this lock as of `now`, counted from its beginning or from the last fault
  /// that restarted it.
  Span span(std::uint16_t lock, const Row& row, std::int64_t now) const {
    return {std::max(row.since, last_strike_), now, lock};
  }
  void keep_earliest(std::int64_t now);

  std::int64_t length_;
  std::int64_t round_;
  OnStrike on_strike_;
  ByName<Row> rows_;
  std::uint32_t started_ = 0;  ///< rows that are not stopped
  std::int64_t last_strike_ = INT64_MIN;
  std::int64_t next_ = INT64_MAX;  ///< earliest time at which a window can be complete
  std::optional<Span> complete_;
  std::optional<Span> gave_up_;  ///< the longest wait that ended with giving up
  std::int64_t longest_ = -1;
  std::int64_t longest_whole_ = -1;
  std::int64_t longest_unmet_ = -1;
  std::uint64_t ended_well_ = 0;
};

}  // namespace locklab::sim
