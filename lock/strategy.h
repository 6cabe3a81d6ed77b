// A strategy: its operations, its traits, and the switches that it reads. Start here, then read
// lock/strategies/<id>.cpp: each file is one lock, written once for the simulator and live Redis,
// with its Strategy at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "lock/env.h"
#include "lock/grant.h"
#include "lock/lock_config.h"
#include "lock/switch.h"
#include "lock/task.h"
#include "lock/traits.h"

namespace locklab {

/// The servers that a strategy locks on.
enum class Topology : std::uint8_t {
  none,     ///< no server
  single,   ///< one node (a master, with or without replicas)
  masters,  ///< N independent masters
};

struct Strategy {
  std::string_view id;
  std::string_view title;    ///< how it works, in a few words
  std::string_view summary;  ///< what can go wrong with it
  std::string_view file;     ///< its source, relative to the project's folder
  Topology topology = Topology::single;
  /// Maximum number of holders at a time that a lock without permits promises; 0 for no limit.
  std::uint32_t admits = 1;
  Traits traits;
  std::span<const Switch> switches;       ///< in addition to the common ones
  void (*preset)(LockConfig&) = nullptr;  ///< its own defaults; null to keep those of LockConfig

  /// Makes one attempt with a fresh token. The caller reports the result through Env::note().
  /// `lock` specifies the request (mode, permits, several keys), env.owner(lock->thread) the owner.
  /// A grant to an owner who already holds the lock sets Held::count.
  Task<Grant> (*acquire)(Env& env, Lock lock, Token token) = nullptr;
  /// Releases one hold, with the `lock` that it was acquired with. If its owner holds the lock
  /// several times, removing one hold is Released::released, too.
  Task<Released> (*release)(Env& env, Lock lock, Held held) = nullptr;
  /// Waits for a sign that another attempt is worthwhile, at most until `deadline` (monotonic
  /// clock). Null if there are no such signs: acquire() then pauses between attempts.
  Task<> (*wait_for_change)(Env& env, Lock lock, Time deadline) = nullptr;
  /// Adds `change` to the number in `resource`, or refuses to, in one atomic step that replaces a
  /// read and a write. Null if the strategy has no such step.
  Task<Reply> (*atomic_work)(Env& env, Lock lock, Token token, std::string resource,
                             std::int64_t change) = nullptr;

  /// Whether one of `switches`, not a common one, sets this member of LockConfig:
  /// `reads<&LockConfig::replicas>()`.
  template <auto Member>
  bool reads() const {
    return reads(detail::Access<Member>::get);
  }
  /// The same for the member that a switch's `get` reads.
  bool reads(decltype(Switch::get) get) const {
    for (const Switch& one : switches)
      if (one.get == get) return true;
    return false;
  }
};

/// A list of strategies that are each defined in their own file.
class StrategyList {
 public:
  class iterator {
   public:
    using value_type = Strategy;
    using difference_type = std::ptrdiff_t;
    explicit iterator(const Strategy* const* at = nullptr) : at_(at) {}
    const Strategy& operator*() const { return **at_; }
    const Strategy* operator->() const { return *at_; }
    iterator& operator++() {
      ++at_;
      return *this;
    }
    iterator operator++(int) { return iterator(at_++); }
    bool operator==(const iterator&) const = default;

   private:
    const Strategy* const* at_;
  };

  explicit StrategyList(std::span<const Strategy* const> all) : all_(all) {}
  iterator begin() const { return iterator(all_.data()); }
  iterator end() const { return iterator(all_.data() + all_.size()); }
  std::size_t size() const { return all_.size(); }
  const Strategy& operator[](std::size_t i) const { return *all_[i]; }

 private:
  std::span<const Strategy* const> all_;
};

/// All strategies, from the plainest to Redlock.
StrategyList strategies();

/// The strategy with this id, or null.
const Strategy* find_strategy(std::string_view id);

/// The switches that are not a strategy's own: the lease, the delays between attempts, and the
/// timeout of a command.
std::span<const Switch> common_switches();
/// The common switches of this strategy: only the delays between attempts if it uses no server.
std::span<const Switch> common_switches(const Strategy& strategy);

/// The strategy's own switch of this name, or null.
const Switch* find_switch(const Strategy& strategy, std::string_view name);

/// A lock with the strategy's defaults. The caller must set its key.
LockConfig default_lock(const Strategy& strategy);

/// Reason why the strategy cannot work with `lock`, such as a missing key, a lease below 1 ms or an
/// unsupported mode; empty if it can.
std::string_view mistake_in(const Strategy& strategy, const LockConfig& lock);

/// A switch that `lock` sets to other than its default though the strategy does not read it, so
/// that it would have no effect; null if there is none.
const Switch* unread_switch(const Strategy& strategy, const LockConfig& lock);

/// Makes attempts until one is granted. In between it waits for a change, or pauses for retry_delay
/// plus 0 .. retry_jitter. Gives up if an attempt is refused after `deadline` (this client's
/// monotonic clock), or if the pause would not end before it; with Topology::masters also after
/// retry_count attempts. Notes attempt, refused and acquired. Fails at once, without an attempt, on
/// a mistake in `lock`.
Task<Grant> acquire(Env& env, const Strategy& strategy, Lock lock, Time deadline);

/// Stops the hold's LeaseKeeper, if any, then releases. Notes releasing and released.
Task<Released> release(Env& env, const Strategy& strategy, Lock lock, Held held);

}  // namespace locklab
