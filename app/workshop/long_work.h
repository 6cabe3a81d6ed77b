// Work that takes seconds or minutes, on a thread of its own, so that runs go on being made
// meanwhile. One at a time: the next one ends the one before.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace locklab::app {

class LongWork {
 public:
  /// Looks at the flag often, and ends soon after it is set.
  using Work = std::function<void(const std::atomic<bool>& stopped)>;

  LongWork() = default;
  ~LongWork();
  LongWork(const LongWork&) = delete;
  LongWork& operator=(const LongWork&) = delete;

  /// Does not wait: the new work begins when the old one has ended.
  void start(Work work);
  void stop();

 private:
  std::shared_ptr<std::atomic<bool>> stopped_;
  std::thread thread_;
};

}  // namespace locklab::app
