// Times that chance decides, in a search: a client's pause before it tries again, and how long a
// message takes. Nothing is drawn. The time stays open, its timer stands at the earliest moment
// that may make a difference, and there the search decides: now, or later. So it tries every moment
// at which something else happens or is about to, and none beside them (World::next_stop).
//
// What was decided is known by the number of the draw: a run that follows a schedule draws in the
// same order, and is told the amounts.
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
    std::int64_t least = 0;     ///< a message's arrival if its amount is 0
    std::int64_t earliest = 0;  ///< when it can be over
    std::int64_t latest = 0;
    std::uint64_t most = 0;    ///< the amount that `latest` takes
    std::int64_t passed = -1;  ///< decided: it is over later than that
    std::int64_t at = 0;       ///< where its timer stands
    bool refused = false;      ///< a client's pause: nobody could enter when it could be over

    bool has_passed() const { return passed >= earliest; }
  };

  /// A number that nobody has got before at any instant.
  std::uint64_t asked_at(std::int64_t now);
  void fingerprint(Fingerprint& print, std::int64_t now) const {
    print.add(asked_at_ == now ? asked_ : 0);
  }
  /// The number of the next draw.
  std::uint32_t number() { return draws_++; }
  /// Leaves a time open whose timer stands at its earliest end. What is open already keeps what has
  /// been decided of it.
  void open(const Open& time);
  /// Ends what is open for the timer, if anything: it does not go off by itself any more.
  void close(const Timer& timer);
  /// Notes what was drawn; `usual` is what a schedule takes that says nothing.
  void decided(std::uint32_t draw, std::uint64_t amount, std::uint64_t usual);
  void erase(std::size_t i) { open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i)); }

  std::vector<Open>& all() { return open_; }
  const std::vector<Open>& all() const { return open_; }
  const Open* find(const Timer& timer) const;
  /// All amounts that are not the usual ones. What is open still has not been over before.
  std::vector<Draw> draws() const;

 private:
  std::vector<Open> open_;  ///< by draw
  std::vector<Draw> decided_;
  std::uint32_t draws_ = 0;
  std::int64_t asked_at_ = -1;
  std::uint64_t asked_ = 0;  ///< times at that instant
};

}  // namespace locklab::sim
