// Locks for a program that is not made of coroutines: it waits until it has the lock, works, and
// gives it back. A thread of the Locker talks to the servers meanwhile, renews leases and says when
// one is lost.
//
//   std::string why;
//   auto locker = redis::Locker::open(strategy::watchdog, {*redis::resolve("localhost", 6379,
//   why)},
//                                     {}, why);
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

  /// `strategy` and its `nodes`: one server, or the independent masters. Null: `why` says what is
  /// wrong.
  static std::unique_ptr<Locker> open(const Strategy& strategy, std::vector<Endpoint> nodes,
                                      Login login, std::string& why);
  /// Every Guard is gone.
  ~Locker();
  Locker(const Locker&) = delete;
  Locker& operator=(const Locker&) = delete;

  /// Waits at most for `wait`. None: `why` says why not. `lost` is called on the Locker's thread
  /// when the holder must no longer believe that it holds (of strategies that watch their lease);
  /// in there neither the Locker nor the Guard may be called.
  std::optional<Guard> acquire(LockConfig lock, Duration wait, std::string& why,
                               std::function<void()> lost = {});

 private:
  struct Hold;
  class Worker;
  explicit Locker(std::unique_ptr<Worker> worker);

  std::unique_ptr<Worker> worker_;
};

/// A lock that is held; released when this ends.
class Locker::Guard {
 public:
  Guard(Guard&& other) noexcept;
  Guard& operator=(Guard&& other) noexcept;
  ~Guard();

  /// The fencing token of this grant; -1: the strategy has none.
  std::int64_t fence() const;
  /// Whether its holder must no longer believe that it holds.
  bool lost() const;
  /// Gives it back, and says what came of it. Once.
  Released release();

 private:
  friend class Locker;
  Guard(Worker& worker, std::unique_ptr<Hold> hold);

  Worker* worker_;
  std::unique_ptr<Hold> hold_;  ///< null: given back
};

}  // namespace locklab::redis
