// A thread for work that takes seconds or minutes, separate from the thread that makes runs. It has
// at most one piece of work at a time: new work stops the previous one.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "lock/assert.h"

namespace locklab::app {

class LongWork {
 public:
  /// Work to do on the thread. It must check the flag often, and end soon after it is set.
  using Work = std::function<void(const std::atomic<bool>& stopped)>;

  LongWork() = default;
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  /// Called when work has ended because of a bug in the lab itself.
  using Broken = std::function<void(const BrokenInvariant&)>;

  /// Stops the old work, and starts the new work as soon as the old has ended. Does not block.
  void start(Work work, Broken broken);
  void stop();

 private:
  std::shared_ptr<std::atomic<bool>> stopped_;
  std::thread thread_;
};

}  // namespace locklab::app
