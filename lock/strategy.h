// What a strategy is: its operations, what it is like, and the switches that it reads. Start here,
// then read lock/strategies/<id>.cpp: each file is one lock, written once for every world, with its
// own row at the end.
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

/// Which servers a strategy locks on.
enum class Topology : std::uint8_t {
  none,     ///< no server is asked
  single,   ///< one node (a master, with or without replicas)
  masters,  ///< N independent masters
};

struct Strategy {
  std::string_view id;
  std::string_view title;    ///< what it does, in a few words of Redis
  std::string_view summary;  ///< what goes wrong
  std::string_view file;     ///< its source, relative to the project's folder
  Topology topology = Topology::single;
  /// How many it lets in at once, where it does not count permits; 0: it sets no limit.
  std::uint32_t admits = 1;
  Traits traits;
  std::span<const Switch> switches;       ///< beyond those that all read
  void (*preset)(LockConfig&) = nullptr;  ///< its own defaults; null: those of LockConfig

  /// One attempt, with a token that no attempt had before. The caller notes what came of it. What
  /// is asked for (mode, permits, several keys) stands in `lock`; who asks is
  /// env.owner(lock->thread). A grant to one who holds it already says so in Held::count.
  Task<Grant> (*acquire)(Env& env, Lock lock, Token token) = nullptr;
  /// Gives one hold back, with the `lock` that it was acquired with. Where its owner holds the lock
  /// more than once, one fewer is Released::released.
  Task<Released> (*release)(Env& env, Lock lock, Held held) = nullptr;
  /// Waits, at most until `deadline` (monotonic clock), for a sign that another attempt is worth
  /// making. Null: nothing gives such a sign, and attempts are LockConfig::retry_delay apart.
  Task<> (*wait_for_change)(Env& env, Lock lock, Time deadline) = nullptr;
  /// Instead of read, change, write back: one atomic step on `resource`. Null for locks.
  Task<Reply> (*atomic_work)(Env& env, Lock lock, Token token, std::string resource,
                             std::int64_t change) = nullptr;

  /// Whether it reads the member of LockConfig: `reads<&LockConfig::replicas>()`.
  template <auto Member>
  bool reads() const {
    for (const Switch& one : switches)
      if (one.get == detail::Access<Member>::get) return true;
    return false;
  }
};

/// A list of strategies that each stand in a file of their own.
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

/// All of them, from the plainest to Redlock.
StrategyList strategies();

/// Null where there is none of that id.
const Strategy* find_strategy(std::string_view id);

/// The switches that all strategies share: the lease and the time of a command, where a server is
/// asked, and the pauses between attempts.
std::span<const Switch> common_switches();
/// Those of them that the strategy reads.
std::span<const Switch> common_switches(const Strategy& strategy);

/// The strategy's own switch of that name; null where it has none.
const Switch* find_switch(const Strategy& strategy, std::string_view name);

/// A lock as the strategy sets it unless somebody says otherwise. Its key is still to be set.
LockConfig default_lock(const Strategy& strategy);

/// Why the strategy cannot work with `lock` (no key, no lease, a mode that it does not know);
/// empty: it can.
std::string_view mistake_in(const Strategy& strategy, const LockConfig& lock);

/// Attempts until it is granted, waiting for a change or retry_delay + 0..retry_jitter in between,
/// but no longer than `deadline` (this client's monotonic clock), nor more often than retry_count
/// where there are several masters. Notes attempt, refused and acquired. A mistake in `lock` is
/// answered at once, without an attempt.
Task<Grant> acquire(Env& env, const Strategy& strategy, Lock lock, Time deadline);

/// Stops the keeper, then releases. Notes releasing and released.
Task<Released> release(Env& env, const Strategy& strategy, Lock lock, Held held);

}  // namespace locklab
