// Locks for a program without coroutines: a call blocks until it has the lock or gives up, and a
// guard releases it. The Locker's thread serves the connections, renews leases and reports lost
// ones.
//
//   std::string why;
//   const redis::Endpoint node = *redis::resolve("localhost", 6379, why);
//   const redis::Login login;  // .cluster = true: `node` is one node of a Redis Cluster
//   auto locker = redis::Locker::open(strategy::watchdog, {node}, login, why);
//   LockConfig lock = default_lock(strategy::watchdog);
//   lock.key = "orders";
//   if (auto guard = locker->acquire(lock, 5s, why)) { ...; }  // released at the end of the block
//
// Any number of threads may share a Locker, and each of them is an owner of its own. A Guard is
// used by one thread at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lock/redis/endpoint.h"
#include "lock/strategy.h"

namespace locklab::redis {

class Locker {
 public:
  class Guard;

  /// Opens a Locker for `strategy` on `nodes`: one server, or the independent masters. Null on
  /// failure; `why` then says what is wrong, and at which server. A server that refuses the login
  /// is a failure, but one that does not answer within a second is not: it may come later.
  static std::unique_ptr<Locker> open(const Strategy& strategy, std::vector<Endpoint> nodes,
                                      Login login, std::string& why);
  /// Guards may outlive it: its thread goes on for them, and ends with the last one.
  ~Locker();
  Locker(const Locker&) = delete;
  Locker& operator=(const Locker&) = delete;

  /// Makes attempts for up to `wait`, as acquire() in lock/strategy.h does. nullopt on failure;
  /// `why` then gives the reason, and what each server that failed has said; never a password.
  /// Refused at once if `lock` sets a switch that the strategy does not read. `lock.nodes` and
  /// `lock.thread` are ignored. `lost` is called on the Locker's thread when the holder must no
  /// longer believe that it holds (for strategies that watch their lease); it must call neither the
  /// Locker nor a Guard, nor destroy one.
  std::optional<Guard> acquire(LockConfig lock, Duration wait, std::string& why,
                               std::function<void()> lost = {});

 private:
  struct Hold;
  class Worker;
  explicit Locker(std::shared_ptr<Worker> worker);

  std::shared_ptr<Worker> worker_;  ///< shared with the Guards
};

/// A held lock. The destructor releases it, unless release() did.
///
/// A release blocks until the servers have answered: for at most 2 * node_timeout if they do not,
/// and with Order::sequential for as long for each node of a redlock.
class Locker::Guard {
 public:
  Guard(Guard&& other) noexcept;
  Guard& operator=(Guard&& other) noexcept;
  ~Guard();

  /// The fencing token of this grant; -1 if the strategy has none, or after release().
  std::int64_t fence() const;
  /// Whether the holder must no longer believe that it holds.
  bool lost() const;
  /// What is left of the lease, by the clock that the lock reads; zero once it is over. nullopt if
  /// the strategy does not track its lease, or after release(). The servers are not asked.
  std::optional<Duration> remaining() const;
  /// Releases the lock and returns the result; Released::nothing if it was released before.
  Released release();

 private:
  friend class Locker;
  Guard(std::shared_ptr<Worker> worker, std::unique_ptr<Hold> hold);

  std::shared_ptr<Worker> worker_;
  std::unique_ptr<Hold> hold_;  ///< null once released or moved from
};

}  // namespace locklab::redis
