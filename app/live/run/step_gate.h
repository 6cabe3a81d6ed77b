// Queue of orders to a stepped live run. Any thread may give one; the run takes them first in,
// first out. A hold discards the orders queued before it, except strikes (faults to inject).
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
  /// Wakes the run without an order, such as after a change of LiveObserver::wants_to_stop().
  void wake();

  // Called by the run.

  /// Takes the first order; nullopt if there is none. With `in_step`, takes it only if it is a hold
  /// or a strike.
  std::optional<LiveOrder> take(bool in_step = false);
  /// Discards the orders of an earlier run. From now on give() and wake() call `wake`, from their
  /// callers' threads, until stop_listening() returns.
  void listen(std::function<void()> wake);
  void stop_listening();

 private:
  std::mutex mutex_;
  std::deque<LiveOrder> orders_;
  std::function<void()> wake_;
};

}  // namespace locklab::app
