// Judges a lock under load, exactly. Each lock has a register in the load generator's memory: a
// critical section enters it, reads the counter that the lock protects, and on leaving writes the
// counter back, one larger. All threads share one clock and one memory, so that two holders at once
// are seen and not inferred.
//
// The register knows nothing of the lock. With fencing it compares tokens, as a resource would that
// turns stale writes away.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "app/load/violation.h"

namespace locklab::app {

class Oracle {
 public:
  /// Is told of each violation that is listed, at the moment in which it is seen, by the second
  /// one's thread.
  class Witness {
   public:
    /// `number`: its place in listed().
    virtual void saw(std::size_t number, const Violation& violation) = 0;

   protected:
    ~Witness() = default;
  };

  /// A place inside a critical section. It belongs to one client, has a fixed address, and leaves
  /// when destroyed: that is a client's crash.
  class Section {
   public:
    explicit Section(Oracle& oracle) : oracle_(oracle) {}
    ~Section() { crash(); }
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    bool inside() const { return lock_ != outside; }
    const Hold& hold() const { return hold_; }
    /// What it has read of the counter.
    std::int64_t read() const { return read_; }
    /// Whether its write, when it left, was taken.
    bool wrote() const { return wrote_; }
    /// Enters the lock's register and reads its counter. Returns whether harm was seen.
    bool enter(std::uint64_t lock, const Hold& hold) { return oracle_.enter(*this, lock, hold); }
    /// Writes the counter and leaves. Returns whether harm was seen.
    bool leave(std::int64_t now_us) { return oracle_.leave(*this, now_us, true); }
    /// Leaves without having written.
    void crash() {
      if (inside()) oracle_.leave(*this, -1, false);
    }

   private:
    friend class Oracle;
    static constexpr std::uint64_t outside = UINT64_MAX;

    Oracle& oracle_;
    std::uint64_t lock_ = outside;
    Hold hold_;
    std::int64_t read_ = 0;
    std::int64_t writes_before_ = 0;  ///< how often the counter had been written then
    Hold wrote_between_;              ///< who last wrote since this one read; valid if somebody has
    bool wrote_ = false;
    bool listed_ = false;  ///< an entry of the list waits for its end
    Section* previous_ = nullptr;
    Section* next_ = nullptr;
  };

  struct Setup {
    std::uint64_t locks = 1;
    bool fenced = false;           ///< tokens are compared
    bool several_threads = false;  ///< registers are then guarded
    std::size_t keep = 25;         ///< the most that are listed of each kind; all are counted
    Witness* witness = nullptr;    ///< null: nobody is told
  };
  explicit Oracle(const Setup& setup);

  /// The violations in the order in which they were seen, of each kind the first. Only when no
  /// client runs any more.
  const std::vector<Violation>& listed() const { return listed_; }
  std::uint64_t count(Harm harm) const {
    return counts_[static_cast<std::size_t>(harm)].load(std::memory_order_relaxed);
  }
  /// What all counters lack: sections that wrote, minus what the counters say.
  std::uint64_t updates_missing() const;
  /// The bytes that one lock's register takes.
  static std::size_t bytes_of_a_lock() { return sizeof(Register); }

 private:
  struct Register {
    Section* inside = nullptr;  ///< the latest to enter, and through it the others
    std::int64_t counter = 0;
    std::int64_t written = 0;  ///< how often the counter was written
    Hold newest;               ///< the hold with the newest token
    std::atomic_flag busy = ATOMIC_FLAG_INIT;
  };
  class Guard;

  bool enter(Section& section, std::uint64_t lock, const Hold& hold);
  bool leave(Section& section, std::int64_t now_us, bool writes);
  bool write(Section& section, Register& lock);
  bool compare_token(Section& section, Register& lock);
  void found(Harm harm, const Hold& first, Section& second, Section* still_inside = nullptr);
  void note_end(const Section& section);

  const Setup setup_;
  std::vector<Register> registers_;
  std::atomic<std::uint64_t> counts_[static_cast<std::size_t>(Harm::count_)]{};
  std::mutex listing_;
  std::vector<Violation> listed_;
};

}  // namespace locklab::app
