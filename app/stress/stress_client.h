// One client of a load as its thread has it: it asks for a lock, goes inside, comes out and
// releases it, again and again. Here is what all clients have: which lock they ask for next, their
// place in the oracle's register, and what is counted of them. One that runs in the thread itself
// is a StressClientHere, one that is a process of its own a StressStandIn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "app/stress/kept_holds.h"
#include "app/stress/load.h"
#include "app/stress/measures.h"
#include "lock/reply.h"

namespace locklab::app {

/// What the clients of one thread share: the load, and where they count.
struct Measuring {
  explicit Measuring(Load& its_load) : load(its_load) {}

  Load& load;
  Measures measures;
  std::optional<KeptHolds> kept;  ///< where other generators ask for the same locks
  std::uint64_t replies = 0;      ///< that processes of their own have had, in time
  bool on = false;                ///< the warm-up is over, and the time is not
  bool over = false;              ///< no client begins again

  Second& second() { return measures.seconds.back(); }
  /// Counts harm that was seen at a time.
  void violated(std::int64_t at_us) {
    const auto before = static_cast<std::int64_t>(measures.seconds.size() - 1) * 1'000'000;
    const std::int64_t tenth = (at_us - load.measure_from_us - before) / 100'000;
    ++second().violations;
    ++second().violations_by_tenth[static_cast<std::size_t>(std::clamp<std::int64_t>(tenth, 0, 9))];
  }
};

class StressClient {
 public:
  /// `number` from 0. The measuring must outlive it.
  StressClient(std::uint32_t number, Measuring& measuring);

  /// Leaves where it is inside: that is a crash.
  virtual ~StressClient();
  StressClient(const StressClient&) = delete;
  StressClient& operator=(const StressClient&) = delete;

  /// Begins its work, which ends when the load is over.
  virtual void start() = 0;
  virtual void pause() = 0;
  virtual void resume() = 0;
  virtual bool paused() const = 0;
  /// Sets its wall clock forward, or back.
  virtual void jump(Duration by) = 0;
  virtual Duration clock_is_ahead() const = 0;
  /// Whether the client, which is inside as far as its thread knows, really is. If so, it stays
  /// there until it is paused or destroyed.
  virtual bool caught_inside() { return true; }
  /// Whether somebody else has ended it.
  virtual bool gone() const { return false; }
  /// Null: it is not recorded.
  virtual ClientRecorder* recorder() const { return nullptr; }

  std::uint32_t number() const { return number_; }
  /// Counts its own lock if it was found taken since the last grant.
  void count_if_taken();
  bool inside() const { return section_.inside(); }
  /// Whether it is inside, or releases.
  bool holds() const { return holds_; }
  /// Since when it waits to be let in; -1: it does not.
  std::int64_t waits_since_us() const { return holds_ ? -1 : wanted_us_; }
  /// Operations of its schedule that were due between these times, and have not begun (open loop).
  std::uint64_t unserved(std::int64_t from_us, std::int64_t until_us) const;
  /// Adds how long what is due by then, and not served, has waited (open loop).
  void add_waits(std::int64_t until_us, Histogram& waits) const;

  bool found_taken = false;  ///< its lock was refused to it because somebody holds it

 protected:
  const StressWork& work() const { return load_.work; }
  /// When its next operation is due (open loop).
  std::int64_t next_due_us() const { return scheduled_us(operations_); }
  /// When it wants its next lock (closed loop): without a rest as soon as it has released.
  std::int64_t next_wanted_us() const;
  /// Chooses the lock of its next operation.
  void operation_begins(std::int64_t wanted_us);
  void operation_ends() { wanted_us_ = -1; }
  void gave_up();
  void entered(std::int64_t at_us, const Held& held);
  void left(std::int64_t at_us, std::uint32_t acquisition);
  void released(std::int64_t left_us, std::int64_t now_us, Released outcome);
  void admitted(std::int64_t at_us, const Reply& reply);
  void decided(std::int64_t at_us, bool granted);
  /// Takes the client out of the register: it is gone, and waits for nothing.
  void ended();

  const std::uint32_t number_;
  Measuring& measuring_;
  Load& load_;
  LockConfig lock_;

 private:
  std::int64_t scheduled_us(std::uint64_t nth) const;
  std::uint64_t due_before(std::int64_t us) const;
  void choose_lock();
  void keep_hold(std::int64_t left_us);
  void count_grant();
  void count_wait(std::int64_t at_us);
  void count_answer(std::int64_t at_us);

  Chance chance_;
  std::uint64_t operations_ = 0;
  std::uint64_t lock_number_ = 0;
  std::int64_t wanted_us_ = -1;  ///< when its operation began; -1: it does nothing now
  std::int64_t done_us_ = 0;     ///< when its last operation was over; 0: it has a new one
  bool holds_ = false;
  Oracle::Section section_;
};

}  // namespace locklab::app
