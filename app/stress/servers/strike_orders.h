// Queue of faults that a user orders while a load runs, with a button for example. Thread-safe.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "app/load/stress_work.h"

namespace locklab::app {

class StrikeOrders {
 public:
  /// Orders a fault for as soon as possible; its `at` is ignored.
  void add(const Strike& strike) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(strike);
  }
  /// Removes and returns the faults added since the last call.
  std::vector<Strike> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Strike> waiting_;
};

}  // namespace locklab::app
