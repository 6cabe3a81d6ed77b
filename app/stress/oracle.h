// Exact judge of a lock under load. Each lock has a register in the load generator's memory: a
// critical section enters it, reads the counter that the lock protects, and on leaving writes the
// counter back, incremented. All threads share one clock and one memory, so two holders at once are
// observed, not inferred. It also measures how long a lock had waiters, but no client inside.
//
// The register knows nothing of the lock. With fencing it compares tokens, as a resource that
// rejects stale writes would.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "app/load/load_lockout.h"
#include "app/load/violation.h"

namespace locklab::app {

class Oracle {
 public:
  /// Receives each listed violation when it is detected, on the thread of the second hold.
  class Witness {
   public:
    /// `number` is the index in listed().
    virtual void saw(std::size_t number, const Violation& violation) = 0;

   protected:
    ~Witness() = default;
  };

  /// One client's critical section, at a fixed address. Destroying one that is inside counts as a
  /// crash of its client.
  class Section {
   public:
    explicit Section(Oracle& oracle) : oracle_(oracle) {}
    ~Section() { crash(hold_.entered_us); }
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    bool inside() const { return lock_ != outside; }
    const Hold& hold() const { return hold_; }
    /// Value read from the counter on entry.
    std::int64_t read() const { return read_; }
    /// True if its write was accepted when it left.
    bool wrote() const { return wrote_; }
    /// Begins to wait for the lock. Must not be inside, or waiting already.
    void want(std::uint64_t lock, std::int64_t now_us) { oracle_.want(*this, lock, now_us); }
    /// Stops waiting, if it waits, without entering.
    void stop_wanting(std::int64_t now_us) { oracle_.stop_wanting(*this, now_us); }
    /// Enters the lock's register and reads its counter. Returns true if it detects harm.
    bool enter(std::uint64_t lock, const Hold& hold) { return oracle_.enter(*this, lock, hold); }
    /// Leaves, and writes the counter unless its token is stale. Returns true if it detects harm.
    bool leave(std::int64_t now_us) { return oracle_.leave(*this, now_us, true); }
    /// Leaves without writing, if inside. The hold then has no end.
    void crash(std::int64_t now_us) {
      if (inside()) oracle_.leave(*this, now_us, false);
    }

   private:
    friend class Oracle;
    static constexpr std::uint64_t outside = UINT64_MAX;

    Oracle& oracle_;
    std::uint64_t lock_ = outside;
    std::uint64_t wants_ = outside;  ///< the lock that it waits for; `outside` if none
    Hold hold_;
    std::int64_t read_ = 0;
    std::int64_t writes_before_ = 0;  ///< number of writes when it read
    Hold wrote_between_;              ///< last writer since it read; valid only if there was one
    bool wrote_ = false;
    bool listed_ = false;  ///< part of a listed violation, which needs the end of the hold
    Section* previous_ = nullptr;
    Section* next_ = nullptr;
  };

  struct Setup {
    std::uint64_t locks = 1;
    bool fenced = false;           ///< tokens are compared
    bool several_threads = false;  ///< registers are guarded by spin locks
    std::size_t keep = 25;         ///< maximum listed of each kind; all are counted
    Witness* witness = nullptr;    ///< may be null
  };
  explicit Oracle(const Setup& setup);

  /// Sets the time in which lock-outs count. Must be called before the clients run.
  void measure(std::int64_t from_us, std::int64_t to_us);
  /// Ends that time at `now_us`, which may be early.
  void stop_measuring(std::int64_t now_us) { measured_to_us_ = now_us; }
  /// The longest lock-out, with its times since measuring began; nullopt if there was none. Final
  /// once all clients are gone.
  std::optional<LoadLockout> longest_lockout() const;

  /// The first violations of each kind (Setup::keep), in order of detection. Must not be called
  /// while clients run.
  const std::vector<Violation>& listed() const { return listed_; }
  std::uint64_t count(Harm harm) const {
    return counts_[static_cast<std::size_t>(harm)].load(std::memory_order_relaxed);
  }
  /// Number of lost updates: writes minus the counters' values, over all locks.
  std::uint64_t updates_missing() const;
  /// Memory per lock in bytes.
  static std::size_t bytes_of_a_lock() { return sizeof(Register); }

 private:
  struct Register {
    Section* inside = nullptr;  ///< head of the list of those inside, last to enter first
    std::int64_t counter = 0;
    std::int64_t written = 0;  ///< number of writes of the counter
    Hold newest;               ///< the hold with the highest token
    std::uint32_t waiting = 0;
    std::int64_t left_us = 0;     ///< time of the last leave
    std::int64_t out_since = -1;  ///< start of its current lock-out; -1 if there is none
    std::atomic_flag busy = ATOMIC_FLAG_INIT;
  };
  class Guard;

  void want(Section& section, std::uint64_t lock, std::int64_t now_us);
  void stop_wanting(Section& section, std::int64_t now_us);
  void end_lockout(std::uint64_t number, Register& lock, std::int64_t now_us);
  bool enter(Section& section, std::uint64_t lock, const Hold& hold);
  bool leave(Section& section, std::int64_t now_us, bool writes);
  bool write(Section& section, Register& lock);
  bool compare_token(Section& section, Register& lock);
  void found(Harm harm, const Hold& first, Section& second, Section* still_inside = nullptr);
  void note_end(const Section& section);

  const Setup setup_;
  std::vector<Register> registers_;
  std::atomic<std::uint64_t> counts_[static_cast<std::size_t>(Harm::count_)]{};
  mutable std::mutex listing_;
  std::vector<Violation> listed_;
  std::int64_t measured_from_us_ = INT64_MAX;
  std::atomic<std::int64_t> measured_to_us_ = INT64_MAX;
  std::atomic<std::int64_t> longest_us_ = 0;  ///< length of `longest_`
  LoadLockout longest_;                       ///< guarded by `listing_`
};

}  // namespace locklab::app
