// Faults that somebody orders while a load runs: by a button, for example. Any thread may order.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

#include "app/load/stress_work.h"

namespace locklab::app {

class StrikeOrders {
 public:
  /// Strikes as soon as possible, whatever its `at`.
  void add(const Strike& strike) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(strike);
  }
  /// Takes those that were added since the last call.
  std::vector<Strike> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(waiting_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Strike> waiting_;
};

}  // namespace locklab::app
