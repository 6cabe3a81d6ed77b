// Random durations in a search: a client's delay before a retry, and a message's latency. Nothing
// is drawn. The duration stays open, its timer is set to the earliest moment that may make a
// difference, and there the search decides: now, or later. It thus tries every moment at which
// something else happens or is about to (World::next_stop), and others only if Choice::ends_every()
// adds them.
//
// A decision is identified by the number of the draw: a run that follows a schedule draws in the
// same order and receives the same amounts.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/scenario/schedule.h"
#include "sim/trace/fingerprint.h"
#include "sim/wire/event_queue.h"

namespace locklab::sim {

class OpenTimes {
 public:
  struct Open {
    Timer* timer = nullptr;
    std::uint32_t draw = 0;
    std::int64_t least = 0;     ///< arrival time of a message if its amount is 0, in us
    std::int64_t earliest = 0;  ///< earliest end, in us
    std::int64_t latest = 0;    ///< latest end, in us
    std::uint64_t most = 0;     ///< the amount that leads to `latest`
    std::int64_t passed = -1;   ///< the search has decided that it ends later than this, in us; -1
                                ///< if undecided
    std::int64_t at = 0;        ///< time of its timer, in us
    bool refused = false;       ///< for a client's delay: an attempt at its earliest end would fail

    bool has_passed() const { return passed >= earliest; }
  };

  /// Returns a different number for each call, for up to 1,024 calls at the same instant `now`
  /// (us).
  std::uint64_t asked_at(std::int64_t now);
  void fingerprint(Fingerprint& print, std::int64_t now) const {
    print.add(asked_at_ == now ? asked_ : 0);
  }
  /// The number of the next draw.
  std::uint32_t number() { return draws_++; }
  /// Leaves a duration open, whose timer the caller sets to its earliest end. A duration of that
  /// timer that is already open keeps what has been decided about it.
  void open(const Open& time);
  /// Closes the timer's open duration, if any: it no longer ends by itself.
  void close(const Timer& timer);
  /// Records an amount; `usual` is the one that a schedule without an entry takes.
  void decided(std::uint32_t draw, std::uint64_t amount, std::uint64_t usual);
  void erase(std::size_t i) { open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i)); }

  std::vector<Open>& all() { return open_; }
  const std::vector<Open>& all() const { return open_; }
  const Open* find(const Timer& timer) const;
  /// All amounts that differ from the default. An open duration that has passed its earliest end
  /// counts with its maximum.
  std::vector<Draw> draws() const;

 private:
  std::vector<Open> open_;  ///< in the order in which they were opened
  std::vector<Draw> decided_;
  std::uint32_t draws_ = 0;
  std::int64_t asked_at_ = -1;
  std::uint64_t asked_ = 0;  ///< number of calls at that instant
};

}  // namespace locklab::sim
