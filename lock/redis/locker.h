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
  /// failure; `why` then says what is wrong.
  static std::unique_ptr<Locker> open(const Strategy& strategy, std::vector<Endpoint> nodes,
                                      Login login, std::string& why);
  /// Every Guard must be released or destroyed first.
  ~Locker();
  Locker(const Locker&) = delete;
  Locker& operator=(const Locker&) = delete;

  /// Makes attempts for up to `wait`, as acquire() in lock/strategy.h does. nullopt on failure;
  /// `why` then gives the reason. `lock.nodes` and `lock.thread` are ignored. `lost` is called on
  /// the Locker's thread when the holder must no longer believe that it holds (for strategies that
  /// watch their lease); it must call neither the Locker nor the Guard.
  std::optional<Guard> acquire(LockConfig lock, Duration wait, std::string& why,
                               std::function<void()> lost = {});

 private:
  struct Hold;
  class Worker;
  explicit Locker(std::unique_ptr<Worker> worker);

  std::unique_ptr<Worker> worker_;
};

/// A held lock. Its destructor releases it, unless release() did.
class Locker::Guard {
 public:
  Guard(Guard&& other) noexcept;
  Guard& operator=(Guard&& other) noexcept;
  ~Guard();

  /// The fencing token of this grant; -1 if the strategy has none, or after release().
  std::int64_t fence() const;
  /// Whether the holder must no longer believe that it holds.
  bool lost() const;
  /// Releases the lock and returns the result; Released::nothing if it was released before.
  Released release();

 private:
  friend class Locker;
  Guard(Worker& worker, std::unique_ptr<Hold> hold);

  Worker* worker_;
  std::unique_ptr<Hold> hold_;  ///< null once released or moved from
};

}  // namespace locklab::redis
