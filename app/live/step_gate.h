// The gate through which a live run goes step by step: whoever looks on gives orders, from any
// thread, and the run takes them, in the order in which they were given.
#pragma once

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "app/runs/step_order.h"

namespace locklab::app {

class StepGate {
 public:
  void give(LiveOrder order);
  /// Wakes the run without an order: something else of it has changed, such as its end.
  void wake();

  // For the run.

  /// Takes the first order, or `in_step`: if that is to hold or to strike.
  std::optional<LiveOrder> take(bool in_step = false);
  /// Forgets the orders of an earlier run. Calls `wake` after each order from now on, from the
  /// thread that gives it, until stop_listening() returns.
  void listen(std::function<void()> wake);
  void stop_listening();

 private:
  std::mutex mutex_;
  std::deque<LiveOrder> orders_;
  std::function<void()> wake_;
};

}  // namespace locklab::app
