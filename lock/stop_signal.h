// "Stop what you are waiting for": raised once, it cancels every await that was given it, now and
// later. A holder's lost lease is one. Cancelled is not crashed: the task goes on, and may still
// send its release.
#pragma once

#include "lock/frame.h"

namespace locklab {

class Await;

class StopSignal {
 public:
  StopSignal() = default;
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal();

  bool raised() const {
    frame_received(raised_);
    return raised_;
  }
  /// Awaits end with Cancelled, each through its Env's own queue, never inside this call.
  void raise();

 private:
  friend class Await;
  Await* first_ = nullptr;
  bool raised_ = false;
};

}  // namespace locklab
