// Which clients are inside each lock and how, which wait for it, and in which order they asked. A
// client is inside from the outermost `entered` to `left` or a crash, also while paused. It waits
// from its first attempt until it acquires, enters, gives up, finishes or crashes. Each `entered`
// is one hold, with the mode and permits that its attempt asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/trace/event.h"
#include "sim/trace/fingerprint.h"
#include "sim/trace/tables.h"

namespace locklab::sim {

class LockStates {
 public:
  /// One client's relation to one lock.
  struct Engagement {
    std::uint32_t depth = 0;         ///< nested critical sections with the lock
    std::uint32_t shared = 0;        ///< number of those that are Mode::shared
    std::uint32_t permits = 0;       ///< permits of its holds
    std::uint32_t attempt = 0;       ///< acquisition of its latest attempt; 0 if that was refused
    std::uint32_t asks_permits = 0;  ///< permits requested by its latest attempt
    bool asks_shared = false;
    bool waiting = false;
    bool asks_again = false;           ///< waits while it is inside
    bool able = false;                 ///< a mark, see judge()
    bool tolerant = false;             ///< a mark, see judge()
    std::uint32_t without = 0;         ///< nested critical sections without the lock (Entry)
    std::uint32_t without_shared = 0;  ///< number of those that wanted a shared hold
    std::uint32_t entered = 0;         ///< index of the outermost `entered`
    std::uint32_t first = 0;           ///< index of the attempt that began the wait
    std::int64_t asked_at = 0;         ///< time of that attempt, in us
    std::uint32_t before = OpenTable<Engagement>::none;  ///< index of the waiter before this one
    std::uint32_t after = OpenTable<Engagement>::none;
    bool is_inside() const { return depth > 0 || without > 0; }
    /// Whether it is inside with more than shared holds, or would be if it had them.
    bool excludes() const { return depth > shared || without > without_shared; }
    /// Whether the client waits, even if it is already inside.
    bool waits() const { return waiting || asks_again; }
    bool operator==(const Engagement&) const = default;
  };
  using Engagements = OpenTable<Engagement>;
  static constexpr std::uint32_t none = Engagements::none;

  struct Lock {
    std::uint32_t inside = 0;     ///< clients inside that hold it; paused ones count, crashed ones
                                  ///< do not
    std::uint32_t without = 0;    ///< clients inside without it
    std::uint32_t exclusive = 0;  ///< clients inside, with it or without, for more than a
                                  ///< shared hold
    std::uint32_t taken = 0;      ///< permits of all clients inside, at least one each
    std::uint32_t waiting = 0;
    std::uint32_t able = 0;      ///< number of waiters with this mark
    std::uint32_t tolerant = 0;  ///< number of waiters with this mark
    std::uint32_t head = none;   ///< the engagement that has waited longest
    std::uint32_t tail = none;
    /// Whether nobody is inside, but a waiter with the mark `able` could be.
    bool free() const { return able > 0 && inside == 0; }
    /// Whether clients wait and nobody is inside, but no waiter has the mark `able`.
    bool awaited_in_vain() const { return waiting > 0 && able == 0 && inside == 0; }
    bool operator==(const Lock&) const = default;
  };

  /// Processes the next event of a trace. Events other than those below have no effect.
  void on(const Event& event, std::size_t index);

  // One function for each kind of event, since the checks process millions of them. Each event must
  // name a client; most functions return the lock after the event.
  struct Attempted {
    const Lock& lock;
    std::uint32_t begins;  ///< index of the client's engagement if this attempt begins a wait,
                           ///< otherwise `none`
  };
  Attempted on_attempt(const Event& event, std::size_t index);
  void on_refused(const Event& event) {
    const std::uint32_t at = engagements_.find(event.client, event.key);
    if (at != none) engagements_[at].value.attempt = 0;
  }
  /// Processes acquired or gave_up.
  const Lock& on_wait_over(const Event& event);
  const Lock& on_entered(const Event& event, std::size_t index);
  const Lock& on_left(const Event& event);
  /// Processes finished; the client may have waited for several locks.
  void on_finished(const Event& event) { leave_all(event.client, false); }
  void on_crashed(const Event& event) { leave_all(event.client, true); }

  /// Sets a waiter's marks, whose meaning the caller defines. Marks end with the wait.
  void judge(std::uint32_t at, bool able, bool tolerant) {
    Engagement& engaged = engagements_[at].value;
    if (engaged.able == able && engaged.tolerant == tolerant) return;
    Lock& lock = locks_[engagements_[at].name];
    lock.able += able;
    lock.able -= engaged.able;
    lock.tolerant += tolerant;
    lock.tolerant -= engaged.tolerant;
    engaged.able = able;
    engaged.tolerant = tolerant;
  }

  const Lock& lock(std::uint16_t name) const {
    const Lock* row = locks_.find(name);
    return row ? *row : idle_;
  }
  /// Calls visit(name, lock) for every lock.
  template <class Visit>
  void each_lock(Visit visit) const {
    locks_.each(visit);
  }
  const Engagements& engagements() const { return engagements_; }
  /// The client's nesting depth inside the lock, not counting sections without it.
  std::uint32_t depth(ClientId client, std::uint16_t name) const;
  /// Whether the client's latest attempt at the lock requested a shared hold.
  bool asks_shared(ClientId client, std::uint16_t name) const;
  bool inside_any(ClientId client) const;
  /// Whether it is inside any lock that it holds.
  bool holds_any(ClientId client) const;
  bool waits_for_any(ClientId client) const;
  /// The index of the earliest `entered` of a client other than `but` that is still inside, with
  /// the lock or without; SIZE_MAX if there is none.
  std::size_t earliest_inside(std::uint16_t name, ClientId but) const;
  /// The same of the clients that hold the lock.
  std::size_t earliest_holder(std::uint16_t name) const;
  /// Adds everything that decides the future; positions in the trace are omitted.
  void fingerprint(Fingerprint& print) const;
  bool operator==(const LockStates&) const = default;

 private:
  /// A hold whose end must be distinguished from that of a plain one.
  struct OddHold {
    ClientId client = no_client;
    std::uint16_t name = no_name;
    std::uint32_t acquisition = 0;
    std::uint32_t permits = 0;
    bool shared = false;
    bool operator==(const OddHold&) const = default;
  };

  void take_hold(Engagement& engaged, const Event& event);
  void give_hold(Engagement& engaged, const Event& event);
  static void add(Lock& lock, const Engagement& engaged);
  static void subtract(Lock& lock, const Engagement& engaged);
  void start_waiting(Lock& lock, std::uint32_t at, const Event& event, std::size_t index);
  void stop_waiting(Lock& lock, std::uint32_t at);
  void leave_all(ClientId client, bool also_inside);
  void close_if_idle(std::uint32_t at);

  Engagements engagements_;
  ByName<Lock> locks_;
  std::vector<OddHold> odd_;  ///< holds inside that are shared or have taken permits
  Lock idle_;
};

}  // namespace locklab::sim
